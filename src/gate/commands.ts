/**
 * The gate of a shell's commands: every unit on `bash`, and the floors of wrappers and of programs that cannot be read.
 */
import type { Action } from "../decision.ts";
import type { BashProgram, CommandUnit, ProgramFloor, Wrapper } from "../shell/program.ts";
import type { Question } from "../table/question.ts";
import type { TableRule } from "../table/table.ts";
import { ANY_TEXT, plain } from "../text.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Finding, Floor, Subject } from "./finding.ts";

const BASH = "bash";
const WRAPPER = "wrapper";

/** Text that could not be read may be any command; text without a command (`A=1`, `> file`) is none. */
const UNKNOWN_COMMAND: Question = { written: [[ANY_TEXT]], readings: [] };
const NO_COMMAND: Question = { written: [[""]], readings: [] };

/**
 * A rule that allows, and how many words of a unit it names. `allow sudo apt-get update` names three words of
 * `sudo apt-get update`, hence two of the `apt-get update` in it.
 */
interface Cover {
  readonly rule: TableRule;
  readonly words: number;
}

/** The floors of a program as a whole: it could not be read, or only in part. */
export function* programFindings(program: BashProgram): Generator<Finding> {
  for (const floor of program.floors) yield floorFinding(program.source, floor, { kind: "program", floor });
}

/** Findings in source order; a unit's floor comes after the unit. */
export function* commandFindings(program: BashProgram, evaluation: Evaluation): Generator<Finding> {
  const covers: (Cover | null)[] = [];
  const wrapping = new Set(program.units.map((unit) => unit.wrappedBy));
  for (const [index, unit] of program.units.entries()) {
    const subject: Subject = { kind: "unit", index, unit };
    const inherited = inheritedCover(program, covers, unit);
    const finding = askCommand(unit.question, unit.text, subject, evaluation);
    const own = ownCover(finding);
    const cover = inherited === null || (own !== null && own.words >= inherited.words) ? own : inherited;
    covers.push(cover);

    const lifted = inherited === null ? finding : lift(finding, inherited.rule);
    if (unit.wrapper === null) {
      yield lifted;
      continue;
    }
    const floor = wrapperFinding(unit, unit.wrapper, cover, subject, evaluation);
    yield wrapping.has(index) ? lookThrough(lifted, unit.wrapper, floor) : lifted;
    yield floor;
  }
  if (program.units.length === 0) {
    const question = program.floors.length > 0 ? UNKNOWN_COMMAND : NO_COMMAND;
    yield askCommand(question, program.source, { kind: "program", floor: null }, evaluation);
  }
}

function askCommand(question: Question, value: string, subject: Subject, evaluation: Evaluation): Finding {
  return evaluation.ask("tool", BASH, value, { question, options: evaluation.forTexts() }, subject);
}

/** What is asked about a unit that runs another: what the surface `wrapper` answers, at least `ask` without a rule. */
function wrapperFinding(
  unit: CommandUnit,
  wrapper: Wrapper,
  cover: Cover | null,
  subject: Subject,
  evaluation: Evaluation,
): Finding {
  const does = wrapper.name.endsWith("=") ? ASSIGNMENT_DETAIL : WRAPPER_DETAILS[wrapper.sentinel];
  const floor: Floor = { sentinel: wrapper.sentinel, detail: `\`${wrapper.name}\` ${does}` };
  const question: Question = { written: [[plain(wrapper.name)]], readings: [] };
  const asked = { question, options: evaluation.forTexts("ask") };
  const answer = evaluation.ask("tool", WRAPPER, wrapper.name, asked, subject);

  // Without a rule the floor is the gate's own. It is reported on `bash`, where an approval of it belongs.
  const own: Floor = { ...floor, detail: `${floor.detail}, and no rule of \`wrapper\` allows it` };
  const finding = answer.rule === null ? floorFinding(unit.text, own, subject) : { ...answer, floor };
  const namesBoth = cover !== null && wrapper.innerWord !== null && cover.words > wrapper.innerWord;
  return namesBoth ? lift(finding, cover.rule) : finding;
}

function floorFinding(value: string, floor: Floor | ProgramFloor, subject: Subject): Finding {
  return {
    gate: "tool",
    surface: BASH,
    value,
    // The projector failed over the command: an error of the gate's own, and those are denials.
    action: floor.sentinel === "<gate-error>" ? "deny" : "ask",
    rule: null,
    mixed: false,
    final: false,
    floor: { sentinel: floor.sentinel, detail: floor.detail },
    lifted: null,
    subject,
    asked: null,
  };
}

/** What an assignment does, after its name. */
const ASSIGNMENT_DETAIL = "may change what a command runs";

/** What a wrapper does, after its name. */
const WRAPPER_DETAILS: Readonly<Record<Wrapper["sentinel"], string>> = {
  "<opaque-bash-wrapper>": "runs a program text that it is given",
  "<indirection-bash-wrapper>": "runs another command",
  "<dynamic-bash-command>": "runs what is known only when it runs",
};

/**
 * A rule of the surface `wrapper` that allows a wrapper by name looks through it: the wrapped command decides. So the
 * wrapper's own command need not be allowed on `bash` too; a rule there that speaks of it still holds, and so does
 * what an assignment (`PATH=`) makes of the command that it stands before, which runs itself.
 */
function lookThrough(finding: Finding, wrapper: Wrapper, floor: Finding): Finding {
  const { rule } = floor;
  const allowsByName = floor.action === "allow" && !floor.mixed && rule?.surface === WRAPPER && !rule.catchAll;
  if (!allowsByName || wrapper.name.endsWith("=")) return finding;
  return finding.rule === null || finding.rule.catchAll ? lift(finding, rule) : finding;
}

function ownCover(finding: Finding): Cover | null {
  if (finding.action !== "allow" || finding.mixed || finding.rule === null) return null;
  return { rule: finding.rule, words: finding.rule.fixedWords };
}

/** What a rule on the unit's wrapper names of the unit itself. */
function inheritedCover(program: BashProgram, covers: readonly (Cover | null)[], unit: CommandUnit): Cover | null {
  if (unit.wrappedBy === null) return null;
  const cover = covers[unit.wrappedBy] ?? null;
  const innerWord = program.units[unit.wrappedBy]?.wrapper?.innerWord ?? null;
  if (cover === null || innerWord === null || cover.words <= innerWord) return null;
  return { rule: cover.rule, words: cover.words - innerWord };
}

/** An `ask` becomes an `allow`, unless it may stand for a denial or is `final`. */
function lift(finding: Finding, rule: TableRule): Finding {
  if (finding.action !== "ask" || finding.mixed || finding.final) return finding;
  const action: Action = "allow";
  return { ...finding, action, lifted: rule };
}
