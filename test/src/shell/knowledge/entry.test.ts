import { expect, test } from "vitest";
import type { CommandData } from "../../../../src/shell/knowledge/data.ts";
import { compileEntry } from "../../../../src/shell/knowledge/entry.ts";

test.each<[string, CommandData]>([
  ["that `*` stands for", { subcommands: { run: { operands: ["read"] }, "*": { operands: ["...data"] } } }],
  ["of a level", { levels: 1, subcommands: { run: { operands: ["read"] } } }],
])("sub-commands %s share one entry, so that none is kept for each name", (_, data) => {
  const entry = compileEntry(data);
  expect(entry.subcommand("x1")).not.toBeNull();
  expect(entry.subcommand("x1")).toBe(entry.subcommand("x2"));
  expect(entry.subcommand("run")).not.toBe(entry.subcommand("x1"));
});

test("what holds for a command and its sub-commands is handed down, and what is a sub-command's own is not", () => {
  const entry = compileEntry({ sequence: true, transports: true, dash: "python", subcommands: { run: null } });
  expect(entry.subcommand("run")).toMatchObject({ sequence: true, transports: true, dash: null });
  expect(entry.unknownSubcommand()).toMatchObject({ sequence: true, transports: true });
});
