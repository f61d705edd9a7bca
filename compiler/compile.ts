/**
 * From policies to a table: load, emit, and hold the table against what the policies say is never allowed.
 */
import { loadTable } from "../src/table/load.ts";
import type { TableData } from "../src/table/format.ts";
import type { Table } from "../src/table/table.ts";
import { neverDiagnostics } from "./analysis/assertions.ts";
import { emitRules, emitTable } from "./emit.ts";
import { resolvePolicy, type LoadedPolicy, type LoadOptions, type PolicySource } from "./load.ts";
import { presetNames, readPreset } from "./node-files.ts";

export interface CompiledPolicy extends LoadedPolicy {
  /** Ready for a gate; null where a diagnostic is an error. */
  readonly table: Table | null;
  /** What to write to a file, with `serializeTable`; null where `table` is. */
  readonly data: TableData | null;
}

export interface CompileOptions extends LoadOptions {
  /**
   * Without automata: a table that is small and quick to load, for a process that decides one call. What a text needs
   * of them is then made when it is asked about. Default false.
   */
  readonly lean?: boolean;
}

/**
 * Compiles policies into one table. The order of the scopes counts, that of the list only within a scope.
 *
 * Includes of files are found with `options.readInclude`, and with nothing where it is absent. The presets are those
 * that ship with the project, where the options name no others.
 */
export function compilePolicy(sources: readonly PolicySource[], options: CompileOptions = {}): CompiledPolicy {
  const loaded = resolvePolicy(sources, {
    ...options,
    readPreset: options.readPreset ?? readPreset,
    presetNames: options.presetNames ?? presetNames(),
  });
  if (loaded.policy === null) return { ...loaded, table: null, data: null };
  const data = options.lean === true ? emitRules(loaded.policy) : emitTable(loaded.policy);
  const broken = neverDiagnostics(loaded.policy.nevers ?? [], data, loaded.files);
  if (broken.length > 0) {
    return { ...loaded, policy: null, diagnostics: [...loaded.diagnostics, ...broken], table: null, data: null };
  }
  return { ...loaded, data, table: loadTable(data) };
}
