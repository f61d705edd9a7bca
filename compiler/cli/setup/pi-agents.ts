/**
 * The files of Pi's agents on this machine, as policies.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readTableData } from "../../../src/table/shape.ts";
import { sha256 } from "../../../src/table/format.ts";
import type { PolicySource } from "../../index.ts";
import { isAgentFile, parseFile, saysAnything } from "../../parse-file.ts";
import { Failure } from "../exit-code.ts";
import { bytesOf, utf8Text } from "./disk.ts";
import { PLACES, type Level, type Machine } from "./places.ts";

/**
 * The agents' files that hold permissions, sorted by name. Those of a project can only tighten. Throws {@link Failure}
 * where a file cannot be read.
 */
export function piAgentSources(level: Level, machine: Machine): PolicySource[] {
  const folder = level === "user" ? join(PLACES.pi.folder(machine), "agents") : join(machine.cwd, ".pi", "agents");
  return namesIn(folder)
    .filter(isAgentFile)
    .map((name): PolicySource => ({ file: join(folder, name), text: textOf(join(folder, name)), scope: level }))
    .filter(({ file, text }) => saysAnything(parseFile(text, file)));
}

/** The agents' files that a table was not compiled with as they are now. All of them where the table cannot be read. */
export function notCompiledIn(level: Level, table: string, machine: Machine): string[] {
  const known = digestsIn(table);
  return piAgentSources(level, machine).flatMap(({ file, text }) => (known.get(file) === sha256(text) ? [] : [file]));
}

function digestsIn(table: string): Map<string, string> {
  try {
    const { sources } = readTableData(bytesOf(table) ?? "");
    return new Map(sources.map(({ file, sha256: digest }) => [file, digest]));
  } catch {
    return new Map();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // No folder, no agents.
    return [];
  }
}

function textOf(file: string): string {
  try {
    return utf8Text(file, bytesOf(file) ?? Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, `${error.message}, so nobody can tell what that agent may do`);
  }
}
