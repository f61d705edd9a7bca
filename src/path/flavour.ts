/**
 * What a platform makes of a path's text: the one interface that everything platform-specific stands behind. A flavour looks at no disk, so every one can be tested on any machine.
 *
 * Inside, a path is written with `/` on every platform: `/srv/a`, `C:/srv/a`, `//server/share/a`.
 */
export type Platform = "linux" | "darwin" | "win32";

export interface Flavour {
  readonly platform: Platform;
  /** Names that differ by case or Unicode composition alone may be one file. */
  readonly folds: boolean;
  /** They surely are: what lies below a directory is told without regard to case. */
  readonly foldsDirectories: boolean;
  /** Reads a text as a path. */
  read(text: string, options: ReadOptions): PathText;
  /** A path in the file system's own spelling. */
  native(path: string): string;
  /** The path is one of the devices that any command may use; they lie neither inside nor outside. */
  isDevice(path: string): boolean;
  /** Looking at the path would reach over the network. */
  isRemote(path: string): boolean;
  /** Names below `/` that the system resolves for each process by itself, or null. Names hold no `..`. */
  special(names: readonly string[]): Special | null;
  /**
   * Further absolute paths that an absolute path may stand for, for rules that ask or deny. `typed` is the text that it
   * was read from.
   */
  otherNames(path: string, typed: string): readonly string[];
  /** What the system makes of one name (null: that cannot be told), where it does not take it as it is; else null. */
  readonly cleanName: ((name: string) => string | null) | null;
  /** A part of a text that some programs of the platform replace before they open it, or null; without flag `g`. */
  readonly variable: RegExp | null;
}

export interface ReadOptions {
  /** The text is a word of a shell, not the argument of a tool. On win32 the shell is Git Bash. */
  readonly shell: boolean;
  /** The root of the working directory, for texts that lean on it (`C:x`, `\x` on win32), or null. */
  readonly root: string | null;
}

/** A path's text, taken apart. Names hold no separator, no `.` and no empty name, but `..`. */
export type PathText =
  | { readonly kind: "absolute"; readonly root: string; readonly names: readonly string[] }
  | { readonly kind: "relative"; readonly names: readonly string[] }
  /** No place in the tree of files, as far as the gate can tell: its text alone is matched, and it lies outside. */
  | { readonly kind: "foreign"; readonly text: string }
  /** Below a directory that only a run would tell. */
  | { readonly kind: "unknown"; readonly names: readonly string[] };

/** What the first `take` names lead to: the command's own directory, the root, themselves, or who knows where. */
export interface Special {
  readonly take: number;
  readonly to: "directory" | "root" | "itself" | "unknown";
}
