/**
 * What a tool is called with, for people: bounded, on few lines, whatever the input is.
 */
import { maskSecrets } from "./mask.ts";
import { cut, oneLine, seen } from "./shown.ts";

/** Tells a person what a tool is called with. What it throws or returns besides a text is passed over. */
export type Formatter = (input: unknown) => string | null | undefined;

const MOST_LINES = 20;
const LONGEST_LINE = 200;
const LONGEST_VALUE = 160;
const MOST_VALUES = 200;
const DEEPEST = 3;

/** The preview of an input, by the formatter of the tool where one is registered. Never throws. */
export function previewOf(input: unknown, formatter: Formatter | undefined): string | null {
  const formatted = formatter === undefined ? null : attempt(() => formatter(input));
  const text = typeof formatted === "string" && formatted !== "" ? formatted : attempt(() => outline(input));
  return typeof text !== "string" || text === "" ? null : bounded(text);
}

function bounded(text: string): string {
  const lines = seen(maskSecrets(cut(text, 100_000)).text).split("\n");
  const shown = lines.slice(0, MOST_LINES).map((line) => cut(line, LONGEST_LINE));
  return [...shown, ...(lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more lines`] : [])].join("\n");
}

function attempt<Result>(make: () => Result): Result | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** `path: src/a.ts`, a line for each member. */
function outline(input: unknown): string {
  if (typeof input !== "object" || input === null) return input === undefined || input === null ? "" : valueText(input);
  const lines: string[] = [];
  const walk = (value: object, indent: string, depth: number): void => {
    for (const [name, member] of Object.entries(value) as Iterable<[string, unknown]>) {
      if (lines.length >= MOST_VALUES) return;
      if (typeof member === "object" && member !== null && depth < DEEPEST && Object.keys(member).length > 0) {
        lines.push(`${indent}${oneLine(name, 80)}:`);
        walk(member, `${indent}  `, depth + 1);
      } else lines.push(`${indent}${oneLine(name, 80)}: ${valueText(member)}`);
    }
  };
  walk(input, "", 0);
  return lines.join("\n");
}

function valueText(value: unknown): string {
  if (typeof value === "string") return oneLine(value, LONGEST_VALUE);
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? `[${value.length}]` : "{…}";
  return value === undefined || value === null ? "null" : typeof value;
}
