/**
 * Adds expectations to a policy file. All that stands in it stays as it is, byte for byte.
 */
import type { TestStatement } from "../ast.ts";
import { parsePolicy } from "../parse.ts";
import type { SuggestedTest } from "./difference.ts";

/** The name of the test that suggestions go to. */
const SUGGESTED = "found by mutation";

/**
 * The text of a policy with some tests added: to the last test of that name for the same agent, or else in a new one at
 * the end. The text has to be free of errors.
 */
export function addTests(text: string, tests: readonly SuggestedTest[]): string {
  const ending = /\r?\n/.exec(text)?.[0] ?? "\n";
  const agents = [...new Set(tests.map(({ test }) => test.agent))];
  let result = text;
  for (const agent of agents) {
    const lines = new Set(tests.filter(({ test }) => test.agent === agent).map(lineOf));
    result = addLines(result, agent, [...lines], ending);
  }
  return result;
}

function lineOf({ expectation: { action, tool, rest } }: SuggestedTest): string {
  return `  ${action} ${isPlainName(tool) ? tool : `"${tool}"`}: ${rest}`.trimEnd();
}

function addLines(text: string, agent: string | null, lines: readonly string[], ending: string): string {
  const block = lines.join(ending);
  const { tree } = parsePolicy(text, "");
  const known = tree.statements.findLast(
    (statement): statement is TestStatement =>
      statement.kind === "test" &&
      statement.name.text === SUGGESTED &&
      statement.directory === null &&
      (statement.agent?.text ?? null) === agent,
  );
  if (known !== undefined) {
    // What follows the last expectation on its line belongs to it.
    const end = text.indexOf("\n", known.span.end);
    const at = end === -1 ? text.length : end - (text[end - 1] === "\r" ? 1 : 0);
    return `${text.slice(0, at)}${ending}${block}${text.slice(at)}`;
  }
  const who = agent === null ? "" : ` as agent ${isPlainName(agent) ? agent : `"${agent}"`}`;
  const front = text === "" ? "" : text.endsWith("\n") ? ending : ending + ending;
  return `${text}${front}test "${SUGGESTED}"${who}:${ending}${block}${ending}`;
}

/** True for a name that needs no quotes. */
function isPlainName(name: string): boolean {
  return /^[\p{L}\p{Nd}_./+@-]+$/u.test(name);
}
