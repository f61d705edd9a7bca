import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitTable, serializeTable } from "../../../compiler/emit.ts";
import { digestOf } from "../../../src/table/format.ts";
import { loadTable, TableError } from "../../../src/table/load.ts";
import { ANY_TEXT } from "../../../src/text.ts";
import { layerOf, policyOf } from "../../oracle/policy-of.ts";

const policy = {
  ...policyOf(
    [
      "bash: ask *",
      "bash: allow git *",
      "bash: final deny git push * with --force|-f",
      "bash@helper: deny npm *",
      "path: deny read ~/.ssh/",
      "path: allow /tmp/*",
    ],
    layerOf(["bash: deny curl *"], { trusted: false, default: "ask" }),
  ),
  shellTools: {
    exec_command: { commandArgument: "cmd", workdirArgument: "workdir" },
    __proto__x: { commandArgument: "c" },
  },
};
const data = emitTable(policy);
const text = serializeTable(data);

function codeOf(source: unknown): string {
  try {
    loadTable(source as string);
  } catch (error) {
    if (error instanceof TableError) return error.code;
    throw error;
  }
  return "loaded";
}

/** A copy of the table with a change, and with the digest of what it is then. */
function changed(change: (table: Record<string, never>) => void): string {
  const copy = JSON.parse(text) as Record<string, never>;
  change(copy);
  const { digest: _, ...content } = copy as Record<string, unknown>;
  return JSON.stringify({ ...content, digest: digestOf(content) });
}

describe("a table", () => {
  it("is loaded from its text, its bytes and its data alike", () => {
    const digests = [text, new TextEncoder().encode(text), JSON.parse(text) as object, data].map(
      (source) => loadTable(source).digest,
    );
    expect(new Set(digests)).toEqual(new Set([data.digest]));
  });

  it("may be written with other blanks", () => {
    expect(loadTable(JSON.stringify(JSON.parse(text), null, 4)).digest).toBe(data.digest);
    expect(loadTable(`\n${JSON.stringify(data)}`).digest).toBe(data.digest);
  });

  it("keeps its rules", () => {
    const { rules } = loadTable(text);
    expect(rules.map((rule) => rule.text)).toEqual(data.rules.map((rule) => rule.text));
    expect(rules.map((rule) => rule.index)).toEqual(rules.map((_, index) => index));
    expect(rules.map(({ fixedWords, directory, catchAll }) => [fixedWords, directory, catchAll])).toEqual([
      [0, null, true],
      [1, null, false],
      [2, null, false],
      [0, "\uFDD3/.ssh", false],
      [0, "/tmp", false],
      [1, null, false],
      [1, null, false],
    ]);
  });

  it("keeps shell tools by any name, and has no others", () => {
    const tools = { constructor: { commandArgument: "a" }, ["__proto__"]: { commandArgument: "b" } };
    const { shellTools } = loadTable(emitTable({ ...policy, shellTools: tools }));
    expect(Object.keys(shellTools)).toEqual(["__proto__", "constructor"]);
    expect(shellTools["__proto__"]).toEqual({ commandArgument: "b" });
    expect(shellTools["toString"]).toBeUndefined();
    expect(loadTable(text).shellTools["exec_command"]).toEqual({ commandArgument: "cmd", workdirArgument: "workdir" });
  });
});

describe("what is no table is refused:", () => {
  it.each([
    ["nothing", "", "not-json"],
    ["other text", "bash: deny *", "not-json"],
    ["a table that was cut off", text.slice(0, -40), "not-json"],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "not-json"],
    ["null", "null", "not-a-table"],
    ["a list", "[]", "not-a-table"],
    ["a number", "12", "not-a-table"],
    ["an empty object", {}, "not-a-table"],
    ["a format that is no number", '{"format":"1"}', "not-a-table"],
    ["a function", () => 1, "not-a-table"],
    ["undefined", undefined, "not-a-table"],
    ["a later format", '{"format":2}', "newer-format"],
    ["a format before the first", '{"format":0}', "unsupported-format"],
    ["a table without its digest", '{"format":1,"rules":[]}', "damaged"],
    ["a table with another digest", text.replace(data.digest, "0".repeat(64)), "damaged"],
    ["a table that was changed", text.replace('"deny"', '"allow"'), "damaged"],
    ["a table with a further member", text.replace('"sources"', '"x": 1, "sources"'), "damaged"],
  ])("%s", (_, source, code) => {
    expect(codeOf(source)).toBe(code);
  });

  it("an object that is not what it seems", () => {
    const circle: Record<string, unknown> = { format: 1 };
    circle["self"] = circle;
    const trap = {
      ...data,
      get rules(): never {
        throw new Error("trap");
      },
    };
    const changing = { ...data, toJSON: () => ({ format: 1 }) };
    expect([circle, trap, changing, { format: 1n }].map(codeOf)).toEqual([
      "not-a-table",
      "not-a-table",
      "damaged",
      "not-a-table",
    ]);
  });

  it("text of any depth", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(codeOf(`{"format":1,"x":${deep},"digest":"x"}`)).toMatch(/^(not-json|damaged)$/u);
    expect(codeOf(`{"format":1,"digest":${deep}}`)).toMatch(/^(not-json|damaged)$/u);
  });

  it("any table with one character changed", () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("0", "1", "a", "x", '"', "}"), (at, character) => {
        const other = text.slice(0, at) + character + text.slice(at + 1);
        fc.pre(other !== text);
        expect(codeOf(other)).not.toBe("loaded");
      }),
      { seed: 5, numRuns: 400 },
    );
  });
});

describe("a table that is sealed, but cannot be, is refused:", () => {
  // The text is parsed anew for each change, so any shape can be made.
  type Loose = { [member: string]: Loose } & { [index: number]: Loose };
  const cases: readonly (readonly [string, (table: Loose) => void])[] = [
    ["a missing member", (table) => delete (table as Record<string, unknown>)["lists"]],
    ["an unknown member", (table) => Object.assign(table, { more: 1 })],
    ["a member of the wrong type", (table) => Object.assign(table, { rules: {} })],
    ["a rule without its line", (table) => delete (table["rules"]![0] as Record<string, unknown>)["line"]],
    ["an action that is none", (table) => Object.assign(table["rules"]![0]!, { action: "maybe" })],
    ["a line that is no whole number", (table) => Object.assign(table["rules"]![0]!, { line: 1.5 })],
    ["a rule of a layer that is not there", (table) => Object.assign(table["rules"]![0]!, { layer: 9 })],
    ["a rule without programs", (table) => Object.assign(table["rules"]![0]!, { programs: [] })],
    ["a program with a mark that is none", (table) => Object.assign(table["rules"]![0]!, { programs: ["\uFDEA"] })],
    ["no layer", (table) => Object.assign(table, { layers: [] })],
    ["an untrusted layer first", (table) => Object.assign(table["layers"]![0]!, { trusted: false })],
    ["two trusted layers", (table) => Object.assign(table["layers"]![1]!, { trusted: true })],
    ["a shell tool twice", (table) => Object.assign(table["shellTools"]!, { 1: table["shellTools"]![0] })],
    ["a list too few", (table) => Object.assign(table, { lists: (table["lists"] as unknown as unknown[]).slice(1) })],
    ["a list of another surface", (table) => Object.assign(table["lists"]![0]!, { surface: "read" })],
    ["an automaton that is not there", (table) => Object.assign(table["lists"]![0]!, { rules: 99 })],
    [
      "an automaton of other rules",
      (table) => Object.assign(table["lists"]![3]!, { rules: table["lists"]![0]!["rules"] }),
    ],
    ["an automaton without rules", (table) => Object.assign(table["lists"]![0]!, { foldedFloors: 0 })],
    ["classes of characters that are others", (table) => Object.assign(table["alphabets"]![0]!, { 0: "Z" })],
    ["an alphabet that is not there", (table) => Object.assign(table["automata"]![0]!, { alphabet: 9 })],
    ["a transition to no state", (table) => Object.assign(table["automata"]![0]!["rows"]![0]!, { 0: 4_000_000 })],
    ["a class that is not there", (table) => Object.assign(table["automata"]![0]!["edges"]!, { 1: 4_000 })],
    [
      "a count of transitions beyond the end",
      (table) => Object.assign(table["automata"]![0]!["edges"]!, { 0: 2_000_000_000 }),
    ],
    [
      "more states than transitions are told of",
      (table) => Object.assign(table["automata"]![0]!["bases"]!, { 0: 2_000_000_000 }),
    ],
    ["a row that is not there", (table) => Object.assign(table["automata"]![0]!["bases"]!, { 1: 77 })],
    ["a rule that the list does not have", (table) => Object.assign(table["automata"]![0]!["hits"]!, { 1: 3 })],
    ["a negative number", (table) => Object.assign(table["automata"]![0]!["hits"]!, { 1: -1 })],
    ["a row of even length", (table) => Object.assign(table["automata"]![0]!["rows"]![0]!, { length: 0 })],
    ["no state", (table) => Object.assign(table["automata"]![0]!, { bases: [], edges: [], hits: [], ends: [] })],
  ];

  it.each(cases)("%s", (_, change) => {
    expect(codeOf(changed(change as never))).toBe("invalid");
  });

  it("or it is loaded, and then it answers", () => {
    const numbers = (JSON.parse(text) as { automata: { edges: number[]; rows: number[][] }[] }).automata;
    fc.assert(
      fc.property(fc.nat(numbers.length - 1), fc.nat(), fc.nat(40), fc.boolean(), (automaton, place, value, inRow) => {
        const source = changed((table) => {
          const parts = (table as unknown as { automata: typeof numbers }).automata[automaton]!;
          const list = inRow ? parts.rows[place % parts.rows.length]! : parts.edges;
          list[place % list.length] = value;
        });
        const code = codeOf(source);
        expect(code).toMatch(/^(loaded|invalid)$/u);
        if (code === "invalid") return;
        const table = loadTable(source);
        for (const surface of ["bash", "path"]) {
          table.lookup(surface, "helper", { written: [["git\uFDD0push x".repeat(5)]], readings: [] });
          table.lookup(surface, null, { written: [["git", ANY_TEXT]], readings: [["x", ANY_TEXT]] });
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it("stays small in memory, however many lists share an automaton", () => {
    // One large automaton, and many lists that could each unpack it.
    const rules = Array.from({ length: 300 }, (_, index) => `s${index}: deny abc`);
    const { automata, lists } = emitTable(policyOf(rules));
    expect(automata).toHaveLength(1);
    expect(new Set(lists.map((list) => list.rules))).toEqual(new Set([0]));
    expect(codeOf(serializeTable(emitTable(policyOf(rules))))).toBe("loaded");
  });
});
