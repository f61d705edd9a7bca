/**
 * What a line that is not of the language was meant to be.
 */
import type { Block } from "./line.ts";
import { isBuiltInSurface, nearestSurface } from "../surfaces.ts";
import { nearest } from "../suggest.ts";
import type { Action } from "../../src/decision.ts";

export type Intent =
  | "include"
  | "default"
  | "never"
  | "shellTools"
  | "group"
  | "test"
  | "surface"
  | "spaced-name"
  | "rule"
  | "access-rule"
  | "member"
  | "tool"
  | "expectation"
  | "decider"
  | "fence"
  | "unknown";

const ACTIONS: readonly Action[] = ["allow", "ask", "deny"];
const STATEMENTS = ["include", "default", "shellTools", "group", "test"] as const;

/** Words of other tools for our actions. */
const SYNONYMS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["accept", "allow"],
  ["approve", "allow"],
  ["permit", "allow"],
  ["confirm", "ask"],
  ["prompt", "ask"],
  ["block", "deny"],
  ["forbid", "deny"],
  ["refuse", "deny"],
  ["reject", "deny"],
]);

/** The action that was probably meant by a word, or null. */
export function nearestAction(word: string): Action | null {
  const found = SYNONYMS.get(word.toLowerCase()) ?? nearest(word, ACTIONS);
  return ACTIONS.find((action) => action === found) ?? null;
}

/** What a line was meant to be, told from its first words and the block that it stands in. */
export function intentOf(line: string, block: Block): Intent {
  const { word, after } = firstWord(line);
  if (word.startsWith("```")) return block === "Test" ? "fence" : "unknown";
  if (word === "by" && block === "Test") return "decider";
  if (word === "never" && isNever(after, block)) return "never";
  const statement = STATEMENTS.find((keyword) => keyword === word);
  if (statement !== undefined) {
    if (block === "Group" && !isHead(statement, after)) return "member";
    const isSurface = after.startsWith(":") && startsWithAction(after.slice(1).trimStart());
    return isSurface && statement !== "default" && statement !== "shellTools" ? "surface" : statement;
  }
  if (word === "final" || ACTIONS.some((action) => action === word)) {
    return after.startsWith(":") && block !== "Test" ? "surface" : ruleIn(block);
  }
  return headIntent(word, after, block) ?? nearIntent(word, after, block) ?? bodyIntent(line, block);
}

/** `never allow …`, and not the surface of a tool or a command of that name. */
function isNever(after: string, block: Block): boolean {
  if (after.startsWith(":") || /^for[ \t].*:/.test(after)) return false;
  return (block !== "Group" && block !== "Test") || startsWithAction(after);
}

/** The word at the front of a line, up to a blank, a colon or a quote, and what follows it without the blanks between. */
function firstWord(line: string): { word: string; after: string } {
  const text = line.trimStart();
  const end = text.search(/[ \t:"']/);
  if (end === -1) return { word: text, after: "" };
  return { word: text.slice(0, end), after: text.slice(end).trimStart() };
}

/** In a group, where other lines may start with the same words, only what can be nothing else is a statement. */
function isHead(keyword: (typeof STATEMENTS)[number], after: string): boolean {
  if (keyword === "include") return /^(?:["']|preset:)/.test(after);
  if (keyword === "test") return /^["']/.test(after) && after.trimEnd().endsWith(":");
  return keyword === "group" || after.startsWith(":");
}

/** What a line with the shape `NAME:` or `NAME for …:` was meant to be, else null. */
function headIntent(word: string, after: string, block: Block): Intent | null {
  if (word === "") return after.startsWith(":") ? "unknown" : quotedHeadIntent(after, block);
  const isHeader = after.startsWith(":") || (/^for[ \t]/.test(after) && after.includes(":"));
  if (!isHeader) return null;
  const rest = after.slice(after.indexOf(":") + 1);
  const spaced = rest === "" || /^[ \t]/.test(rest);
  if (!spaced && (block === "Group" || !(isBuiltInSurface(word) || startsWithAction(rest)))) return null;
  const statement = nearest(word, STATEMENTS);
  if (statement === "default" || statement === "shellTools") return statement;
  if (block === "Tools" && !startsWithAction(rest.trimStart())) return "tool";
  if (block === "Test" && rest.trim() !== "" && !startsWithAction(rest.trimStart())) return "expectation";
  return "surface";
}

function quotedHeadIntent(after: string, block: Block): Intent | null {
  if (block === "Group" || !/^(?:"[^"]*"|'[^']*')[ \t]*(?::|for[ \t])/.test(after)) return null;
  return block === "Tools" ? "tool" : "surface";
}

/** What a line with a misspelt first word was meant to be, else null. */
function nearIntent(word: string, after: string, block: Block): Intent | null {
  if (block !== "Group" && nearestAction(word) !== null) return ruleIn(block);
  const statement = nearest(word, STATEMENTS);
  if (statement === "include" && isHead(statement, after)) return statement;
  if ((statement === "group" || statement === "test") && after.trimEnd().endsWith(":")) return statement;
  const isSurface = isBuiltInSurface(word) || nearestSurface(word) !== null;
  if (isSurface && block !== "Group" && (after === "" || /^for[ \t]/.test(after) || startsWithAction(after))) {
    return "surface";
  }
  return null;
}

/** What a line without a shape of its own was meant to be. */
function bodyIntent(line: string, block: Block): Intent {
  if (block === "Group") return "member";
  if (block === "Tools") return "tool";
  if (block === "Test") return "expectation";
  if (/^[^"':#]+:(?:[ \t]*$|[ \t]+(?:final|allow|ask|deny)\b)/.test(line.trimStart())) return "spaced-name";
  return block === "Outside" ? "unknown" : ruleIn(block);
}

function ruleIn(block: Block): Intent {
  if (block === "Test") return "expectation";
  if (block === "Group") return "member";
  return block === "Access" ? "access-rule" : "rule";
}

function startsWithAction(text: string): boolean {
  return /^(?:final|allow|ask|deny)(?:[ \t]|$)/.test(text);
}
