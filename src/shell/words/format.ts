/** The texts that `printf` and `echo -e` print, for what is used to build words: `%s`, `%d`, `%b`, and escapes. */
import type { Piece, Value } from "../../text.ts";
import { compact } from "../value.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** Where escapes stand: what `echo -e` prints, the format of `printf`, an argument for its `%b`. */
type Escaped = "echo" | "format" | "argument";

const ESCAPE: Readonly<Record<Escaped, RegExp>> = {
  echo: escapeWith("0[0-7]{0,3}"),
  format: escapeWith("[0-7]{1,3}"),
  argument: escapeWith("0[0-7]{0,3}|[1-7][0-7]{0,2}"),
};

function escapeWith(octal: string): RegExp {
  return new RegExp(
    String.raw`\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(${octal})|([^]))`,
    "g",
  );
}

/** Backslash escapes resolved, or null for one that is not worked out (`\c`, bytes above ASCII). */
export function decodeEscapes(text: string, escaped: Escaped): string | null {
  let decodable = true;
  const decoded = text.replace(
    ESCAPE[escaped],
    (whole, hex: string, short: string, long: string, octal: string, character: string) => {
      if (character !== undefined) {
        if (character === "c") decodable = false;
        if (escaped === "format" && /['"?]/.test(character)) return character;
        return ESCAPES[character] ?? whole;
      }
      const code = octal === undefined ? parseInt(hex ?? short ?? long, 16) : parseInt(octal, 8);
      const byte = hex !== undefined || octal !== undefined;
      if (code === 0 || (byte && code > 127) || code > 0x10ffff) {
        decodable = false;
        return "";
      }
      return String.fromCodePoint(code);
    },
  );
  return decodable ? decoded : null;
}

/** What `printf FORMAT ARGUMENTS` prints, null where that is not worked out. `texts` are the known arguments. */
export function formatText(format: string, values: readonly Value[], texts: readonly (string | null)[]): Value | null {
  const pieces: Piece[] = [];
  let next = 0;
  const parts = format.split(/(%[-+ #0-9.*]*[a-zA-Z%(]|%)/);
  do {
    const before = next;
    for (const part of parts) {
      if (!part.startsWith("%") || part === "%%") {
        const text = part === "%%" ? "%" : decodeEscapes(part, "format");
        if (text === null) return null;
        pieces.push(text);
        continue;
      }
      const value = values[next];
      const text = texts[next];
      next++;
      if (part === "%s") pieces.push(...(value ?? []));
      else if (part === "%d" || part === "%i") {
        if (value !== undefined && (text === null || text === undefined || !/^-?[0-9]{1,15}$/.test(text))) return null;
        pieces.push(String(Number(text ?? "0")));
      } else if (part === "%b") {
        const decoded =
          value === undefined ? "" : text === null || text === undefined ? null : decodeEscapes(text, "argument");
        if (decoded === null) return null;
        pieces.push(decoded);
      } else return null;
    }
    // Arguments left over use the format again, unless it takes none.
    if (next === before) break;
  } while (next < values.length);
  return compact(pieces);
}
