/**
 * What `$(…)` and `<(…)` become between being read and being run.
 *
 * GNU bash 5.2 parses such a script, prints it from its parse tree, and reads and runs what it printed. Backtick
 * substitutions are not printed, and neither are programs and functions.
 *
 * - After a here-document it leaves out the `;` between the commands that follow: `$(cat <<E⏎E⏎git; push)` runs
 *   `git push`.
 * - It prints `! time` as `time !`, and right behind a `time` in front it reads no compound command: of
 *   `<(! time case x in a) b;; esac)` it takes the first `)` for the end, and the rest for text.
 */
import type { Command, CompoundBody, Redirection, Script, Statement } from "../syntax.ts";

/** Why bash may run something else than a substitution's script says, or null. */
export function reprintFault(script: Script): string | null {
  const first = script.statements[0]?.pipelines[0]?.pipeline;
  if (first?.timed === true && first.stages[0] !== undefined && first.stages[0].kind !== "simple")
    return "bash may read what stands behind this `time` in another way";
  return joinsCommands(script) ? "bash may join the commands after this here-document" : null;
}

/** True where a command follows a here-document. */
function joinsCommands(script: Script): boolean {
  return script.statements.some((statement, index) => {
    const last = index === script.statements.length - 1;
    return stages(statement).some((command) => (startsDocument(command) && !last) || holdsDocument(command));
  });
}

function stages(statement: Statement): readonly Command[] {
  return statement.pipelines.flatMap(({ pipeline }) => pipeline.stages);
}

function startsDocument(command: Command): boolean {
  switch (command.kind) {
    case "simple":
    case "compound":
      return command.redirections.some(isDocument);
    case "function":
    case "coprocess":
      return startsDocument(command.body);
    case "unread":
      return false;
  }
}

/** True where a command inside of a compound command starts one. */
function holdsDocument(command: Command): boolean {
  switch (command.kind) {
    case "compound":
      return bodies(command.body).some((statement) =>
        stages(statement).some((inner) => startsDocument(inner) || holdsDocument(inner)),
      );
    case "function":
    case "coprocess":
      return holdsDocument(command.body);
    case "simple":
    case "unread":
      return false;
  }
}

function isDocument(redirection: Redirection): boolean {
  return redirection.kind === "here-document";
}

function bodies(body: CompoundBody): readonly Statement[] {
  switch (body.kind) {
    case "subshell":
    case "group":
      return body.statements;
    case "if":
      return [...body.branches.flatMap((branch) => [...branch.condition, ...branch.body]), ...(body.otherwise ?? [])];
    case "while":
      return [...body.condition, ...body.body];
    case "for":
    case "select":
    case "arithmetic-for":
      return body.body;
    case "case":
      return body.items.flatMap((item) => item.body);
    case "test":
    case "arithmetic":
      return [];
  }
}
