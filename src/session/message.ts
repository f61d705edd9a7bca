/**
 * What people are asked and what models are told.
 */
import type { Decision, RuleSource } from "../decision.ts";
import { maskSecrets } from "./mask.ts";
import type { AskedQuestion, AskRequest, Resolution } from "./outcome.ts";
import { cut, oneLine, seen } from "./shown.ts";

/** Longest value in a line of a prompt, and in a denial. */
const LONGEST_VALUE = 400;
const LONGEST_DENIED = 160;
/** Longest message to a model: some hosts choke on more. */
const LONGEST_MESSAGE = 900;
/** Questions that are told one by one. */
const MOST_QUESTIONS = 12;
const MOST_COMMAND_LINES = 20;

/** `team.gate:4` */
function placeOf(rule: Pick<RuleSource, "file" | "line">): string {
  return `${rule.file}:${rule.line}`;
}

/** A rule's text on one line, without its reason and without the blanks that align it in its file. */
function ruleText(rule: Pick<RuleSource, "text">): string {
  const named = rule.text.replace(/[ \t]+because[ \t]+(?:"[^"]*"|'[^']*')$/, "");
  return oneLine(
    named.replaceAll(/"[^"]*"|'[^']*'|[ \t]+/g, (part) => (/^[ \t]/.test(part) ? " " : part)),
    LONGEST_DENIED,
  );
}

/** The one line of a request. */
export function titleOf(request: Pick<AskRequest, "tool" | "agent" | "command" | "questions">): string {
  const caller = request.agent === null ? "" : ` for agent ${request.agent}`;
  const what = request.command ?? request.questions[0]?.value ?? "";
  return oneLine(`${request.tool}${caller}: ${what}`, 120);
}

/** All that a person has to know to answer. */
export function promptText(request: Omit<AskRequest, "title" | "message">): string {
  const { tool, agent, cwd, command, questions, preview, suggestions } = request;
  const caller = agent === null ? "" : ` for agent ${oneLine(agent, 80)}`;
  const shell = command === null ? "" : " wants to run a command";
  const lines = [`${oneLine(tool, 80)}${caller}${shell === "" ? " wants to go ahead" : shell} in ${oneLine(cwd, 200)}`];
  if (command !== null) lines.push("", ...commandLines(command));
  if (preview !== null) lines.push("", ...preview.split("\n").map((line) => `  ${line}`));
  lines.push("", "Asked about:");
  for (const question of questions.slice(0, MOST_QUESTIONS)) lines.push(...questionLines(question));
  if (questions.length > MOST_QUESTIONS) lines.push(`  … and ${questions.length - MOST_QUESTIONS} more`);
  lines.push("");
  if (suggestions.length === 0) lines.push("It can be allowed this once only.");
  else {
    lines.push("For the session, this would be allowed:");
    for (const { surface, rule, alsoAllows } of suggestions) {
      lines.push(`  ${surface}: ${oneLine(rule, LONGEST_VALUE)}`);
      if (alsoAllows !== null) lines.push(`    also, for example: ${oneLine(alsoAllows, LONGEST_VALUE)}`);
    }
  }
  return lines.join("\n");
}

function commandLines(command: string): string[] {
  const lines = seen(cut(command, 20_000)).split("\n");
  const shown = lines.slice(0, MOST_COMMAND_LINES).map((line) => `  ${cut(line, LONGEST_VALUE)}`);
  return lines.length > MOST_COMMAND_LINES ? [...shown, `  … ${lines.length - MOST_COMMAND_LINES} more lines`] : shown;
}

function questionLines(question: AskedQuestion): string[] {
  const { surface, value, access, resolvedPath, origin, rule, reason, final } = question;
  const lines = [`  ${surface}: ${access === null ? "" : `${access} `}${oneLine(value, LONGEST_VALUE)}`];
  if (origin.length > 0) lines.push(`    ${oneLine(origin.join(", "), LONGEST_VALUE)}`);
  if (resolvedPath !== null) lines.push(`    leads to ${oneLine(resolvedPath, LONGEST_VALUE)}`);
  if (rule !== null) lines.push(`    by \`${ruleText(rule)}\` at ${placeOf(rule)}${final ? ", each time" : ""}`);
  if (reason !== null) lines.push(`    ${oneLine(reason, LONGEST_VALUE)}`);
  return lines;
}

/** Why a call is not run, for the model. `feedback` is what a person said. */
export function denialText(decision: Decision, resolution: Resolution, feedback: string | null): string {
  const tool = `\`${oneLine(decision.tool === "" ? "the tool" : decision.tool, 80)}\``;
  const value = masked(decision.value, LONGEST_DENIED);
  const about = decision.value === "*" || decision.value === "" ? "" : ` (\`${value}\` on \`${decision.surface}\`)`;
  const head = `${tool} was not run${about}: `;
  return cut(head + sentences(decision, resolution, feedback).join(" "), LONGEST_MESSAGE);
}

function sentences(decision: Decision, resolution: Resolution, feedback: string | null): string[] {
  switch (resolution) {
    case "refused":
      return feedback === null || feedback === ""
        ? ["a person refused it.", "Do not try it in another form; ask what to do instead."]
        : [`a person refused it and says: ${sentence(masked(feedback, 400))}`];
    case "nobody":
    case "closed":
      return [
        "a person has to approve it, and there is nobody to ask.",
        ...why(decision),
        "Go on without it, or say what you would need it for.",
      ];
    case "aborted":
      return ["the question to a person was called off before it was answered."];
    case "timed-out":
      return ["a person has to approve it, and nobody answered in time.", ...why(decision)];
    case "ask-failed":
    case "invalid-answer":
      return ["a person has to approve it, and the question did not reach one.", ...why(decision)];
    default:
      return decision.sentinel === "<gate-error>"
        ? [sentence(masked(decision.reason ?? "the gate failed", 400))]
        : [`the policy denies it${by(decision)}.`, ...why(decision), "Do not try it in another form."];
  }
}

function by({ rule, final }: Decision): string {
  if (rule === null) return "";
  return `, by \`${maskSecrets(ruleText(rule)).text}\` at ${placeOf(rule)}${final ? " (final)" : ""}`;
}

/** What a rule's author says to it. */
function why({ reason, origin, resolvedPath }: Decision): string[] {
  const told: string[] = [];
  if (origin.length > 0) told.push(`It stands ${oneLine(origin.join(", "), 160)}.`);
  if (resolvedPath !== null) told.push(`The path leads to ${oneLine(resolvedPath, 200)}.`);
  if (reason !== null) told.push(sentence(masked(reason, 400)));
  return told;
}

function masked(text: string, most: number): string {
  return oneLine(maskSecrets(text.slice(0, 20_000)).text, most);
}

/** With a capital letter only where it has one, and with an end. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
