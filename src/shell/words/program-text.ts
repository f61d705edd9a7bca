/** Words back into program text, for a program that is put together from words. */
import type { Piece, Value } from "../../text.ts";
import { compact } from "../value.ts";
import type { Field } from "./field.ts";

/** The fields as one text, joined by blanks, as `eval` and `ssh` join them. */
export function joinedProgram(fields: readonly Field[]): Value {
  return compact(fields.flatMap((field, index): readonly Piece[] => (index === 0 ? field.each : [" ", ...field.each])));
}

/** A program text with further words behind it, each quoted so that it stays one word. */
export function quotedProgram(text: Value, fields: readonly Field[]): Value {
  const quoted = fields.flatMap((field): readonly Piece[] => [" ", ...quotedField(field)]);
  return compact([...text, ...quoted]);
}

function quotedField(field: Field): readonly Piece[] {
  // A hole outside of quotes is any number of words.
  if (field.count !== "one") return field.each;
  return [
    "'",
    ...field.value.map((piece) => (typeof piece === "string" ? piece.replaceAll("'", String.raw`'\''`) : piece)),
    "'",
  ];
}

/** A program that expands a text as bash does in double quotes, in which quotes are plain text. */
export function expandingProgram(text: Value): Value {
  let end = "END-OF-TEXT";
  while (text.some((piece) => typeof piece === "string" && piece.includes(end))) end += "-";
  // A backslash at the end would join the last line to the next.
  return compact([`: <<${end}\n`, ...text, ` \n${end}\n`]);
}
