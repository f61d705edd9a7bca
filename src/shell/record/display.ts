/** Commands as people read them. */
import { isBoundary } from "../../text.ts";
import type { Value } from "../../text.ts";
import type { Field } from "../words/field.ts";

/** What stands for a part that is not known. */
const UNKNOWN_MARK = "…";

/** The command, its words quoted where a reader would need it. */
export function displayText(fields: readonly Field[]): string {
  return fields.map(displayField).join(" ");
}

function displayField(field: Field): string {
  if (field.count === "any") return UNKNOWN_MARK;
  return displayValue(field.count === "one" ? field.value : field.each);
}

/** A word as a shell would take it. */
export function displayValue(value: Value): string {
  let text = "";
  let quoting = value.length === 0;
  for (const piece of value) {
    if (typeof piece !== "string") text += UNKNOWN_MARK;
    else {
      quoting ||= !/^[A-Za-z0-9_@%+=:,./~^{}[\]*?!#-]*$/.test(piece);
      for (const character of piece) text += isBoundary(character) ? " " : character;
    }
  }
  return quoting ? `'${text.replaceAll("'", String.raw`'\''`)}'` : text;
}
