import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { conditionsOf, FlagTracker, type Judgement } from "../../../src/table/flags.ts";
import { BOUNDARY, OPTION_BOUNDARY, VALUE_BOUNDARY } from "../../../src/text.ts";
import { flagPresent } from "../../oracle/last-match.ts";

interface Case {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly maybe: boolean;
  readonly sure: boolean;
}

const cases = parse(readFileSync(new URL("flags.yaml", import.meta.url), "utf8")) as Case[];

function textOf(words: readonly string[]): string {
  const [name, ...rest] = words;
  const marked = rest.map((word) => {
    if (word.startsWith("^")) return VALUE_BOUNDARY + word.slice(1);
    return word.startsWith("!") ? OPTION_BOUNDARY + word.slice(1) : BOUNDARY + word;
  });
  return name + marked.join("");
}

function present(flags: readonly string[], judgement: Judgement, text: string): boolean {
  const tracker = new FlagTracker(flags, judgement);
  let state = tracker.start;
  for (const character of text) state = tracker.step(state, character);
  return tracker.presentAtEnd(state);
}

describe("a flag", () => {
  it.each(cases)("$flags in $words: maybe $maybe, surely $sure", ({ words, flags, maybe, sure }) => {
    const text = textOf(words);
    expect({ maybe: present(flags, "maybe", text), sure: present(flags, "sure", text) }).toEqual({ maybe, sure });
  });

  it.each(cases)("$flags in $words: so says the plain reading of the rules", ({ words, flags, maybe, sure }) => {
    const text = textOf(words);
    expect({ maybe: flagPresent(flags, "maybe", text), sure: flagPresent(flags, "sure", text) }).toEqual({
      maybe,
      sure,
    });
  });

  it("is told by the tracker as by the plain reading of the rules", () => {
    const letters = ["a", "b", "-", "=", "z", BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY];
    const text = fc.array(fc.constantFrom(...letters), { maxLength: 14 }).map((some) => some.join(""));
    const flags = fc.uniqueArray(fc.constantFrom("-a", "-b", "--ab", "--b", "-ab", "--a", "ab", "-", "--"), {
      minLength: 1,
    });
    fc.assert(
      fc.property(text, flags, fc.constantFrom("maybe" as const, "sure" as const), (words, some, judgement) => {
        expect(present(some, judgement, words)).toBe(flagPresent(some, judgement, words));
      }),
      { seed: 7, numRuns: 20_000 },
    );
  });
});

describe("the conditions of a rule", () => {
  const clauses = { with: [["-r"]], without: [["-i"]] };

  it("are judged on any reading where it restricts", () => {
    expect(conditionsOf({ action: "deny", ...clauses })).toEqual([
      { flags: ["-r"], judgement: "maybe", present: true },
      { flags: ["-i"], judgement: "sure", present: false },
    ]);
  });

  it("are judged on every reading where it allows", () => {
    expect(conditionsOf({ action: "allow", ...clauses })).toEqual([
      { flags: ["-r"], judgement: "sure", present: true },
      { flags: ["-i"], judgement: "maybe", present: false },
    ]);
  });
});
