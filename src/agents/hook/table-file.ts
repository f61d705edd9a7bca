/**
 * The table that the hook decides by.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { loadTable } from "../../table/load.ts";
import type { Table } from "../../table/table.ts";

/** Largest table that is read, in bytes. */
const LARGEST_TABLE = 256 * 1024 * 1024;

/** Loads a table. Throws where it is missing, no file, too large, damaged, or from a newer version. */
export function openTable(file: string): Table {
  // Without O_NONBLOCK a pipe in the table's place would be waited for, and nothing could end that.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = checkedFile(file, descriptor);
    if (size > LARGEST_TABLE) throw new Error(`\`${file}\` is too large for a table`);
    return loadTable(readFileSync(descriptor), { lazily: true });
  } finally {
    closeSync(descriptor);
  }
}

function checkedFile(file: string, descriptor: number): { readonly size: number } {
  const facts = fstatSync(descriptor);
  if (!facts.isFile()) throw new Error(`\`${file}\` is no file`);
  return facts;
}
