/** An assignment after a declaration builtin, as the word that the builtin gets. */
import type { Assignment, Word } from "../syntax.ts";
import { PartList } from "./part-list.ts";

export function assignmentWord(assignment: Assignment): Word {
  const { span, name, subscript, append, value } = assignment;
  const list = new PartList();
  const punctuation = (text: string, quoted: boolean): void => list.literal(text, quoted, span.start, span.end);
  const word = (inside: Word): void => inside.parts.forEach((part) => list.append(part));
  punctuation(name, false);
  if (subscript !== null) {
    punctuation("[", true);
    word(subscript);
    punctuation("]", true);
  }
  punctuation(append ? "+=" : "=", false);
  if (value !== null && "parts" in value) {
    word(value);
  } else if (value !== null) {
    punctuation("(", true);
    value.forEach((element, index) => {
      if (index > 0) punctuation(" ", true);
      word(element);
    });
    punctuation(")", true);
  }
  return { span, parts: list.parts };
}
