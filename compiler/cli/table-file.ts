/**
 * A compiled table as a file: its data, once a gate would take it.
 */
import { TableError } from "../../src/table/error.ts";
import { loadTable } from "../../src/table/load.ts";
import { readTableData, type SealedTableData } from "../../src/table/shape.ts";
import { EXIT, Failure } from "./exit-code.ts";
import { readBytes } from "./files.ts";
import type { World } from "./world.ts";

/** Reads a table with everything that a gate would check of it. Throws {@link Failure} where it is refused. */
export function readTableFile(file: string, world: World): { data: SealedTableData; bytes: Uint8Array } {
  const bytes = readBytes(file, world);
  try {
    loadTable(bytes);
    return { data: readTableData(bytes), bytes };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new Failure(EXIT.problems, `the table \`${file}\` was refused (${error.code}): ${error.message}`);
  }
}
