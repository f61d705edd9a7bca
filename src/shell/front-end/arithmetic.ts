/** Arithmetic text between the expansions of an expression: only names in it matter, and what must not be in it. */
import type { Word } from "../syntax.ts";
import type { Notes } from "./notes.ts";
import type { PartList } from "./part-list.ts";

/** Numbers (`0x1f`, `16#ff`), names, and the two characters that are never literal here. */
const TOKEN = /[0-9](?:\\\n|[0-9A-Za-z_@#])*|[A-Za-z_](?:\\\n|[A-Za-z0-9_])*|[$`]/g;

/**
 * Adds the variables that `source[start, end)` names. bash expands an expression as if it stood in double quotes, and
 * its subscripts once more: neither single quotes nor backslashes protect a `$` or a backtick, so one that the front
 * end did not read as an expansion is a fault.
 */
export function readArithmeticText(source: string, start: number, end: number, list: PartList, notes: Notes): void {
  const text = source.slice(start, end);
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    const at = start + match.index;
    if (token === "$" || token === "`") {
      const span = { start: at, end };
      const detail = `\`${token}\` was not understood in this arithmetic expression`;
      list.unread(span, true, detail);
      notes.fault(span, detail);
      return;
    }
    if (token >= "0" && token < ":") continue;
    list.add({
      kind: "parameter",
      span: { start: at, end: at + token.length },
      quoted: true,
      name: token.replaceAll("\\\n", ""),
      subscript: null,
      indirect: false,
      length: false,
      operation: null,
    });
  }
}

/** Faults in the key of an array element (`[key]=value`): bash expands it more than once, whatever quotes are in it. */
export function checkKey(element: Word, notes: Notes): void {
  for (const part of element.parts) {
    if (part.kind !== "literal") continue;
    const end = part.text.search(/\]\+?=/);
    if (/[$`]/.test(end === -1 ? part.text : part.text.slice(0, end))) {
      notes.fault(part.span, "bash may expand this subscript twice");
    }
    if (end !== -1) return;
  }
}
