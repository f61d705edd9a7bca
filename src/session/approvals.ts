/**
 * The approvals of a session: kept, listed, revoked, and asked whether they answer for what the gate asks.
 *
 * An approval lifts an `ask`. It never lifts a denial, nothing that a `final` rule holds, and no answer that may stand
 * for a denial because only a run would tell.
 */
import type { Assessment } from "../gate/assessment.ts";
import type { Finding } from "../gate/finding.ts";
import type { Question } from "../table/question.ts";
import type { LookupOptions } from "../table/table.ts";
import type { Approval, Suggestion } from "./approval.ts";
import { ApprovalTable } from "./approval-table.ts";

/** What is left to ask after the approvals, and which of them answered. */
export interface Coverage {
  readonly open: readonly Finding[];
  readonly used: readonly Approval[];
}

export class Approvals {
  readonly #approvals = new Map<string, Approval>();
  readonly #tables = new Map<string | null, ApprovalTable<Approval>>();
  #count = 0;

  /** In the order in which they were given. */
  list(): readonly Approval[] {
    return [...this.#approvals.values()];
  }

  /** Keeps a suggestion; one that is there already stays as it is. Answers the approval. */
  add(
    suggestion: Suggestion,
    about: { readonly time: string; readonly value: string; readonly tool: string },
  ): Approval {
    const known = this.list().find((approval) => isSame(approval, suggestion));
    if (known !== undefined) return known;
    const approval = Object.freeze({ ...suggestion, ...about, id: `a${++this.#count}` });
    this.#approvals.set(approval.id, approval);
    this.#tables.delete(approval.agent);
    return approval;
  }

  /** Takes one back. False where there is none of that name. */
  revoke(id: string): boolean {
    const approval = this.#approvals.get(id);
    if (approval === undefined) return false;
    this.#tables.delete(approval.agent);
    return this.#approvals.delete(id);
  }

  /** What of a call that is asked about the approvals leave open. `call` is the call's own mark. */
  cover(assessment: Assessment, call: string): Coverage {
    const asked = assessment.findings.filter((finding) => finding.action === "ask");
    if (this.#approvals.size === 0 || assessment.decision.action !== "ask") return { open: asked, used: [] };
    return coverageOf(assessment, asked, this.#tableFor(assessment.agent), call);
  }

  /** Whether approvals answer for some questions about one value, apart from all else that a call is asked. */
  allows(surface: string, agent: string | null, questions: readonly Question[], options: LookupOptions): boolean {
    const table = this.#tableFor(agent);
    return questions.every((question) => table.match(surface, question, options) !== null);
  }

  #tableFor(agent: string | null): ApprovalTable<Approval> {
    let table = this.#tables.get(agent);
    if (table === undefined) {
      table = new ApprovalTable(this.list().filter((approval) => approval.agent === agent));
      this.#tables.set(agent, table);
    }
    return table;
  }
}

/** True where suggestions, taken together, leave nothing of a call open. */
export function answersFor(assessment: Assessment, suggestions: readonly Suggestion[], call: string): boolean {
  const asked = assessment.findings.filter((finding) => finding.action === "ask");
  return coverageOf(assessment, asked, new ApprovalTable(suggestions), call).open.length === 0;
}

/** True where suggestions answer for one of the questions of a call. */
export function answersForFinding(assessment: Assessment, finding: Finding, table: ApprovalTable<Suggestion>): boolean {
  return coverageOf(assessment, [finding], table, "").open.length === 0;
}

function isSame(one: Suggestion, other: Suggestion): boolean {
  return (
    one.surface === other.surface &&
    one.agent === other.agent &&
    one.program === other.program &&
    one.call === other.call
  );
}

/** An approval on a command, and how many of its first words the approval names. */
interface Cover<Approved> {
  readonly approval: Approved;
  readonly words: number;
}

/** What answers for a command: for its words, and for what it runs. */
interface UnitCover<Approved> {
  readonly own: Cover<Approved> | null;
  /** For the floor of a command that runs another. */
  readonly floor: Approved | null;
}

function coverageOf<Approved extends Suggestion>(
  assessment: Assessment,
  asked: readonly Finding[],
  table: ApprovalTable<Approved>,
  call: string,
): { open: Finding[]; used: Approved[] } {
  const covers = new UnitCovers(assessment, table, call);
  const open: Finding[] = [];
  const used = new Set<Approved>();
  for (const finding of asked) {
    const approval = isLiftable(finding) ? answerFor(finding, table, covers) : null;
    if (approval === null) open.push(finding);
    else used.add(approval);
  }
  return { open, used: [...used] };
}

/** False for what no approval may lift. */
export function isLiftable(finding: Finding): boolean {
  return finding.action === "ask" && !finding.final && !finding.mixed;
}

function answerFor<Approved extends Suggestion>(
  finding: Finding,
  table: ApprovalTable<Approved>,
  covers: UnitCovers<Approved>,
): Approved | null {
  const { subject, floor, asked, surface } = finding;
  if (subject.kind === "program") return null;
  if (subject.kind === "unit") {
    const cover = covers.of(subject.index);
    return floor === null ? (cover.own?.approval ?? null) : cover.floor;
  }
  return asked === null ? null : (table.match(surface, asked.question, optionsOf(finding))?.approval ?? null);
}

/** Each question has a budget of its own: the gate's may be spent. */
function optionsOf({ asked }: Finding): { fold?: boolean } {
  return asked?.options.fold === undefined ? {} : { fold: asked.options.fold };
}

/** Approvals on the commands of a program. As a rule does, one that names a wrapper and what it runs answers for both. */
class UnitCovers<Approved extends Suggestion> {
  readonly #assessment: Assessment;
  readonly #table: ApprovalTable<Approved>;
  readonly #call: string;
  readonly #known = new Map<number, UnitCover<Approved>>();

  constructor(assessment: Assessment, table: ApprovalTable<Approved>, call: string) {
    this.#assessment = assessment;
    this.#table = table;
    this.#call = call;
  }

  of(index: number): UnitCover<Approved> {
    let cover = this.#known.get(index);
    if (cover === undefined) this.#known.set(index, (cover = this.#find(index)));
    return cover;
  }

  /** A wrapper stands before what it wraps, so the way up ends; its length is that of the wrappers around a command. */
  #find(index: number): UnitCover<Approved> {
    const units = this.#assessment.program?.units ?? [];
    const unit = units[index];
    if (unit === undefined) return { own: null, floor: null };
    const matching =
      unit.wrapper === null
        ? [this.#table.match(BASH, unit.question, {})].filter((match) => match !== null)
        : this.#table.matching(BASH, unit.question, {});
    const inherited = this.#inherited(unit.wrappedBy, index);
    const covers = inherited === null ? matching : [...matching, inherited];
    const own = covers.reduce<Cover<Approved> | null>(
      (best, one) => (best !== null && best.words >= one.words ? best : one),
      null,
    );
    const inner = unit.wrapper?.innerWord ?? null;
    const naming = inner === null ? undefined : covers.find((cover) => cover.words > inner);
    const forCall = covers.find((cover) => cover.approval.call !== null && cover.approval.call === this.#call);
    return { own, floor: (naming ?? forCall)?.approval ?? null };
  }

  #inherited(wrappedBy: number | null, index: number): Cover<Approved> | null {
    if (wrappedBy === null || wrappedBy >= index) return null;
    const inner = this.#assessment.program?.units[wrappedBy]?.wrapper?.innerWord ?? null;
    const { own: outer, floor } = this.of(wrappedBy);
    // Who approved a program text in this very call has seen what it runs.
    if (floor !== null && floor.call !== null && floor.call === this.#call) return { approval: floor, words: 0 };
    if (inner === null || outer === null || outer.words <= inner) return null;
    return { approval: outer.approval, words: outer.words - inner };
  }
}

const BASH = "bash";
