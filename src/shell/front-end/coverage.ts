/**
 * Whether a reading accounts for all of the text: what is left of a script after its words, assignments, redirections
 * and here-documents are taken out has to be reserved words, operators, blanks and comments. A parser that drops text
 * without a word about it is found out here.
 */
import type { Span } from "../syntax.ts";

/** The words and operators of a script that are no node of their own. */
const KEYWORDS = new Set(
  "if then elif else fi while until do done for in case esac select function time -p -- ! { } coproc ; ;; ;& ;;& & && | || |& ( )".split(
    " ",
  ),
);

/** Those of `[[ … ]]`. */
const TEST_KEYWORDS = new Set("[[ ]] ( ) && || ! < > = == != =~ -eq -ne -lt -le -gt -ge -nt -ot -ef".split(" "));

/** Runs of operator characters, and of others. */
const TOKEN = /;;&|;;|;&|&&|\|\||\|&|[;&|()]|(?:\\\n|[^\s;&|()])+/y;

/** Operators that stand behind a command, and what a command, or nothing where that is allowed, ends with. */
const BEHIND = new Set("; & && || | |&".split(" "));

/** Stands for a node that was taken out. */
const NODE = "";

const ENDS = new Set([NODE, ..."} ) fi done esac in coproc".split(" ")]);

/** What may stand before nothing but a `;`. */
const ALONE = new Set("! time -p --".split(" "));

/**
 * Where `source[start, end)` holds text that no node accounts for, or -1. `nodes` are the spans of the nodes in it, in
 * any order; `test` is true inside of `[[ … ]]`.
 */
export function uncovered(source: string, start: number, end: number, nodes: readonly Span[], test = false): number {
  const sorted = nodes.toSorted((a, b) => a.start - b.start);
  let at = start;
  let before = "start";
  for (let index = 0; index <= sorted.length; index++) {
    const node = sorted[index] ?? { start: end, end };
    while (at < node.start) {
      // A word that a parser ended too early goes on here.
      if (source[at] === "#" && before === NODE && sorted[index - 1]?.end === at) return at;
      const skipped = skip(source, at);
      if (skipped > at) {
        if (skipped > node.start && node.start < end) return at;
        if (source[at] === "\n") before = "newline";
        at = skipped;
        continue;
      }
      TOKEN.lastIndex = at;
      const token = (TOKEN.exec(source)?.[0] ?? source[at]!).slice(0, node.start - at);
      const text = token.replaceAll("\\\n", "");
      const known = test ? TEST_KEYWORDS.has(text) || /^-[A-Za-z]$/.test(text) : KEYWORDS.has(text);
      if (!known) return at;
      if (!test && BEHIND.has(text) && (text === ";" ? !ENDS.has(before) && !ALONE.has(before) : !ENDS.has(before)))
        return at;
      if (!test && before === NODE && text === "(" && !closes(source, at + 1)) return at;
      at += token.length;
      before = text;
      // bash goes on with a word at `<(`, which then is no keyword.
      if (at === node.start && /[\w!{}\]-]$/.test(text) && /^[<>]\(/.test(source.slice(at, at + 2))) return at;
    }
    at = Math.max(at, node.end);
    // A name may stand between these and a bracket that opens a subshell.
    if (before !== "function" && before !== "coproc") before = NODE;
  }
  return -1;
}

/** Where a blank, newline, continuation or comment at `at` ends; `at` where there is none. */
function skip(source: string, at: number): number {
  const character = source[at];
  if (character === " " || character === "\t" || character === "\n") return at + 1;
  if (character === "\\" && source[at + 1] === "\n") return at + 2;
  if (character !== "#") return at;
  const newline = source.indexOf("\n", at);
  return newline === -1 ? source.length : newline;
}

/** True where the next token is `)`: the brackets of a function definition. */
function closes(source: string, from: number): boolean {
  let at = from;
  while (source[at] === " " || source[at] === "\t" || source.startsWith("\\\n", at)) at += source[at] === "\\" ? 2 : 1;
  return source[at] === ")";
}
