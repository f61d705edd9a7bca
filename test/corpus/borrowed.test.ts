/** Commands from the test corpora of two parsers of bash: each is read whole, but for those that are listed with a cause. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Sentinel } from "../../src/decision.ts";
import { loadParsers } from "../../src/shell/parsers.ts";
import { projectBash } from "../../src/shell/project.ts";

interface Opaque {
  readonly cause: string;
  readonly sentinel: Sentinel;
  readonly commands: readonly string[];
}

const contentOf = (file: string) => readFileSync(new URL(`borrowed/${file}`, import.meta.url), "utf8");
const borrowed = contentOf("commands.jsonl")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as { readonly source: string; readonly command: string });
const opaque = parse(contentOf("opaque.yaml")) as readonly Opaque[];
const sentinelOf = new Map(opaque.flatMap(({ sentinel, commands }) => commands.map((command) => [command, sentinel])));

const parsers = await loadParsers();

function sentinelsOf(command: string): Sentinel[] {
  const { floors } = projectBash(command, { parsers, home: "/home/dev", cwd: "/srv/project", workdir: null });
  return [...new Set(floors.map(({ sentinel }) => sentinel))];
}

describe("the borrowed commands", () => {
  const sources = [...new Set(borrowed.map(({ source }) => source))];
  test.each(sources)("of %s are read whole, or are listed with a cause", (source) => {
    const read = borrowed
      .filter((one) => one.source === source)
      .map(({ command }) => ({ command, sentinels: sentinelsOf(command) }));
    const expected = read.map(({ command }) => {
      const sentinel = sentinelOf.get(command);
      return { command, sentinels: sentinel === undefined ? [] : [sentinel] };
    });
    expect(read).toEqual(expected);
  });

  test("are more than a thousand, of which fewer than one in twenty is listed", () => {
    expect(borrowed.length).toBeGreaterThan(1000);
    expect(sentinelOf.size).toBeLessThan(borrowed.length / 20);
  });

  test("hold every command that is listed", () => {
    const commands = new Set(borrowed.map(({ command }) => command));
    expect([...sentinelOf.keys()].filter((command) => !commands.has(command))).toEqual([]);
  });
});
