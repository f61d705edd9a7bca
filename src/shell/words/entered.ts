/** What `cd X && pwd` prints: where X leads, by the text. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { enterDirectory, directoryValues } from "../directory.ts";
import { mayBegin } from "../partial-directory.ts";
import type { SimpleCommand, Statement } from "../syntax.ts";
import { choiceOf, concat } from "../value.ts";
import { literalOf } from "./literal.ts";
import { isQuiet } from "./quiet-redirection.ts";
import type { Scope } from "./scope.ts";
import { expandWords } from "./words.ts";

/** What a statement prints that enters a directory and prints its name; null for any other, and for unknown. */
export function outputOfEntering({ pipelines, background }: Statement, scope: Scope): Value | null {
  const [first, second, ...others] = pipelines;
  if (others.length > 0 || background || second?.operator !== "&&") return null;
  const [change, print] = [only(first), only(second)];
  if (change === null || print === null || !/^pwd(?: -L)?$/.test(wordsOf(print)) || mayBeOthers(scope)) return null;
  if (print.redirections.some((one) => one.descriptor !== 2)) return null;

  const words = change.words.map(literalOf);
  const [operand, ...more] = change.words.slice(words[1] === "--" ? 2 : 1);
  if (words[0] !== "cd" || operand === undefined || more.length > 0) return null;
  const [field, ...further] = expandWords([operand], scope);
  // An option, or where the shell stood before. An empty name stays, and may also be refused.
  if (field?.count !== "one" || further.length > 0 || mayBegin(field.value, "-")) return null;
  const directories = directoryValues(enterDirectory(scope.state.base, field.value), scope.settings.cwd);
  if (directories === null) return null;
  const lines = directories.map((directory) => concat(directory, ["\n"]));
  // Where the directory is not there, nothing is printed. The one that it stands in is, and so are those above.
  return choiceOf(/^\.\.?(?:\/\.\.)*\/?$/.test(knownText(field.value) ?? "") ? lines : [...lines, []]);
}

/** The simple command that a pipeline is. */
function only(one: Statement["pipelines"][number] | undefined): SimpleCommand | null {
  const [command, ...others] = one?.pipeline.stages ?? [];
  if (command?.kind !== "simple" || others.length > 0 || one?.pipeline.negated === true) return null;
  return command.assignments.length === 0 && command.redirections.every(isQuiet) ? command : null;
}

function wordsOf({ words }: SimpleCommand): string {
  return words.map((word) => literalOf(word) ?? "…").join(" ");
}

/** Whether the names may stand for something else, or lead elsewhere. */
function mayBeOthers({ state }: Scope): boolean {
  const isOwn = (name: string): boolean => state.functions.has(name) || state.aliases.has(name);
  return isOwn("cd") || isOwn("pwd") || state.variables.has("CDPATH") || state.options.has("cdable_vars");
}
