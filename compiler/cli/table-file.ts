/**
 * A compiled table as a file: its data, once a gate would take it.
 */
import { TableError } from "../../src/table/error.ts";
import { loadTable } from "../../src/table/load.ts";
import { readTableData, type SealedTableData } from "../../src/table/shape.ts";
import { EXIT, Failure } from "./exit-code.ts";
import { readBytes } from "./files.ts";
import type { World } from "./world.ts";

/** The data of a table's text, with everything checked that a gate would check. Throws {@link Failure} where it is refused. */
export function openTable(file: string, source: string | Uint8Array): SealedTableData {
  try {
    loadTable(source);
    return readTableData(source);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new Failure(EXIT.problems, `the table \`${file}\` was refused (${error.code}): ${error.message}`);
  }
}

/** Reads a table and checks it as {@link openTable} does. */
export function readTableFile(file: string, world: World): { data: SealedTableData; bytes: Uint8Array } {
  const bytes = readBytes(file, world);
  return { data: openTable(file, bytes), bytes };
}
