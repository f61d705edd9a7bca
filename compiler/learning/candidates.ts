/**
 * Rules that would answer for what people approved: from the exact one to wider ones, at word boundaries alone.
 */
import type { Assessment } from "../../src/gate/assessment.ts";
import type { Finding } from "../../src/gate/finding.ts";
import type { Suggestion } from "../../src/session/approval.ts";
import { wordsParts, type Part, type PatternChoice } from "../../src/session/pattern.ts";
import { isHazard } from "../../src/session/hazards.ts";
import { wordsOf } from "../../src/session/suggest-command.ts";
import { readCommand } from "../../src/shell/knowledge/read-command.ts";
import type { CommandUnit } from "../../src/shell/program.ts";
import { knownText, type Value } from "../../src/text.ts";
import { choicesFor, suggestionOf } from "../../src/session/suggest.ts";

/** A rule that could be proposed. */
export interface Candidate {
  readonly suggestion: Suggestion;
  /** How many words or directories it leaves open: fewer is narrower. */
  readonly width: number;
  /** It is proposed only where this many different things were approved that it matches. */
  readonly needs: number;
}

/** Different things that have to be approved before a rule is proposed that admits more than they are. */
const FOR_PATTERN = 2;
/** And before one is proposed that leaves open even what a command is to do (`npm run *`). */
const FOR_WIDER = 3;

/** The candidates for a question, narrowest first. Empty where no rule can answer. */
export function candidatesFor(finding: Finding, assessment: Assessment, home: string): Candidate[] {
  const choices = choicesFor(finding, assessment, { home });
  const candidates: Candidate[] = [];
  const add = (choice: PatternChoice, width: number, needs: number): void => {
    // What runs another command only in one very call cannot be said in a policy.
    if (choice.thisCall === true && finding.floor !== null && finding.subject.kind !== "unit") return;
    const suggestion = suggestionOf(finding, { ...choice, thisCall: false }, assessment, "");
    if (suggestion !== null) candidates.push({ suggestion: shortened(suggestion, choice.parts, home), width, needs });
  };
  for (const choice of choices ?? []) {
    if (choice.exact) add(choice, 0, 1);
    else {
      const bounded = atBoundary(choice);
      add(bounded, 1, isForAll(choice) ? 1 : FOR_PATTERN);
      for (const [index, wider] of widerThan(bounded, finding).entries()) add(wider, 2 + index, FOR_WIDER);
    }
  }
  const naming = finding.subject.kind === "unit" ? namingBoth(finding.subject.unit) : null;
  if (naming !== null) add(naming, 1, FOR_PATTERN);
  return candidates.toSorted((a, b) => a.width - b.width);
}

/** The surface of a tool has but this one rule. */
function isForAll({ parts }: PatternChoice): boolean {
  return parts.length === 1 && parts[0]?.kind === "any";
}

/** `npm run dev*` becomes `npm run dev *`: what people approved once is no name's beginning. */
function atBoundary(choice: PatternChoice): PatternChoice {
  const { parts } = choice;
  const before = parts.at(-2);
  const isGlued = parts.at(-1)?.kind === "any" && before?.kind === "literal" && !/[/:]$/.test(before.text);
  if (!isGlued) return choice;
  const front = parts.slice(0, -1);
  return { ...choice, parts: [...front, { kind: "boundary" }, { kind: "any" }], alsoAllows: null };
}

/** Wrappers that give more rights than the command that they run has by itself, or hide what it is. */
const STRONG: ReadonlySet<string> = new Set(
  "sudo doas su pkexec runuser setpriv chroot unshare nsenter env exec command builtin xargs parallel find".split(" "),
);

/** `npx vitest run *`: a rule that names a wrapper and what it runs answers for both. */
function namingBoth(unit: CommandUnit): PatternChoice | null {
  if (unit.wrapper?.sentinel !== "<indirection-bash-wrapper>" || unit.wrapper.innerWord === null) return null;
  const { words } = wordsOf(unit.question.written[0] ?? []);
  const reading = readCommand(words);
  const [wrapped, ...others] = reading.wrapped;
  if (wrapped?.kind !== "words" || others.length > 0 || wrapped.data !== "none" || wrapped.remote === true) return null;
  if (reading.command === null || STRONG.has(reading.command) || wrapped.assignments.length > 0) return null;
  const inner = words.slice(wrapped.start, wrapped.end);
  const innerReading = readCommand(inner);
  if (isHazard(innerReading) || innerReading.globals.length > 0) return null;
  const kept = keptWords(words.slice(0, wrapped.start + Math.max(1, innerReading.arity)));
  if (kept === null) return null;
  return { parts: [...wordsParts(kept), { kind: "boundary" }, { kind: "any" }], exact: false, alsoAllows: null };
}

function keptWords(words: readonly Value[]): string[] | null {
  const texts = words.map(knownText);
  return texts.includes(null) ? null : texts.filter((text) => text !== null);
}

/** `npm run dev *` → `npm run *`; `/srv/a/b/*` → `/srv/a/*`. */
function widerThan({ parts }: PatternChoice, { subject }: Finding): PatternChoice[] {
  if (subject.kind === "unit") {
    // Only the name of a script or target is left open, never what a command is to do.
    const { arity, subcommand } = readCommand(wordsOf(subject.unit.question.written[0] ?? []).words);
    if (subcommand.length === 0 || arity <= 1 + subcommand.length) return [];
    const front = parts.slice(0, parts.findLastIndex((part) => part.kind === "literal") - 1);
    return [{ parts: [...front, { kind: "boundary" }, { kind: "any" }], exact: false, alsoAllows: null }];
  }
  const [directory] = parts;
  if (subject.kind !== "path" || directory?.kind !== "literal") return [];
  const wider: PatternChoice[] = [];
  let path = directory.text;
  for (let up = 0; up < 2; up++) {
    path = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (path.split("/").length < 3) break;
    const open: readonly Part[] = [{ kind: "literal", text: `${path}/` }, { kind: "any" }];
    wider.push({ parts: open, exact: false, alsoAllows: `${path}/any/other/file` });
  }
  return wider;
}

/** A path below the home directory is written with a tilde, so that the rule holds on every machine. */
function shortened(suggestion: Suggestion, parts: readonly Part[], home: string): Suggestion {
  const [first] = parts;
  const isPath = first?.kind === "literal" && first.text.startsWith(`${home}/`) && !suggestion.pattern.startsWith("'");
  if (!isPath || !suggestion.pattern.startsWith(`${home}/`) || !/^\/[^\s]*$/.test(suggestion.pattern))
    return suggestion;
  const pattern = `~${suggestion.pattern.slice(home.length)}`;
  return { ...suggestion, pattern, rule: suggestion.rule.replace(suggestion.pattern, () => pattern) };
}
