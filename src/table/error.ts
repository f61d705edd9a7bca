/** Why a table was refused. */
export type TableErrorCode =
  /** The text is not JSON, or the bytes are not UTF-8. */
  | "not-json"
  /** JSON, but not a table of this project. */
  | "not-a-table"
  /** A table of a later version of the format. */
  | "newer-format"
  /** A table of a version of the format that is no longer read. */
  | "unsupported-format"
  /** The content is not what the digest was taken over: the table was changed, or cut off. */
  | "damaged"
  /** The digest holds, but something in the table cannot be: an index out of bounds, a member of the wrong type. */
  | "invalid";

/** A table that cannot be used. `message` says in a sentence what is wrong and what to do. */
export class TableError extends Error {
  override readonly name = "TableError";
  readonly code: TableErrorCode;

  constructor(code: TableErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
