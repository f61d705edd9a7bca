/** What random bash programs are made of: names and texts, and the ways to disguise them. */
import fc from "fast-check";
import type { Segment, Word } from "./bash-tree.ts";

/** What programs are made of. All are plain names without characters that mean something to bash. */
export interface Vocabulary {
  /** Names of commands. */
  readonly commands: readonly string[];
  /** Arguments, which may be file names. */
  readonly words: readonly string[];
  /** Files that redirections name. */
  readonly files: readonly string[];
  readonly variables: readonly string[];
  readonly functions: readonly string[];
}

export const VOCABULARY: Vocabulary = {
  commands: ["rm", "git", "cat", "echo", "ls", "touch"],
  words: ["a", "b1", "x.txt", "-rf", "--all", "dir/sub", "../up", "/etc/hosts", "push", "k=v", ".env"],
  files: ["out", "dir/in", "/dev/null", ".env"],
  variables: ["x", "HOME", "name_2"],
  functions: ["f", "g1"],
};

/** Characters that mean something to bash, or take more than one byte or unit. */
export const PUNCTUATION: readonly string[] = [...' $`"\\;&|()<>#*?[]{}~!é😀'];

/** How the characters of `$'…'` are written. */
export const SPELLING = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });

/** Text for between quotes: any character but the single quote. */
export function oddText(words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: words }, fc.constantFrom(...PUNCTUATION)), { minLength: 0, maxLength: 3 })
    .map((parts) => parts.join(""));
}

/** A name that is written in pieces: `r"m"`, `\rm`, `$'\x72m'`. */
export function disguised(names: readonly string[]): fc.Arbitrary<Word> {
  return fc
    .tuple(fc.constantFrom(...names), fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), SPELLING)
    .map(([name, styles, how]) => {
      const size = Math.ceil(name.length / styles.length);
      return styles.flatMap((style, index): Segment[] => {
        const piece = name.slice(index * size, (index + 1) * size);
        if (piece === "" && style !== 4) return [];
        switch (style) {
          case 0:
            return [{ kind: "single", text: piece }];
          case 1:
            return [{ kind: "double", segments: [{ kind: "plain", text: piece }], locale: false }];
          case 2:
            return [{ kind: "ansi", text: piece, spelling: how }];
          case 3:
            return /^[\w./-]+$/.test(piece) ? [{ kind: "escaped", text: piece }] : [{ kind: "plain", text: piece }];
          case 4:
            return index === 0 && piece === ""
              ? [{ kind: "plain", text: name }]
              : [
                  { kind: "plain", text: piece },
                  { kind: "single", text: "" },
                ];
          case 5:
            return [{ kind: "plain", text: piece }, { kind: "continuation" }];
          default:
            return [{ kind: "plain", text: piece }];
        }
      });
    });
}
