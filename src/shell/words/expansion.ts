/** What the parts of a word expand to, before it is split into words: tildes, parameters, substitutions, arithmetic. */
import type { Value } from "../../text.ts";
import { absoluteDirectories } from "../directory.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { assignedDirectory } from "../options.ts";
import { optionsOf } from "../state.ts";
import type { ExtendedGlobPart, WordPart } from "../syntax.ts";
import { clean, NAME_PART, UNKNOWN } from "../value.ts";
import { evaluate } from "./arithmetic.ts";
import { ANY_WORDS, atomsOfValue, numberAtom, oneOf, unknownAtom } from "./atom.ts";
import type { Atom } from "./atom.ts";
import { hasWildcard } from "./glob.ts";
import { expandParameter } from "./parameter.ts";
import { deeper } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** What a leading tilde means: nothing, the front of a word, or of a value and of what follows each of its colons. */
export type Tilde = "none" | "word" | "assignment";

/** What parts expand to. `inQuotes` for parts that stand in double quotes without saying so themselves. */
export function atomsOf(parts: readonly WordPart[], scope: Scope, inQuotes: boolean, tilde: Tilde): readonly Atom[] {
  const atoms: Atom[] = [];
  for (const [index, part] of parts.entries()) {
    const quoted = inQuotes || ("quoted" in part && part.quoted);
    if (part.kind === "literal" && !quoted && tilde !== "none" && part.text.includes("~")) {
      atoms.push(...tildeAtoms(part.text, index === 0, index === parts.length - 1, scope, tilde));
    } else {
      for (const atom of atomsOfPart(part, scope, quoted)) atoms.push(atom);
    }
  }
  return atoms;
}

function atomsOfPart(part: WordPart, scope: Scope, quoted: boolean): readonly Atom[] {
  switch (part.kind) {
    case "literal":
      return literalAtoms(part.text, quoted);
    case "parameter": {
      const within = deeper(scope);
      if (within === null) return [ANY_WORDS];
      return expandParameter({ ...part, quoted }, within, (word, inner) =>
        atomsOf(word.parts, within, inner, inner ? "none" : "word"),
      );
    }
    case "command-substitution": {
      const within = deeper(scope);
      const value = within === null ? null : scope.output(part.script, within);
      return value === null ? [unknownAtom(quoted)] : atomsOfValue(value, quoted);
    }
    case "process-substitution":
      return [{ kind: "process", part }];
    case "arithmetic":
      return [numberAtom(evaluate(part.expression, scope), quoted)];
    case "extended-glob":
      return extendedGlobAtoms(part);
    case "unread":
      return [quoted ? unknownAtom(true) : ANY_WORDS];
  }
}

function literalAtoms(text: string, quoted: boolean): readonly Atom[] {
  const pieces = clean(text);
  if (pieces.length === 0) return [{ kind: "text", text: "", quoted, split: false }];
  return pieces.map((piece): Atom =>
    typeof piece === "string"
      ? { kind: "text", text: piece, quoted, split: false }
      : { kind: "hole", hole: piece, quoted },
  );
}

/** Unquoted literal text that holds a tilde. */
function tildeAtoms(text: string, first: boolean, last: boolean, scope: Scope, tilde: "word" | "assignment"): Atom[] {
  // `NAME=~/x` is expanded as an assignment's value would be, also where it is a plain word.
  const name = tilde === "word" && first ? (/^[A-Za-z_][A-Za-z0-9_]*=/.exec(text)?.[0] ?? "") : "";
  const colons = tilde === "assignment" || name !== "";
  const atoms: Atom[] = name === "" ? [] : [...literalAtoms(name, false)];
  const segments = colons ? text.slice(name.length).split(/(?<=:)/) : [text];
  for (const [index, segment] of segments.entries()) {
    const prefix = index > 0 || first ? (/^~[^/:]*/.exec(segment)?.[0] ?? "") : "";
    const ends = prefix.length < segment.length || index < segments.length - 1 || last;
    const value = prefix !== "" && ends ? tildeValue(prefix.slice(1), scope) : null;
    if (value !== null) atoms.push(...atomsOfValue(value, true));
    const rest = value === null ? segment : segment.slice(prefix.length);
    if (rest !== "") atoms.push(...literalAtoms(rest, false));
  }
  return atoms;
}

/** The directory that `~NAME` stands for. */
function tildeValue(name: string, scope: Scope): Value {
  const { state, settings } = scope;
  if (name === "") {
    const [home, ...others] = optionsOf(state, "HOME");
    return others.length > 0 || home === undefined ? UNKNOWN : (home ?? UNKNOWN);
  }
  if (name === "+" || name === "-") {
    const assigned = assignedDirectory(state, name === "+" ? "PWD" : "OLDPWD");
    if (assigned !== null) return assigned.length === 1 ? (assigned[0] ?? UNKNOWN) : UNKNOWN;
    const directories = absoluteDirectories(name === "+" ? state.base : state.previous, settings.cwd);
    const [only] = directories ?? [];
    return directories?.length === 1 && only !== undefined ? [only] : UNKNOWN;
  }
  return UNKNOWN;
}

/** `@(a|b)`: its alternatives where they are plain, else any part of a name. */
function extendedGlobAtoms(part: ExtendedGlobPart): readonly Atom[] {
  const [body] = part.parts;
  if (part.operator === "@" && part.parts.length === 1 && body?.kind === "literal" && !hasWildcard(body.text)) {
    const options = body.text.split("|");
    if (options.length <= MAX_OPTIONS && !body.text.includes("(")) {
      const ways = [...options, `@(${body.text})`].map((option) => literalAtoms(option, true));
      return oneOf(ways, true);
    }
  }
  return [{ kind: "hole", hole: NAME_PART, quoted: true }];
}
