/**
 * The escapes of `$'…'`, as GNU bash 5.2 resolves them (its `ansicstr`, in a UTF-8 locale).
 *
 * bash works on bytes: `\xc3\xa9` is the letter é. So the escapes are resolved into bytes first, and the bytes are
 * read as UTF-8 at the end. An escape that gives a NUL ends the string, because bash keeps it in a C string.
 */

const SIMPLE: Readonly<Record<string, number>> = {
  a: 0x07,
  b: 0x08,
  e: 0x1b,
  E: 0x1b,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
  "\\": 0x5c,
  "'": 0x27,
  '"': 0x22,
  "?": 0x3f,
};

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text that bash makes of the characters between `$'` and `'`, or null where bash makes bytes of them that are no
 * text (`$'\xff'`).
 */
export function decodeAnsiC(body: string): string | null {
  if (!body.includes("\\")) return body;
  const bytes: number[] = [];
  let at = 0;
  while (at < body.length) {
    const next = body.indexOf("\\", at);
    const end = next === -1 ? body.length : next;
    if (end > at) for (const byte of encoder.encode(body.slice(at, end))) bytes.push(byte);
    if (next === -1) break;
    at = escape(body, next + 1, bytes);
  }
  const end = bytes.indexOf(0);
  try {
    return decoder.decode(Uint8Array.from(end === -1 ? bytes : bytes.slice(0, end)));
  } catch {
    return null;
  }
}

/** Resolves the escape whose backslash stands before `at`; returns where the rest begins. */
function escape(body: string, at: number, bytes: number[]): number {
  const point = body.codePointAt(at);
  if (point === undefined) {
    bytes.push(0x5c);
    return at;
  }
  const character = String.fromCodePoint(point);
  const simple = SIMPLE[character];
  if (simple !== undefined) {
    bytes.push(simple);
    return at + 1;
  }
  if (character >= "0" && character <= "7") {
    const digits = run(body, at, 3, isOctal);
    bytes.push(Number.parseInt(digits, 8) & 0xff);
    return at + digits.length;
  }
  if (character === "x") return hexadecimal(body, at + 1, bytes);
  if (character === "u" || character === "U") {
    const digits = run(body, at + 1, character === "u" ? 4 : 8, isHexadecimal);
    if (digits === "") bytes.push(0x5c, point);
    else encodePoint(Number.parseInt(digits, 16), bytes);
    return at + 1 + digits.length;
  }
  if (character === "c" && at + 1 < body.length) {
    const operand = encoder.encode(String.fromCodePoint(body.codePointAt(at + 1)!));
    bytes.push(control(operand[0]!), ...operand.subarray(1));
    const doubled = body.startsWith("\\\\", at + 1);
    return at + 1 + (doubled ? 2 : body.codePointAt(at + 1)! > 0xffff ? 2 : 1);
  }
  bytes.push(0x5c, ...encoder.encode(character));
  return at + character.length;
}

/** `\xHH`, and `\x{H…}`, which takes any number of digits and keeps the last eight bits. */
function hexadecimal(body: string, at: number, bytes: number[]): number {
  const braced = body[at] === "{";
  const start = braced ? at + 1 : at;
  const digits = run(body, start, braced ? body.length : 2, isHexadecimal);
  if (digits === "" && !braced) {
    bytes.push(0x5c, 0x78);
    return at;
  }
  bytes.push(digits === "" ? 0 : Number.parseInt(digits.slice(-2), 16));
  const end = start + digits.length;
  return braced && body[end] === "}" ? end + 1 : end;
}

function run(body: string, at: number, most: number, belongs: (code: number) => boolean): string {
  let end = at;
  while (end < body.length && end - at < most && belongs(body.charCodeAt(end))) end++;
  return body.slice(at, end);
}

function isOctal(code: number): boolean {
  return code >= 0x30 && code <= 0x37;
}

function isHexadecimal(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** The byte of `\cX`. */
function control(byte: number): number {
  if (byte === 0x3f) return 0x7f;
  const upper = byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
  return upper & 0x1f;
}

/** UTF-8 as bash writes it: surrogates and points above U+10FFFF too, which then are no text. */
function encodePoint(point: number, bytes: number[]): void {
  if (point < 0x80) bytes.push(point);
  else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
  else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
  else if (point <= 0x10ffff)
    bytes.push(
      0xf0 | (point >> 18),
      0x80 | ((point >> 12) & 0x3f),
      0x80 | ((point >> 6) & 0x3f),
      0x80 | (point & 0x3f),
    );
  else bytes.push(0xff);
}
