/** A look at a text before any parser gets it: bounds that a parser would only reach after much work. */
import { MAX_COMMAND_CHARACTERS, MAX_LINE_HERE_DOCUMENTS, MAX_OPEN_BRACKETS } from "../bounds.ts";
import type { Fault } from "../syntax.ts";

/** The bound that a text is over, or null. */
export function overBound(source: string): Fault | null {
  const span = { start: 0, end: source.length };
  if (source.length > MAX_COMMAND_CHARACTERS) {
    return { span, detail: `this is longer than ${MAX_COMMAND_CHARACTERS} characters`, bound: "characters" };
  }
  let round = 0;
  let curly = 0;
  let square = 0;
  let hereDocuments = 0;
  for (let at = 0; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case 0x28:
        round++;
        break;
      case 0x29:
        if (round > 0) round--;
        break;
      case 0x7b:
        curly++;
        break;
      case 0x7d:
        if (curly > 0) curly--;
        break;
      case 0x5b:
        square++;
        break;
      case 0x5d:
        if (square > 0) square--;
        break;
      case 0x0a:
        hereDocuments = 0;
        break;
      case 0x3c:
        if (source.startsWith("<<<", at)) {
          at += 2;
        } else if (source.charCodeAt(at + 1) === 0x3c) {
          hereDocuments++;
          at++;
        }
        break;
      default:
        continue;
    }
    if (round > MAX_OPEN_BRACKETS || curly > MAX_OPEN_BRACKETS || square > MAX_OPEN_BRACKETS) {
      return { span, detail: `more than ${MAX_OPEN_BRACKETS} brackets are open at once`, bound: "nesting" };
    }
    if (hereDocuments > MAX_LINE_HERE_DOCUMENTS) {
      return { span, detail: "too many here-documents start on one line", bound: "steps" };
    }
  }
  return null;
}
