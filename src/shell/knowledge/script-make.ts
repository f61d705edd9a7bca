/** Text of makefiles: `$(shell COMMAND)`, `X != COMMAND`, and the recipes of rules. */
import { Effects, UNKNOWN_PART } from "./script-effects.ts";
import type { ScriptEffects } from "./script-effects.ts";

/** The shell programs in a text of a makefile; variables in them are parts that are not known. */
export function inspectMake(text: string): ScriptEffects {
  const effects = new Effects();
  let calls = 0;
  for (const found of text.matchAll(/\$[({]shell\s/g)) {
    if (++calls > MOST_CALLS) {
      effects.addRun(UNKNOWN_PART);
      break;
    }
    const start = found.index + found[0].length;
    effects.addRun(expanded(text.slice(start, endOfCall(text, start))));
  }
  for (const line of text.replaceAll("\\\n", " ").split("\n")) {
    const assigned = /^[^\t#=!][^#=!]*!=(.*)$/.exec(line)?.[1];
    const recipe = /^\t(.*)$/.exec(line)?.[1] ?? /^[^#=:;]+::?[^#=;]*;(.*)$/.exec(line)?.[1];
    const program = assigned ?? recipe?.replace(/^[\s@+-]*/, "");
    if (program === undefined) continue;
    effects.addRun(expanded(program).trim());
    // What such a call prints may be nothing, and then the command is what follows.
    const call = /^\s*\$[({]shell\s/.exec(program)?.[0];
    if (call !== undefined) effects.addRun(expanded(program.slice(endOfCall(program, call.length) + 1)).trim());
  }
  // Recipes may begin with another character.
  if (text.includes(".RECIPEPREFIX")) effects.addRun(UNKNOWN_PART);
  effects.opaque ||= effects.runs.length > 0;
  return effects;
}

/** Most calls that are looked at; more may run anything. */
const MOST_CALLS = 64;

/** Where the call of a function ends: brackets inside of it are paired. */
function endOfCall(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "(" || character === "{") depth++;
    else if ((character === ")" || character === "}") && --depth < 0) return at;
  }
  return text.length;
}

/** `$@`, `$(CC)` and `${CC}` are not known; `$$` is a dollar of the shell's. */
function expanded(text: string): string {
  return text.replace(/\$(?:\$|\([^()\n]{0,200}\)|\{[^{}\n]{0,200}\}|[^$\s])/g, (part) =>
    part === "$$" ? "$" : UNKNOWN_PART,
  );
}
