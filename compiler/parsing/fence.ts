/**
 * The text between the fences of an expectation:
 *
 *     deny bash: ```
 *       rm -rf x
 *       ```
 */
import type { Name } from "../ast.ts";

export interface Fence {
  /** The lines between the fences, joined by LF, without the indentation of the closing fence. */
  readonly text: Name;
  /** The end of the closing fence. */
  readonly end: number;
  /** Where the line after it starts. */
  readonly next: number;
  readonly closed: boolean;
}

/** A line that a command of several lines is unlikely to hold: the head of a statement or an expectation. */
const POLICY_LINE =
  /^[ \t]*(?:(?:allow|ask|deny)[ \t]+[\w-]+:|(?:test|include)[ \t]+["']|group[ \t]|[a-z_A-Z]+:[ \t]*(?:allow|ask|deny|$))/;

/** Reads from the line after an opening fence. An open fence ends where the policy seems to go on. */
export function readFence(text: string, start: number): Fence {
  const lines: string[] = [];
  let resume: { line: number; next: number } | null = null;
  let at = start;
  while (at <= text.length) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 ? text.length + 1 : newline + 1;
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, end > at && text[end - 1] === "\r" ? end - 1 : end);
    const marker = line.trim();
    if (marker === "```") {
      const indentation = line.slice(0, line.indexOf("`"));
      const span = { start, end: Math.max(start, at - 1) };
      const body = lines.map((one) => withoutIndentation(one, indentation)).join("\n");
      return { text: { text: body, span }, end: at + line.trimEnd().length, next, closed: true };
    }
    if (resume === null && POLICY_LINE.test(line)) resume = { line: lines.length, next: at };
    lines.push(line);
    at = next;
  }
  const next = resume?.next ?? text.length + 1;
  const end = Math.min(text.length, Math.max(start, next - 1));
  return { text: { text: "", span: { start: Math.min(start, end), end } }, end, next, closed: false };
}

/** A line without as much of an indentation as it has. */
function withoutIndentation(line: string, indentation: string): string {
  let at = 0;
  while (at < indentation.length && line[at] === indentation[at]) at++;
  return line.slice(at);
}
