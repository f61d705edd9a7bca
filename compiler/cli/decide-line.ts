/**
 * One line of `decide`'s input.
 */
import type { Invocation } from "../../src/gate.ts";
import { textOf } from "../utf8.ts";
import type { Line } from "./lines.ts";
import { PLATFORMS, type Platform } from "./world.ts";

export interface Call {
  /** `{ id }` where the line has one, else empty. */
  readonly id: { readonly id?: unknown };
  readonly invocation: Invocation;
  readonly home: string | undefined;
  readonly platform: Platform | undefined;
}

/** Why a line cannot be read. The codes never change their meaning. */
export type LineErrorCode =
  | "line-too-long"
  | "invalid-utf-8"
  | "invalid-json"
  | "not-an-object"
  | "no-tool"
  | "no-input"
  | "wrong-type"
  | "unsafe-number";

export class LineError extends Error {
  override readonly name = "LineError";
  readonly code: LineErrorCode;
  readonly id: { readonly id?: unknown };

  constructor(code: LineErrorCode, message: string, id: { readonly id?: unknown } = {}) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** The call on a line, or null for a blank one. Throws {@link LineError}. */
export function readCall(line: Line): Call | null {
  if (line.bytes === null) throw new LineError("line-too-long", "the line is too long");
  const text = textOf(line.bytes);
  if (text === null) throw new LineError("invalid-utf-8", "the line is no UTF-8 text");
  if (text.trim() === "") return null;
  const fields = parse(text);
  const id = readId(fields);
  const tool = fields["tool"];
  if (tool === undefined) throw new LineError("no-tool", "the call has no `tool`", id);
  if (typeof tool !== "string") throw new LineError("wrong-type", "`tool` has to be a string", id);
  if (!Object.hasOwn(fields, "input")) throw new LineError("no-input", "the call has no `input`", id);

  const cwd = optionalString(fields, "cwd", id);
  const agent = optionalString(fields, "agent", id);
  const platform = optionalString(fields, "platform", id);
  const known = PLATFORMS.find((name) => name === platform);
  if (platform !== undefined && known === undefined) {
    throw new LineError("wrong-type", "`platform` has to be `linux`, `darwin` or `win32`", id);
  }
  return {
    id,
    invocation: {
      tool,
      input: fields["input"],
      ...(cwd === undefined ? {} : { cwd }),
      ...(agent === undefined ? {} : { agent }),
    },
    home: optionalString(fields, "home", id),
    platform: known,
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new LineError("invalid-json", "the line is no JSON");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new LineError("not-an-object", "the line is no JSON object");
  }
  return { ...parsed };
}

/** An integer beyond 2^53 would come back as another number, so it is refused. */
function readId(fields: Readonly<Record<string, unknown>>): { readonly id?: unknown } {
  if (!Object.hasOwn(fields, "id")) return {};
  const id = fields["id"];
  if (typeof id === "number" && Math.abs(id) > Number.MAX_SAFE_INTEGER) {
    throw new LineError("unsafe-number", "`id` is a number too large to be given back; make it a string");
  }
  return { id };
}

/** A member that may be absent or null. */
function optionalString(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  id: { readonly id?: unknown },
): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new LineError("wrong-type", `\`${name}\` has to be a string`, id);
  return value;
}
