/** Hostile commands: the corpus' own, broken, repeated, nested and spliced at random. */
import fc from "fast-check";
import { cases } from "../corpus/case.ts";
import { forms } from "../corpus/forms.ts";

const commands: readonly string[] = [
  ...forms,
  ...cases.flatMap(({ input }) => (hasCommand(input) ? [input.command] : [])),
];

function hasCommand(input: unknown): input is { command: string } {
  return typeof input === "object" && input !== null && "command" in input && typeof input.command === "string";
}

/** Pieces that mean something to a shell, and characters that nobody expects. */
const PIECES = [
  "$(",
  ")",
  "`",
  '"',
  "'",
  "\\",
  "\n",
  ";",
  "&",
  "&&",
  "||",
  "|",
  "(",
  "{",
  "}",
  "<",
  ">",
  "<<E\n",
  "<<<",
  ">&",
  "${",
  "$((",
  "))",
  "[[",
  "]]",
  "*",
  "?",
  "[",
  "]",
  "!",
  "#",
  "~",
  "$",
  "$x",
  "$'",
  '$"',
  "if ",
  "then ",
  "fi;",
  "for x in ",
  "do ",
  "done;",
  "case ",
  " in ",
  "esac;",
  "f() ",
  "coproc ",
  "time ",
  "eval ",
  "\0",
  "\r",
  "\t",
  "\u00A0",
  "\u200B",
  "\u202E",
  "\uD800",
  "\uDFFF",
  "\uFEFF",
  "\uFDD0",
  "\uFDD3",
  "é",
  "😀",
  "{a,b}",
  "{1..9}",
  "=",
  "+=",
  "export ",
  "cd ",
  "xargs ",
  "-c ",
  "/",
  "../",
  ".env",
];

type Change = (command: string) => string;

const at = ({ length }: { readonly length: number }, part: number): number => Math.floor(part * length);

/** One change of a command. */
const change: fc.Arbitrary<Change> = fc.oneof(
  place((command, from, to) => command.slice(0, from) + command.slice(to)),
  place((command, from, to) => command.slice(0, to) + command.slice(from)),
  fc.tuple(unit(), fc.constantFrom(...PIECES)).map(([part, piece]): Change => (command) => {
    const here = at(command, part);
    return command.slice(0, here) + piece + command.slice(here);
  }),
  fc.tuple(unit(), fc.nat(0xffff)).map(([part, code]): Change => (command) => {
    const here = at(command, part);
    return command.slice(0, here) + String.fromCharCode(code) + command.slice(here + 1);
  }),
  // A name that every object of JavaScript has a member of, which a table of names must not find.
  fc
    .tuple(unit(), fc.constantFrom("constructor", "toString", "__proto__", "hasOwnProperty"))
    .map(([part, name]): Change => (command) => {
      const words = [...command.matchAll(/[\w.]+/g)];
      const word = words[at(words, part)];
      return word === undefined
        ? name
        : command.slice(0, word.index) + name + command.slice(word.index + word[0].length);
    }),
  fc.constantFrom(...commands).map(
    (other): Change =>
      (command) =>
        command.slice(0, command.length / 2) + other,
  ),
  fc.constantFrom("$(", "(", "{ ", "`", '"$(', "if ", "eval '", "bash -c '", "[[ ", "$((", "${x:-").map(
    (open): Change =>
      (command) =>
        open + command,
  ),
);

/** A few changes by which a command becomes large or deep. */
const enlarge: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...PIECES, "a", "a ", "a;", "a && ", "a | ", "/a", "$x ", "'a' "),
      fc.constantFrom(100, 1000, 10_000),
    )
    .map(
      ([piece, count]): Change =>
        (command) =>
          command + piece.repeat(count),
    ),
  fc.constantFrom(10, 100, 1000).map(
    (count): Change =>
      (command) =>
        Array(count).fill(command).join("; ").slice(0, 1_000_000),
  ),
  fc
    .tuple(
      fc.constantFrom(
        ["$(", ")"],
        ["(", ")"],
        ["{ ", "; }"],
        ['"$(', ')"'],
        ["if ", "; then :; fi"],
        ["${x:-", "}"],
        ["<(", ")"],
      ),
      fc.constantFrom(10, 100, 2000, 10_000),
    )
    .map(
      ([[open = "", close = ""], depth]): Change =>
        (command) =>
          open.repeat(depth) + command + close.repeat(depth),
    ),
);

function unit(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
}

function place(edit: (command: string, from: number, to: number) => string): fc.Arbitrary<Change> {
  return fc.tuple(unit(), unit()).map(([one, other]): Change => (command) => {
    const [from, to] = [at(command, Math.min(one, other)), at(command, Math.max(one, other))];
    return edit(command, from, to);
  });
}

/** A hostile command. One in some forty is made large. */
export const hostileCommand: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...commands),
    fc.array(change, { minLength: 1, maxLength: 5 }),
    fc.oneof({ weight: 40, arbitrary: fc.constant<Change>((command) => command) }, { weight: 1, arbitrary: enlarge }),
  )
  .map(([command, changes, last]) => last(changes.reduce((text, edit) => edit(text), command)));
