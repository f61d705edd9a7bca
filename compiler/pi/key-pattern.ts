/**
 * The keys of a permission map as patterns of the language.
 *
 * In the frontmatter `*` and `?` are the only characters with a meaning, beside a home directory at the front. What the
 * key says beyond that, about how a command is spelt, has no counterpart where commands are matched by their words; such
 * a key is refused, for a rule that denies would otherwise be lost.
 */
import type { Action } from "../../src/decision.ts";
import type { Pattern, PatternItem, Span } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import { visible } from "../display.ts";
import { compilePattern } from "../pattern.ts";
import { isBuiltInSurface, patternKind } from "../surfaces.ts";

export interface KeyProblem {
  readonly message: string;
  readonly help: string;
}

export type KeyPattern =
  /** Null stands for everything. */
  { readonly ok: true; readonly pattern: Pattern | null } | ({ readonly ok: false } & KeyProblem);

/** The pattern that a key of the map of a surface stands for, for a rule of this action. */
export function keyPattern(key: string, span: Span, surface: string, action: Action): KeyPattern {
  if (key === "*") return { ok: true, pattern: null };
  const problem = problemOf(key, surface, action);
  if (problem !== null) return { ok: false, ...problem };
  const bash = patternKind(surface) === "command";
  const items = bash ? commandItems(key, span, action !== "allow") : textItems(key, span);
  if (items === null) return { ok: false, ...refused(key, "has a quote that nothing closes") };
  const pattern: Pattern = { kind: "pattern", span, items };
  if (compilePattern({ surface, access: null, pattern }).ok) return { ok: true, pattern };
  return { ok: false, message: `${tick(key)} stands for too many patterns`, help: "use fewer `?`, or `*`" };
}

function problemOf(key: string, surface: string, action: Action): KeyProblem | null {
  if (key === "") return { message: "the pattern is empty", help: 'write `"*"` for everything' };
  if (visible(key) !== key) {
    return { message: "the pattern holds a character that cannot be seen", help: "remove it" };
  }
  if (key.trim() !== key) {
    return { message: `${tick(key)} starts or ends with a blank, so it matches nothing`, help: "remove the blank" };
  }
  if (!isBuiltInSurface(surface)) {
    return {
      message: `${tick(surface)} takes no pattern: a tool that is not built in is asked about as a whole`,
      help: `write one action: \`${surface}: ${action}\``,
    };
  }
  switch (patternKind(surface)) {
    case "command":
      return commandProblem(key);
    case "path":
      if (action !== "allow" || !key.endsWith("/")) return null;
      return {
        message: `${tick(key)} matches no path in Pi, and would allow a whole directory here`,
        help: `write \`${key}*\` for all that is in it`,
      };
    case "text":
      return null;
  }
}

function commandProblem(key: string): KeyProblem | null {
  if (/[;&|\n]/.test(key)) {
    return {
      message: `${tick(key)} joins commands, and every command is asked about by itself`,
      help: "write a line for each command",
    };
  }
  if (/[<>`$]/.test(key)) return refused(key, "holds a redirection, a variable or a command in a command");
  if (key.includes("\\")) return refused(key, "holds a backslash");
  return null;
}

function refused(key: string, what: string): KeyProblem {
  return {
    message: `${tick(key)} ${what}, and commands are matched by their words`,
    help: "name the words of the command alone, or write the rule in a `.gate` file",
  };
}

/**
 * The words of a command. Quotes are those of a shell: they keep a blank inside a word. A `?` also stands for the blank
 * between two words where the rule restricts. Null where a quote is not closed.
 */
function commandItems(key: string, span: Span, restricts: boolean): PatternItem[] | null {
  const items: PatternItem[] = [];
  let quote: string | null = null;
  for (const character of key) {
    if (quote === null && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = null;
    else if (character === "?" && restricts) {
      items.push({ kind: "alternatives", options: [[{ kind: "one", span }], [{ kind: "boundary", span }]], span });
    } else if (quote === null && (character === " " || character === "\t")) {
      if (items.at(-1)?.kind !== "boundary") items.push({ kind: "boundary", span });
    } else addCharacter(items, character, span);
  }
  return quote === null ? items : null;
}

/** A path or a name: a blank in it is a blank. */
function textItems(key: string, span: Span): PatternItem[] {
  const items: PatternItem[] = [];
  const characters = [...key];
  for (const [at, character] of characters.entries()) {
    // A ` *` at the end also matches nothing, as in the language.
    if (character === " " && at === characters.length - 2 && key.endsWith("*")) items.push({ kind: "boundary", span });
    else addCharacter(items, character, span);
  }
  return items;
}

function addCharacter(items: PatternItem[], character: string, span: Span): void {
  const last = items.at(-1);
  if (character === "*") {
    if (last?.kind !== "any") items.push({ kind: "any", span });
  } else if (character === "?") items.push({ kind: "one", span });
  else if (last?.kind === "literal") items[items.length - 1] = { ...last, text: last.text + character };
  else items.push({ kind: "literal", text: character, quoted: false, span });
}
