/**
 * What differs between two tables: the regions of texts whose answer changes, each with a shortest example.
 */
import { BUILT_IN_SURFACES } from "../surfaces.ts";
import { type Action, type RuleSource, strictness } from "../../src/decision.ts";
import type { Gate } from "../../src/explain.ts";
import { Alphabet, alphabetOf } from "../../src/table/alphabet.ts";
import type { RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { ChangedRules, changedRanks } from "./changes.ts";
import { formOf } from "./forms.ts";
import { type Call, callsFor, decide, exampleGate, textShown } from "./probe.ts";
import { search, type SearchBudget, type Standing } from "./search.ts";
import { type Answer, Lists, type Side } from "./side.ts";

/** An answer with what decides it. */
export interface DiffAnswer {
  readonly action: Action;
  /** Null where a default decides. */
  readonly rule: RuleSource | null;
  /** A `final` rule holds the answer, so that nothing that comes later can lift it. */
  readonly final: boolean;
}

/** An example of a region. */
export interface Witness {
  /** As people write it: a command, a path, a name. */
  readonly shown: string;
  /** The call to try it with; null where the surface is only asked as a part of other calls. */
  readonly call: Call | null;
  /**
   * True where a gate, asked about the call, gives exactly the two answers. False where every call that was tried has
   * more to it than the surface says, so that the answers are those of the surface alone.
   */
  readonly real: boolean;
  /** Where it is not real, what a gate answers to the call. */
  readonly whole: { readonly old: Action; readonly new: Action } | null;
}

/** All texts whose answer comes from one rule before and from another one after. */
export interface Region {
  /** The surface, and the others on which the same default changes. */
  readonly surface: string;
  readonly alsoOn: readonly string[];
  /** The agent that it is about; null for every agent without rules of its own. */
  readonly agent: string | null;
  readonly old: DiffAnswer;
  readonly new: DiffAnswer;
  readonly direction: "loosens" | "tightens";
  readonly witness: Witness;
}

export interface PolicyDiff {
  /** Loosening first, then by surface and length of the example. */
  readonly regions: readonly Region[];
  /** What could not be told, a sentence each. Where this is not empty, there may be more regions. */
  readonly undecided: readonly string[];
  /** Nothing differs, and everything was looked at. */
  readonly equal: boolean;
}

/** Steps through automata that a comparison may take: some seconds. */
const STEPS = 30_000_000;
/** Examples of a region that are tried on a gate. */
const MOST_TRIES = 8;
/** Regions that are kept. */
const MOST_REGIONS = 5_000;

/** A surface and agent on which two tables are compared, and how its texts are asked about. */
export interface Ground {
  readonly surface: string;
  readonly agent: string | null;
  readonly old: Side | Answer;
  readonly new: Side | Answer;
  /** The surface whose texts they are. */
  readonly texts: string;
  readonly isTool: boolean;
  readonly shellTool: { readonly tool: string; readonly commandArgument: string } | null;
}

/** A region before its example is chosen. */
export interface Found {
  readonly ground: Ground;
  readonly old: Answer;
  readonly new: Answer;
  /** Shortest first. */
  readonly texts: string[];
  readonly alsoOn: string[];
}

/**
 * Compares two tables, surface by surface and agent by agent, over all texts whose words stand by themselves. What
 * differs on one surface may be decided by another in a call that both have a say in; the example's `real` says so.
 */
export async function diffTables(before: SealedTableData, after: SealedTableData, steps = STEPS): Promise<PolicyDiff> {
  const { found, undecided } = compareTables(before, after, { steps });
  const regions = found.length === 0 ? [] : await withWitnesses(found, before, after);
  regions.sort((a, b) => Number(a.direction === "tightens") - Number(b.direction === "tightens"));
  return { regions, undecided, equal: regions.length === 0 && undecided.length === 0 };
}

/** True where a change makes an answer less strict, or less lasting. */
function loosens(old: Answer, now: Answer): boolean {
  const difference = strictness(now.action) - strictness(old.action);
  return difference < 0 || (difference === 0 && old.final && !now.final);
}

/** The regions by their texts alone, each with texts of it, shortest first. */
export function compareTables(
  before: SealedTableData,
  after: SealedTableData,
  budget: SearchBudget,
): { found: Found[]; undecided: string[] } {
  const [old, now] = [new Lists(before), new Lists(after)];
  const undecided = shellToolChanges(before, after);
  const regions = new Map<string, Found>();
  const places = new Places();
  for (const ground of groundsOf(old, now)) {
    const add = (one: Answer, other: Answer, text: () => string): boolean => {
      const defaults = one.rule === null && other.rule === null;
      const key = [
        defaults ? "" : ground.surface,
        places.of(one.rule),
        places.of(other.rule),
        one.action,
        other.action,
        one.final,
        other.final,
      ].join("\0");
      const known = regions.get(key);
      if (known === undefined) {
        if (regions.size >= MOST_REGIONS) return true;
        regions.set(key, { ground, old: one, new: other, texts: [text()], alsoOn: [] });
      } else if (known.ground === ground) {
        if (known.texts.length < MOST_TRIES) known.texts.push(text());
      } else if (defaults && known.ground.surface !== ground.surface && !known.alsoOn.includes(ground.surface)) {
        known.alsoOn.push(ground.surface);
      }
      return false;
    };
    const end = compareOn(ground, budget, add);
    const whose = ground.agent === null ? "" : ` for agent \`${ground.agent}\``;
    if (end === "budget") undecided.push(`the rules of \`${ground.surface}\`${whose} were not compared to the end`);
    if (end === "ended") undecided.push(`more than ${MOST_REGIONS} regions differ; the rest was not looked at`);
    if (end === "ended") break;
  }
  return { found: [...regions.values()], undecided };
}

function isSide(side: Side | Answer): side is Side {
  return "machines" in side;
}

function compareOn(
  ground: Ground,
  budget: SearchBudget,
  add: (old: Answer, now: Answer, text: () => string) => boolean,
): "all" | "ended" | "budget" {
  const { old, new: now } = ground;
  if (isSide(old) && isSide(now) && old.isLike(now)) return "all";
  const rules = [...(isSide(old) ? old.rules : []), ...(isSide(now) ? now.rules : [])];
  const alphabet = new Alphabet(alphabetOf(rules));
  const oldMachines = isSide(old) ? old.machines(alphabet) : [];
  const machines = [...oldMachines, ...(isSide(now) ? now.machines(alphabet) : [])];
  const matters = isSide(old) && isSide(now) ? canDiffer(old, now) : null;
  return search({
    machines,
    alphabet,
    form: formOf(ground.texts, ground.isTool),
    budget,
    ...(matters === null ? {} : { matters }),
    found(ranks, text) {
      const one = isSide(old) ? old.answer(ranks) : old;
      const other = isSide(now) ? now.answer(ranks, oldMachines.length) : now;
      if (one.action === other.action && one.final === other.final) return false;
      return add(one, other, text);
    },
  });
}

/** Tells whether the answers can still differ; null where nothing can be said. */
function canDiffer(old: Side, now: Side): ((standings: readonly Standing[]) => boolean) | null {
  if (old.layers.length !== now.layers.length) return null;
  const changed: { readonly at: number; readonly rules: ChangedRules }[] = [];
  for (const [layer, { trusted, default: fallback }] of old.layers.entries()) {
    const other = now.layers[layer]!;
    const sameDefault = other.trusted === trusted && other.default === fallback;
    for (const floors of [false, true]) {
      const [one, another] = [partAt(old, layer, floors), partAt(now, layer, floors)];
      const ranks = changedRanks(one.members, another.members);
      if (!sameDefault && !floors) for (const side of [ranks.old, ranks.new]) side.add(-1);
      // Without an automaton on a side, no text has a winner there.
      if (one.at === -1 && another.at === -1) {
        if (!sameDefault) return null;
      } else {
        if (one.at !== -1) changed.push({ at: one.at, rules: new ChangedRules(ranks.old) });
        if (another.at !== -1) changed.push({ at: old.parts.length + another.at, rules: new ChangedRules(ranks.new) });
      }
    }
  }
  return (standings) => changed.some(({ at, rules }) => rules.matter(standings[at]!));
}

function partAt(side: Side, layer: number, floors: boolean): { at: number; members: readonly RuleData[] } {
  const at = side.parts.findIndex((part) => part.layer === layer && part.floors === floors);
  return { at, members: side.parts[at]?.members ?? [] };
}

/** What there is to compare: every surface that has rules, and one of each kind that has none. */
function groundsOf(old: Lists, now: Lists): Ground[] {
  const grounds: Ground[] = [];
  const shells = new Set([...old.data.shellTools, ...now.data.shellTools].map(({ tool }) => tool));
  const ruled = new Set([...old.surfaces, ...now.surfaces]);
  for (const surface of new Set([...BUILT_IN_SURFACES, ...ruled, "tool"])) {
    if (shells.has(surface) && surface !== "bash") continue;
    for (const agent of [null, ...new Set([...old.agents(surface), ...now.agents(surface)])]) {
      grounds.push({
        surface,
        agent,
        old: old.side(surface, agent),
        new: now.side(surface, agent),
        texts: surface,
        isTool: old.isTool(surface),
        shellTool: null,
      });
    }
  }
  for (const tool of shells) grounds.push(...shellGrounds(tool, old, now));
  return grounds;
}

/** A tool that is a shell in one table alone: in the other, its surface is asked about `*`. */
function shellGrounds(tool: string, old: Lists, now: Lists): Ground[] {
  const entryOf = (lists: Lists) => lists.data.shellTools.find((entry) => entry.tool === tool) ?? null;
  const [before, after] = [entryOf(old), entryOf(now)];
  if (before !== null && after !== null) return [];
  const agents = new Set([old, now].flatMap((lists) => [...lists.agents("bash"), ...lists.agents(tool)]));
  return [null, ...agents].map((agent): Ground => {
    const sideOf = (lists: Lists, isShell: boolean) =>
      isShell ? lists.side("bash", agent) : answerForTool(lists.side(tool, agent));
    return {
      surface: tool,
      agent,
      old: sideOf(old, before !== null),
      new: sideOf(now, after !== null),
      texts: "bash",
      isTool: false,
      shellTool: before ?? after,
    };
  });
}

function answerForTool(side: Side): Answer {
  const alphabet = new Alphabet(alphabetOf(side.rules));
  let answer = side.answer([]);
  search({
    machines: side.machines(alphabet),
    alphabet,
    form: formOf(side.surface, true),
    budget: { steps: 10_000 },
    found(ranks) {
      answer = side.answer(ranks);
      return true;
    },
  });
  return answer;
}

/** Shell tools whose fields differ: what a call runs, or where, is then another thing, and no text tells. */
function shellToolChanges(before: SealedTableData, after: SealedTableData): string[] {
  return before.shellTools.flatMap((entry) => {
    const other = after.shellTools.find(({ tool }) => tool === entry.tool);
    if (other === undefined || JSON.stringify(other) === JSON.stringify(entry)) return [];
    return [`the shell tool \`${entry.tool}\` reads its command or its directory from another argument than before`];
  });
}

async function withWitnesses(
  found: readonly Found[],
  before: SealedTableData,
  after: SealedTableData,
): Promise<Region[]> {
  const gates = { old: await exampleGate(before), new: await exampleGate(after) };
  return found.map((region) => ({
    surface: region.ground.surface,
    alsoOn: region.alsoOn,
    agent: region.ground.agent,
    old: told(region.old),
    new: told(region.new),
    direction: loosens(region.old, region.new) ? ("loosens" as const) : ("tightens" as const),
    witness: witnessOf(region, gates),
  }));
}

/** The first example that a gate bears out; else the one that shows most, as the surface alone answers it. */
function witnessOf(region: Found, gates: { readonly old: Gate; readonly new: Gate }): Witness {
  const { ground, texts } = region;
  let next: Witness | null = null;
  for (const text of texts) {
    const shown = textShown(ground.texts, text);
    for (const call of callsFor(ground.texts, text, ground.agent, ground.shellTool)) {
      const [one, other] = [decide(gates.old, call), decide(gates.new, call)];
      const same = one.action === region.old.action && other.action === region.new.action;
      const sameAction = region.old.action === region.new.action;
      const lasting = !sameAction || (one.final === region.old.final && other.final === region.new.final);
      if (same && lasting) return { shown, call, real: true, whole: null };
      // A call whose answer changes in another way shows more than one whose answer does not.
      const changes = one.action !== other.action && next?.whole?.old === next?.whole?.new;
      if (next === null || changes) next = { shown, call, real: false, whole: { old: one.action, new: other.action } };
    }
    next ??= { shown, call: null, real: false, whole: null };
  }
  return next!;
}

function told({ action, rule, final }: Answer): DiffAnswer {
  return { action, final, rule: rule === null ? null : sourceOf(rule) };
}

/** A rule's place and text. */
function sourceOf({ file, line, column, text }: RuleData): RuleSource {
  return { file, line, column, text };
}

/** Numbers for the places of rules: rules at one place are one rule of the policy. */
class Places {
  readonly #ofRule = new Map<RuleData, number>();
  readonly #numbers = new Map<string, number>();

  /** -1 for no rule. */
  of(rule: RuleData | null): number {
    if (rule === null) return -1;
    let number = this.#ofRule.get(rule);
    if (number === undefined) {
      const key = JSON.stringify(sourceOf(rule));
      number = this.#numbers.get(key) ?? this.#numbers.size;
      this.#numbers.set(key, number);
      this.#ofRule.set(rule, number);
    }
    return number;
  }
}
