/**
 * Why the system refused something.
 */

/** The system's code for an error, such as `ENOENT`; the empty text where there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why the system refused, in words. */
export function cause(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "it is not permitted";
    case "EISDIR":
      return "it is a directory";
    case "ENOTDIR":
      return "a part of its path is no directory";
    case "ELOOP":
      return "its links lead in a circle";
    case "ENOSPC":
      return "the disk is full";
    case "EROFS":
      return "nothing can be written there";
    default:
      return code === "" && error instanceof Error ? error.message : code;
  }
}
