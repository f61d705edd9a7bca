/**
 * What the analysis answers, found the slow way: every text up to a length is held against every rule.
 */
import type { PolicyLayer } from "../../compiler/rule.ts";
import type { Action } from "../../src/decision.ts";
import type { Table } from "../../src/table/table.ts";
import { BOUNDARY, HOME, READ, WRITE } from "../../src/text.ts";
import { answer } from "./last-match.ts";

/** All texts of `bash` over some characters, up to a number of characters. */
export function commandTexts(characters: readonly string[], longest: number): string[] {
  return runs([...characters, BOUNDARY], longest);
}

/** All texts of `path` over some characters, up to a number of characters after the mark. */
export function pathTexts(characters: readonly string[], longest: number): string[] {
  const names = runs(characters, longest);
  const atHome = ["", ...names.filter((name) => name.startsWith("/"))].map((name) => HOME + name);
  return [READ, WRITE].flatMap((mark) => [...new Set([...names, ...atHome])].map((path) => mark + path));
}

function runs(characters: readonly string[], longest: number): string[] {
  const all = [""];
  let last = [""];
  for (let length = 0; length < longest; length++) {
    last = last.flatMap((text) => characters.map((character) => text + character));
    all.push(...last);
  }
  return all;
}

/** How long a command is to write, where an empty word takes its two quotes. */
export function commandLength(text: string): number {
  return text.length + 2 * text.split(BOUNDARY).filter((word) => word === "").length;
}

/** How long a path is to write, with 40 for each thing that nobody would write. */
export function pathLength(text: string): number {
  const path = text.slice(1);
  if (path === "") return 1 + 40;
  if (path === "/") return 2;
  const segments = path.split("/");
  const odd = segments.filter((segment, index) => {
    const front = index === 0 && segment === "";
    return !front && (segment === "" || segment === "." || segment === "..");
  });
  return text.length + 40 * odd.length;
}

/** Rules that can be told apart by their places. */
export function numbered(layers: readonly PolicyLayer[]): PolicyLayer[] {
  let line = 0;
  return layers.map((layer) => ({
    ...layer,
    rules: layer.rules.map((rule) => ({ ...rule, source: { ...rule.source, line: ++line, text: `rule ${line}` } })),
  }));
}

/** The answer to a text: its action by the naive evaluator, the rest by the table. */
export function answerTo(
  layers: readonly PolicyLayer[],
  table: Table,
  surface: string,
  agent: string | null,
  text: string,
): { action: Action; line: number | null; final: boolean } {
  const unmatched = surface === "path" ? ("allow" as const) : undefined;
  const action = answer(layers, surface, agent, { written: [text], readings: [], aliases: [] }, { unmatched });
  const verdict = table.lookup(
    surface,
    agent,
    { written: [[text]], readings: [] },
    unmatched === undefined ? {} : { unmatched },
  );
  return { action, line: verdict.rule?.line ?? null, final: verdict.final };
}
