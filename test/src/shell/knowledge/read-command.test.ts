import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knowledge } from "../../../../src/shell/knowledge/commands.generated.ts";
import { readCommand } from "../../../../src/shell/knowledge/read-command.ts";
import type { CommandReading } from "../../../../src/shell/knowledge/reading.ts";
import { ANY_CHARACTERS, ANY_TEXT, BOUNDARY, MORE_WORDS } from "../../../../src/text.ts";
import type { Piece, Value } from "../../../../src/text.ts";
import { globalsNotation, readCases, runsNotation, wordsNotation, wordsOf } from "./case-file.ts";

/** The names of all commands that are known. */
const commandNames = [knowledge.commands, knowledge.aliases, knowledge.siblings].flatMap((names) => Object.keys(names));

const groups = ["files", "tools", "wrappers"].flatMap((file) => Object.entries(readCases(file)));

describe.each(groups)("%s", (_, cases) => {
  it.each(cases.map((each) => [each.sh, each] as const))(
    "%s",
    (line, { words, runs = [], globals = "", arity = 1 }) => {
      const reading = readCommand(wordsOf(line));
      expect(wordsNotation(reading)).toBe(words);
      expect(runsNotation(reading)).toEqual(runs);
      expect(globalsNotation(reading)).toBe(globals);
      expect(reading.arity).toBe(arity);
    },
  );
});

describe("any words", () => {
  const text = fc.oneof(
    fc.constantFrom(...commandNames),
    fc.constantFrom(
      "-",
      "--",
      "-x",
      "-exec",
      "-c",
      "-m",
      "-o",
      "{}",
      ";",
      "+",
      "A=1",
      "--a=b",
      "-abc",
      ":::",
      "",
      "a b",
      "/x",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: fc.constantFrom<Piece>(ANY_CHARACTERS, ANY_TEXT, MORE_WORDS) },
    { weight: 1, arbitrary: fc.constant<Piece>({ kind: "choice", options: [["-a"], ["b", ANY_TEXT]] }) },
    { weight: 1, arbitrary: fc.constant<Piece>({ kind: "repeat", value: [BOUNDARY, "src/", ANY_CHARACTERS] }) },
  );
  const word: fc.Arbitrary<Value> = fc.array(piece, { maxLength: 3 });
  const words = fc.tuple(text, fc.array(word, { maxLength: 9 })).map(([name, rest]): Value[] => [[name], ...rest]);

  it("are read one for one, and what they run lies among them", () => {
    fc.assert(
      fc.property(words, (line) => {
        const reading = readCommand(line);
        expect(reading.words).toHaveLength(line.length);
        expect(reading.words.every((each) => each !== undefined)).toBe(true);
        expect(reading.arity).toBeLessThanOrEqual(line.length);
        for (const wrapped of reading.wrapped) expect(isWithin(wrapped, line.length)).toBe(true);
        for (const { words: globals } of reading.globals)
          expect(globals.every((index) => index < line.length)).toBe(true);
      }),
      { seed: 7, numRuns: 4000 },
    );
  });

  it("give the same reading each time", () => {
    fc.assert(
      fc.property(words, (line) => {
        expect(readCommand(line)).toEqual(readCommand(line));
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it("never lose a certain reading when a later word becomes unknown", () => {
    const known = fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 6 })).map(([name, rest]) => [name, ...rest]);
    fc.assert(
      fc.property(known, (line) => {
        const before = readCommand([...line, "x"].map((each) => [each]));
        const after = readCommand([...line.map((each): Value => [each]), [ANY_CHARACTERS]]);
        for (const [index, reading] of before.words.slice(0, line.length).entries()) {
          const now = after.words[index];
          if (reading.kind !== "flag" || !reading.certain || now?.kind !== "flag") continue;
          expect(now).toEqual(reading);
        }
      }),
      { seed: 13, numRuns: 1000 },
    );
  });

  function isWithin(wrapped: CommandReading["wrapped"][number], length: number): boolean {
    switch (wrapped.kind) {
      case "words":
        return wrapped.start >= 1 && wrapped.start < wrapped.end && wrapped.end <= length;
      case "program":
        return wrapped.words.length > 0 && wrapped.words.every((index) => index >= 1 && index < length);
      case "file":
        return wrapped.word >= 1 && wrapped.word < length;
      case "input":
        return true;
    }
  }
});

describe("a command of thousands of words", () => {
  const times = (count: number, ...words: string[]): string[] => Array.from({ length: count }, () => words).flat();

  it.each([
    ["cat", times(10_000, "a.txt")],
    ["rm", times(10_000, "-f")],
    ["cat", times(10_000, "--unlisted")],
    ["find", times(2_500, "-exec", "rm", "{}", ";")],
    ["sed", times(5_000, "-e", "s/a/b/")],
    ["git", times(10_000, "-C")],
    ["tar", ["f".repeat(10_000), ...times(10_000, "x")]],
  ])("is read whole: %s", (name, words) => {
    expect(readCommand([name, ...words].map((word) => [word])).words).toHaveLength(words.length + 1);
  });

  it("is tried as many things only for some of its words", () => {
    const holes = Array.from({ length: 10_000 }, (): Value => [ANY_CHARACTERS]);
    expect(readCommand([["bash"], ...holes]).wrapped.length).toBeLessThan(50);
  });
});

describe("the knowledge", () => {
  it("holds the commands that agents use every day", () => {
    const everyday =
      "cat cp curl docker find git grep head jq kubectl ls make mv node npm npx python pip rm rg sed sort ssh sudo tar xargs";
    for (const name of everyday.split(" ")) expect(commandNames).toContain(name);
    expect(commandNames.length).toBeGreaterThan(200);
  });

  it("names no command after a property of objects", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(readCommand([[name], ["x"]]).command).toBeNull();
    }
  });
});
