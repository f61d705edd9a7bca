/** Redirections that neither fail nor write: `2>&1`, `> /dev/null`. */
import type { Redirection } from "../syntax.ts";
import { literalOf } from "./literal.ts";

export function isQuiet(one: Redirection): boolean {
  if (one.kind !== "file" || typeof one.descriptor === "string") return false;
  return /^(?:>&[12]|(?:<|&?>>?)\/dev\/null)$/.test(one.operator + (literalOf(one.target) ?? " "));
}
