/**
 * A compiled table as a file: its data, once a gate would take it.
 */
import { TableError } from "../../src/table/error.ts";
import { loadTable } from "../../src/table/load.ts";
import { readTableData, type SealedTableData } from "../../src/table/shape.ts";
import type { Table } from "../../src/table/table.ts";
import { EXIT, Failure } from "./exit-code.ts";
import { readBytes } from "./files.ts";
import type { World } from "./world.ts";

/** A table's text as a gate takes it. Throws {@link Failure} where it is refused. */
export function openTable(file: string, source: string | Uint8Array): Table {
  return unlessRefused(file, () => loadTable(source));
}

/** The data of a table's text, with everything checked that a gate would check. Throws as {@link openTable} does. */
export function openTableData(file: string, source: string | Uint8Array): SealedTableData {
  return unlessRefused(file, () => {
    const data = readTableData(source);
    loadTable(data);
    return data;
  });
}

/** Reads a table and checks it as {@link openTable} does. */
export function readTableFile(file: string, world: World): { data: SealedTableData; bytes: Uint8Array } {
  const bytes = readBytes(file, world);
  return { data: openTableData(file, bytes), bytes };
}

/** Whether a table was compiled without automata. */
export function isLean({ automata }: Pick<SealedTableData, "automata">): boolean {
  return automata.length === 0;
}

function unlessRefused<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new Failure(EXIT.problems, `the table \`${file}\` was refused (${error.code}): ${error.message}`);
  }
}
