/**
 * The gates in their order. Findings are made as they are drawn, so whoever stops at a denial pays for no more.
 */
import { commandFindings, programFindings } from "./commands.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Finding } from "./finding.ts";
import { fenceFindings, fileFindings, pathFindings, skillReadFindings, subjectOf } from "./paths.ts";

export function* walkGates(evaluation: Evaluation): Generator<Finding> {
  const { path, fence } = evaluation.rules;
  // Where a command could not be read, that is what people have to be told, before what may follow from it.
  for (const intent of evaluation.projection.intents) {
    if (intent.kind === "commands") yield* programFindings(intent.program);
  }
  yield* skillReadFindings(evaluation);
  if (path || fence) {
    yield* pathFindings("path", evaluation.given(), evaluation);
    yield* fenceFindings("external_directory", evaluation.given(), evaluation);
    yield* fenceFindings("bash external_directory", evaluation.mentioned(), evaluation);
    yield* pathFindings("bash path", evaluation.mentioned(), evaluation);
  }
  yield* toolFindings(evaluation);
}

/** The tool's own surface; for a shell also those of the tools that would do the same to a file. */
function* toolFindings(evaluation: Evaluation): Generator<Finding> {
  for (const touched of evaluation.given()) {
    const access = touched.accesses[0];
    if (touched.surface === null || access === undefined) continue;
    const question = evaluation.question(touched, touched.surface, access);
    const asked = { question, options: evaluation.forPaths() };
    yield evaluation.ask("tool", touched.surface, touched.path.value(), asked, subjectOf(touched, access));
  }
  for (const intent of evaluation.projection.intents) {
    if (intent.kind === "commands") yield* commandFindings(intent.program, evaluation);
    if (intent.kind !== "name") continue;
    const asked = { question: intent.question, options: evaluation.forTexts() };
    yield evaluation.ask("tool", intent.surface, intent.value, asked, { kind: "call" });
  }
  if (evaluation.rules.read || evaluation.rules.write) yield* fileFindings(evaluation.mentioned(), evaluation);
}
