/**
 * The file system as the gate sees it: the one door through which a decision looks at the disk.
 *
 * Paths go in and come out absolute, in the platform's own spelling: backslashes on win32. Every method throws an Error
 * with Node's `code` (`ENOENT`, `ELOOP`, `EACCES`, …) where it cannot answer; whatever else one throws or answers
 * counts as "cannot answer".
 */
export interface FileSystem {
  /** The absolute path with every symbolic link resolved. */
  realpath(path: string): string;
  /** The names in a directory, without `.` and `..`. */
  readdir(path: string): string[];
  /** Those of them that are directories, or links, which may lead to one. Without it, all may be. */
  directories?(path: string): string[];
  /**
   * The text of a symbolic link, `EINVAL` where the path is none. Without it, a link whose target is missing counts as
   * the file that it seems to be.
   */
  readlink?(path: string): string;
}
