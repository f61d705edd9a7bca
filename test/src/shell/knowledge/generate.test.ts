import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { generateModule, readKnowledge } from "../../../../src/shell/knowledge/generate.ts";

const shell = new URL("../../../../src/shell/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, shell), "utf8");
const source = read("commands.yaml");
const validate = new Ajv({ allErrors: true }).compile(JSON.parse(read("commands.schema.json")) as object);

/** A source with one command. */
const withCommand = (entry: string): string =>
  `sets: {}\ncommands:\n  x: ${entry}\nvariables: {harmless: CI, commands: {PATH: null}}\ndirectories: [/bin]\n`;

describe("commands.yaml", () => {
  it("is what the generated module was made of", () => {
    expect(read("knowledge/commands.generated.ts")).toBe(generateModule(source));
  });

  it("fits its schema", () => {
    validate(parse(source));
    expect(validate.errors).toBeNull();
  });

  it("is the same knowledge each time it is read", () => {
    expect(readKnowledge(source)).toEqual(readKnowledge(source));
  });

  it("keeps its lines short enough to read", () => {
    expect(source.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });
});

describe("a mistake in commands.yaml", () => {
  it.each([
    ["{operands: [...rread]}", "in the entry of `x`: `rread` is no role"],
    ["{flags: abc}", "in the entry of `x`: `abc` is no flag"],
    ["{options: {o: write}}", "in the entry of `x`: `o` is no option"],
    ["{when: {-z: {operands: [read]}}}", "`when` speaks of the option `-z`"],
    ["{operands: [...command, read]}", "nothing can follow a wrapped command"],
    ["{operands: [...read, ...write]}", "at most once"],
    ["{use: nothing}", "`x` uses the set `nothing`, which does not exist"],
    ["{options: {-c: keys:nothing}}", "`keys:nothing`, which do not exist"],
    ["{also: [x]}", "`x` stands twice"],
    ["{subcommands: {y: {flags: z}}}", "in the entry of `x y`: `z` is no flag"],
    ["{modules: {y: {operands: [what]}}}", "in the entry of `x -m y`: `what` is no role"],
  ])("%s is told with the command's name", (entry, message) => {
    expect(() => readKnowledge(withCommand(entry))).toThrow(message);
  });

  it.each([
    ["{operand: [read]}"],
    ["{operands: read}"],
    ["{flags: abc}"],
    ["{special: magic}"],
    ["{keep: 9}"],
    ["{options: {-o: Write}}"],
  ])("%s does not fit the schema", (entry) => {
    expect(validate(parse(withCommand(entry)))).toBe(false);
  });
});
