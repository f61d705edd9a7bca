/**
 * What people approve again and again, as rules: the fewest that answer for it and admit nothing that was refused or
 * denied.
 *
 *   records → questions that were approved, and those that must not be → candidates → cover → put in → tried
 */
import type { RuleSource } from "../../src/decision.ts";
import { createGate, type Gate } from "../../src/explain.ts";
import type { GateOptions } from "../../src/gate.ts";
import type { Assessment } from "../../src/gate/assessment.ts";
import type { Finding } from "../../src/gate/finding.ts";
import type { Suggestion } from "../../src/session/approval.ts";
import { ApprovalTable } from "../../src/session/approval-table.ts";
import { answersForFinding, isLiftable } from "../../src/session/approvals.ts";
import { sourceOf } from "../../src/gate/answer.ts";
import { plainExample } from "../../src/session/suggest-command.ts";
import { compilePolicy, type CompiledPolicy } from "../compile.ts";
import type { LoadOptions, PolicySource } from "../load.ts";
import { candidatesFor, type Candidate } from "./candidates.ts";
import { insertRules, type NewRule } from "./insert.ts";
import { liftedDenials } from "./lifted.ts";
import { callKey, callText, invocationOf, verdictOf, type PlacedRecord } from "./records.ts";
import { withFile, withText } from "./sources.ts";
import { testsFor } from "./learned-tests.ts";

/** A rule that is proposed. */
export interface Proposal {
  readonly surface: string;
  readonly agent: string | null;
  readonly rule: string;
  /** How many approved calls it answers for, and some of them. */
  readonly calls: number;
  readonly examples: readonly string[];
  /** An example of what else it would allow; null where nothing. */
  readonly alsoAllows: string | null;
}

export interface LearnResult {
  readonly proposals: readonly Proposal[];
  /** The policy with the proposals put in, formatted, tests included; the text as it was where there are none. */
  readonly text: string;
  /** Approved calls that would be allowed, that are allowed already, and that go on being asked. */
  readonly allowed: number;
  readonly already: number;
  readonly left: number;
  /** Refused and denied calls that were tried: none of them is allowed. */
  readonly kept: number;
  /** Why something was left, a sentence each. */
  readonly remarks: readonly string[];
}

export interface LearnOptions {
  /** The policies in force. `file` among them is the one that the rules are put into; it may be new. */
  readonly sources: readonly PolicySource[];
  readonly file: string;
  readonly load: LoadOptions;
  /** Where gates stand. */
  readonly world: Pick<GateOptions, "cwd" | "home" | "platform" | "fileSystem" | "shellTools">;
  /** Most rules that are proposed; 25 otherwise. */
  readonly most?: number;
  /** For the comments: when the rules were learned. */
  readonly date: string;
}

/** The policies have errors, so that nothing can be learned. */
export class LearnError extends Error {
  override readonly name = "LearnError";
  readonly policy: CompiledPolicy;

  constructor(policy: CompiledPolicy) {
    super("the policy has errors");
    this.policy = policy;
  }
}

const MOST_RULES = 25;
const MOST_EXAMPLES = 3;

/** One thing that has to be answered for an approved call. */
interface Item {
  readonly finding: Finding;
  readonly assessment: Assessment;
  readonly candidates: readonly Candidate[];
  /** The calls that need it. */
  readonly calls: Set<string>;
}

interface KnownCall {
  readonly placed: PlacedRecord;
  readonly assessment: Assessment;
  count: number;
}

/** Proposes rules for what the records say was approved. */
export async function learn(records: readonly PlacedRecord[], options: LearnOptions): Promise<LearnResult> {
  const sources = withFile(options.sources, options.file);
  const base = compilePolicy(sources, options.load);
  if (base.table === null || base.data === null) throw new LearnError(base);
  const gate = await createGate({ table: base.table, ...options.world });
  const calls = sorted(records, gate);
  const inItems: string[] = [];
  const items = itemsOf(calls, gate.home, inItems);
  const forbidden = forbiddenOf(calls, items);
  const text = sources.find(({ file }) => file === options.file)!.text;
  const heldBack = new Set<string>();

  // What is put in is tried as a whole; what turns out to admit too much is held back, and narrower rules are tried.
  for (;;) {
    const remarks = [...inItems];
    const picked = cover([...items.values()], forbidden, heldBack, options.most ?? MOST_RULES, remarks);
    for (const rule of heldBack)
      remarks.push(`\`${rule}\` is held back: it would also allow what is denied or was refused`);
    const rules = picked.map((one) => newRule(one, options.date));
    const written = picked.length === 0 ? text : insertRules(text, options.file, rules);
    if (written === null) throw new Error("the proposed rules cannot be put into the policy");
    const after = compilePolicy(withText(sources, options.file, written), options.load);
    if (after.table === null || after.data === null) throw new LearnError(after);
    const newGate = await createGate({ table: after.table, ...options.world });
    const wrong = picked.length === 0 ? [] : await admittedTooMuch(picked, base, after, calls, newGate);
    if (wrong.length === 0) return result({ picked, calls, gate: newGate, remarks, options, text, rules });
    for (const { candidate } of wrong) heldBack.add(nameOf(candidate));
  }
}

/** `bash: allow git checkout *` */
function nameOf({ suggestion }: Candidate): string {
  return `${suggestion.surface}: ${suggestion.rule}`;
}

interface Calls {
  readonly approved: ReadonlyMap<string, KnownCall>;
  readonly against: ReadonlyMap<string, KnownCall>;
  readonly already: number;
}

/** The calls of the log by what people, or the policy, made of them. Who refused a call once does not want it allowed. */
function sorted(records: readonly PlacedRecord[], gate: Gate): Calls {
  const approved = new Map<string, KnownCall>();
  const against = new Map<string, KnownCall>();
  const already = new Set<string>();
  for (const placed of records) {
    const verdict = verdictOf(placed.record);
    if (verdict === "other" || (verdict === "approved" && placed.record.partial)) continue;
    const into = verdict === "approved" ? approved : against;
    const key = callKey(placed.record);
    const known = into.get(key);
    if (known !== undefined) {
      known.count++;
      continue;
    }
    const assessment = gate.assess(invocationOf(placed.record));
    if (verdict === "approved" && assessment.decision.action === "allow") already.add(key);
    else into.set(key, { placed, assessment, count: 1 });
  }
  for (const key of against.keys()) approved.delete(key);
  return { approved, against, already: already.size };
}

function keyOf(finding: Finding, agent: string | null): string {
  const access = finding.subject.kind === "path" ? finding.subject.access : null;
  return JSON.stringify([finding.surface, agent, access, finding.value, finding.floor?.sentinel ?? null]);
}

function openOf({ findings }: Assessment): readonly Finding[] {
  return findings.filter((finding) => finding.action === "ask");
}

/** What has to be answered for the approved calls. A call of which one thing cannot be is left out whole. */
function itemsOf({ approved }: Calls, home: string, remarks: string[]): Map<string, Item> {
  const items = new Map<string, Item>();
  let left = 0;
  for (const [call, { assessment }] of approved) {
    const open = openOf(assessment);
    const isDenied = assessment.decision.action === "deny";
    const drafts = open.map((finding) => ({
      finding,
      candidates: isLiftable(finding) ? candidatesFor(finding, assessment, home) : [],
    }));
    // The floor of a wrapper is answered by a rule that names both commands.
    if (isDenied || drafts.length === 0 || drafts.some(({ candidates }) => candidates.length === 0)) {
      left++;
      continue;
    }
    for (const { finding, candidates } of drafts) {
      const key = keyOf(finding, assessment.agent);
      const known = items.get(key);
      if (known === undefined) items.set(key, { finding, assessment, candidates, calls: new Set([call]) });
      else known.calls.add(call);
    }
  }
  if (left > 0) remarks.push(`${left} approved calls cannot be said in a rule, and go on being asked`);
  return items;
}

/** What no rule may answer for: what was asked in refused and denied calls, and was not approved elsewhere. */
function forbiddenOf({ against }: Calls, items: ReadonlyMap<string, Item>): readonly Item[] {
  const forbidden = new Map<string, Item>();
  for (const [call, { assessment }] of against) {
    const asked = assessment.findings.filter((finding) => finding.action !== "allow" && finding.asked !== null);
    const others = asked.filter((finding) => !items.has(keyOf(finding, assessment.agent)));
    // Where all of it was approved elsewhere, nothing of it is allowed: the refusal counts.
    for (const finding of others.length > 0 ? others : asked) {
      const key = keyOf(finding, assessment.agent);
      forbidden.set(key, { finding, assessment, candidates: [], calls: new Set([call]) });
    }
  }
  return [...forbidden.values()];
}

interface Picked {
  readonly candidate: Candidate;
  readonly items: readonly Item[];
}

interface Answering {
  readonly candidate: Candidate;
  readonly covers: readonly Item[];
}

/** The candidates that answer for nothing forbidden, each with the items that it answers for. */
function answering(items: readonly Item[], forbidden: readonly Item[]): Answering[] {
  const candidates = new Map<string, Candidate>();
  for (const item of items) {
    for (const candidate of item.candidates) {
      const { surface, agent, program } = candidate.suggestion;
      const key = JSON.stringify([surface, agent, program]);
      if (!candidates.has(key)) candidates.set(key, candidate);
    }
  }
  return [...candidates.values()].flatMap((candidate) => {
    const { suggestion } = candidate;
    const table = new ApprovalTable([suggestion]);
    const answers = (item: Item): boolean => isAnswered(item, suggestion, table);
    if (forbidden.some(answers)) return [];
    return [{ candidate, covers: items.filter(answers) }];
  });
}

/** The fewest rules, greedily: each time the one that answers for the most of what is left. */
function cover(
  all: readonly Item[],
  forbidden: readonly Item[],
  heldBack: ReadonlySet<string>,
  most: number,
  remarks: string[],
): Picked[] {
  const known = answering(all, forbidden).filter(({ candidate }) => !heldBack.has(nameOf(candidate)));
  // A call is allowed whole or not at all: what is asked besides something that no rule answers for needs no rule.
  const answered = new Set(known.flatMap(({ covers }) => covers));
  const lost = new Set(all.filter((item) => !answered.has(item)).flatMap((item) => [...item.calls]));
  if (lost.size > 0) remarks.push(`${lost.size} approved calls are not answered by any rule that may be proposed`);
  const left = new Set(all.filter((item) => [...item.calls].some((call) => !lost.has(call))));
  const counted = known
    .map(({ candidate, covers }) => ({ candidate, covers: covers.filter((item) => left.has(item)) }))
    .filter(({ candidate, covers }) => covers.length >= candidate.needs);
  const picked: Picked[] = [];
  while (left.size > 0 && picked.length < most) {
    let best: (Answering & { gain: number }) | null = null;
    for (const { candidate, covers } of counted) {
      const gain = covers.filter((item) => left.has(item)).length;
      if (gain === 0) continue;
      const isBetter =
        best === null || gain > best.gain || (gain === best.gain && candidate.width < best.candidate.width);
      if (isBetter) best = { candidate, covers, gain };
    }
    if (best === null) break;
    const gained = best.covers.filter((item) => left.has(item));
    for (const item of gained) left.delete(item);
    picked.push({ candidate: best.candidate, items: gained });
  }
  if (left.size > 0)
    remarks.push(`${left.size} of the things that were approved would need more rules than are proposed`);
  return picked;
}

/** True where a rule answers for a question, by itself or because it names a wrapper and what that runs. */
function isAnswered({ finding, assessment }: Item, suggestion: Suggestion, table: ApprovalTable<Suggestion>): boolean {
  const surface = finding.subject.kind === "unit" ? "bash" : finding.surface;
  if (suggestion.agent !== assessment.agent || suggestion.surface !== surface) return false;
  // What is refused or denied is looked at as if it were asked.
  const asked: Finding = { ...finding, action: "ask", final: false, mixed: false };
  return answersForFinding(assessment, asked, table);
}

/** The rule to put in, behind the one that asked most of what it answers for. */
function newRule({ candidate, items }: Picked, date: string): NewRule {
  const { surface, agent, rule } = candidate.suggestion;
  const calls = new Set(items.flatMap((item) => [...item.calls])).size;
  const asking = items.map((item) => item.finding.rule).filter((one) => one !== null);
  // Behind the last of them: an earlier place would be overridden by a later rule that asks.
  const last = asking.reduce<(typeof asking)[number] | null>(
    (best, one) => (best !== null && best.index > one.index ? best : one),
    null,
  );
  const source: RuleSource | null = last === null || asking.length < items.length ? null : sourceOf(last);
  const after = last === null ? null : (source ?? sourceOf(last));
  const comment = `learned on ${date}: approved ${calls === 1 ? "once" : `in ${calls} calls`}`;
  return { surface, agent, rule, comment, after };
}

/** Of the rules put in, those that admit what was denied or refused. */
async function admittedTooMuch(
  picked: readonly Picked[],
  before: CompiledPolicy,
  after: CompiledPolicy,
  { against }: Calls,
  gate: Gate,
): Promise<readonly Picked[]> {
  const wrong = new Set<Picked>();
  const blame = (texts: ReadonlySet<string>): void => {
    for (const one of picked) if (texts.has(nameOf(one.candidate))) wrong.add(one);
  };
  for (const { surfaces, rule } of await liftedDenials(before.data!, after.data!)) {
    blame(new Set(surfaces.map((surface) => `${surface}: ${rule.text}`)));
  }
  for (const { placed } of against.values()) {
    const assessment = gate.assess(invocationOf(placed.record));
    if (assessment.decision.action !== "allow") continue;
    blame(new Set(assessment.findings.map(({ surface, rule }) => `${surface}: ${rule?.text ?? ""}`)));
  }
  return [...wrong];
}

async function result(found: {
  picked: readonly Picked[];
  calls: Calls;
  gate: Gate;
  remarks: readonly string[];
  options: LearnOptions;
  text: string;
  rules: readonly NewRule[];
}): Promise<LearnResult> {
  const { picked, calls, gate, remarks, options, text, rules } = found;
  let allowed = 0;
  for (const { placed } of calls.approved.values()) {
    if (gate.decide(invocationOf(placed.record)).action === "allow") allowed++;
  }
  const textOf = (call: string): string => callText(calls.approved.get(call)!.placed.record);
  const proposals = picked.map(({ candidate, items }): Proposal => {
    const { surface, agent, rule, alsoAllows, exact } = candidate.suggestion;
    const own = [...new Set(items.flatMap((item) => [...item.calls]))];
    const examples = [...new Set(own.map(textOf))].slice(0, MOST_EXAMPLES);
    const example = alsoAllows ?? plainExample(candidate.suggestion.pattern);
    // What a later rule denies is not allowed by this one.
    const isTrue = surface !== "bash" || gate.decide({ tool: surface, input: { command: example } }).action === "allow";
    const more = exact ? null : isTrue ? example : plainExample(candidate.suggestion.pattern);
    return { surface, agent, rule, calls: own.length, examples, alsoAllows: more };
  });
  const tests =
    picked.length === 0 ? [] : await testsFor([...calls.approved.values()], [...calls.against.values()], gate.table);
  const written = picked.length === 0 ? text : insertRules(text, options.file, rules, tests);
  if (written === null) throw new Error("the tests of the proposed rules cannot be put into the policy");
  return {
    proposals,
    text: written,
    allowed,
    already: calls.already,
    left: calls.approved.size - allowed,
    kept: calls.against.size,
    remarks,
  };
}
