/** The options of builtins, read as bash reads them: up to the first word that is none, and some with a value. */
import { frontOf, isNumber } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";

export interface BuiltinOption {
  readonly sign: "-" | "+";
  readonly letter: string;
  /** What it is given; null where that is not known, or for an option that takes nothing. */
  readonly value: string | null;
}

export interface BuiltinWords {
  readonly options: readonly BuiltinOption[];
  /** The words behind the options. */
  readonly operands: readonly Field[];
  /** The first of the operands is not known, and may be an option. */
  readonly unsure: boolean;
}

/** Reads the words of a builtin: `taking` are the letters that take a value, `signs` what an option begins with. */
export function readBuiltinWords(words: readonly Field[], taking: string, signs = "-"): BuiltinWords {
  const options: BuiltinOption[] = [];
  const end = (at: number, unsure: boolean): BuiltinWords => ({ options, operands: words.slice(at), unsure });
  for (let at = 0; at < words.length; at++) {
    const field = words[at];
    const text = textOf(field);
    if (text === "--") return end(at + 1, false);
    // A number is no option.
    if (text === null && field?.count === "one" && field.each.every(isNumber)) return end(at, false);
    const front = text ?? (field === undefined ? "" : frontOf(field.each));
    if (text === null && (field?.count !== "one" || front === "")) return end(at, true);
    if (!signs.includes(front[0] ?? " ") || (text !== null && front.length === 1)) return end(at, false);
    const sign = front.startsWith("+") ? "+" : "-";
    const cluster = clusterOf(front.slice(1), taking);
    // Of a word that is only known at its front, that has to be all letters, and the rest a value.
    if (text === null && (cluster.value ?? "") === "") return end(at, true);
    for (const letter of cluster.letters.slice(0, -1)) options.push({ sign, letter, value: null });
    const letter = cluster.letters.at(-1);
    if (letter === undefined) continue;
    if (cluster.value !== "") {
      options.push({ sign, letter, value: text === null ? null : cluster.value });
      continue;
    }
    const next = words[++at];
    // Several words may be the value and what comes behind it.
    if (next !== undefined && next.count !== "one") return end(at, true);
    options.push({ sign, letter, value: textOf(next) });
  }
  return end(words.length, false);
}

/** The letters of a cluster up to one that takes a value, and that value; null where none of them does. */
function clusterOf(
  text: string,
  taking: string,
): { readonly letters: readonly string[]; readonly value: string | null } {
  const letters = text.split("");
  const at = letters.findIndex((letter) => taking.includes(letter));
  return at < 0 ? { letters, value: null } : { letters: letters.slice(0, at + 1), value: text.slice(at + 1) };
}
