/**
 * The answer of the rules to a question.
 *
 * Every spelling is followed through the automata of every layer. What comes of it is, for each layer, the last rule
 * that matches and the strictest `final` one; over several spellings, the highest of each. With holes there are several
 * such *outcomes*, one for each group of texts that the rules treat alike, and they have to give one action.
 */
import { type Action, stricter, strictness } from "../decision.ts";
import { knownText, type Value } from "../text.ts";
import type { Alphabet } from "./alphabet.ts";
import { foldValue } from "./fold.ts";
import type { Part, PartName, RuleList } from "./list.ts";
import type { Question } from "./question.ts";
import type { TableRule } from "./rule.ts";
import { possibleWinners, type StepBudget } from "./walk.ts";

/** Steps through automata that one lookup may take where it is given no budget: some tens of milliseconds. */
const STEPS = 100_000;

export interface Verdict {
  readonly action: Action;
  /**
   * The rule that decided; null where a default did. Where the texts get different answers, the strictest rule of those
   * that were found to decide for some text: the search ends once the answers differ.
   */
  readonly rule: TableRule | null;
  /** Some rule matches some text. */
  readonly matched: boolean;
  /** The texts get different answers, or it would take too long to tell; so the action is `ask`. */
  readonly mixed: boolean;
  /** A `final` rule holds the answer, so that nobody's approval can lift it. */
  readonly final: boolean;
}

export interface LookupOptions {
  /** The answer where no rule matches. Without it the layers' `default`, else `ask`. */
  readonly unmatched?: Action;
  /** True where names that differ only in case name the same file. Has an effect on path surfaces. */
  readonly fold?: boolean;
  /** Shared by all lookups that are given the same object, so that a whole call can be bounded. */
  readonly budget?: StepBudget;
}

/** A layer as it answers on one surface for one agent. */
export interface LayerRules {
  readonly trusted: boolean;
  readonly default: Action | null;
  /** Null where the layer has no rule there. */
  readonly list: RuleList | null;
}

/** For each layer the index of the winning rule in the table and the rank of the strictest floor; -1 for none. */
type Outcome = readonly number[];

/** The answer of some layers to a question. `rules` are all rules of the table, by their index. */
export function lookUp(
  rules: readonly TableRule[],
  layers: readonly LayerRules[],
  question: Question,
  options: LookupOptions,
): Verdict {
  const plain = plainText(layers, question, options);
  if (plain !== null) return lookUpText(rules, layers[0]!, plain, options.unmatched);
  const lists = layers.map((layer) => layer.list);
  const spellings = spellingsOf(question, options.fold === true);
  const outcomes = follow(lists, spellings, options.budget ?? { left: STEPS }, () => {
    const actions = new Set<Action>();
    return (outcome) => actions.add(answerOf(rules, layers, outcome, options.unmatched).action).size > 1;
  });
  // A value that has no text at all is not understood, and treated like one that takes too long.
  if (outcomes === null || outcomes.length === 0) {
    const final = lists.some((list) => list !== null && list.parts.floors !== null);
    return { action: "ask", rule: null, matched: true, mixed: true, final };
  }
  return combine(outcomes.map((outcome) => answerOf(rules, layers, outcome, options.unmatched)));
}

/** The text of a question that asks for nothing but one text, of one layer: what most questions are. */
function plainText(layers: readonly LayerRules[], question: Question, options: LookupOptions): string | null {
  const plain =
    layers.length === 1 &&
    question.written.length === 1 &&
    question.readings.length === 0 &&
    question.aliases === undefined &&
    options.fold !== true;
  return plain ? knownText(question.written[0]!) : null;
}

function lookUpText(
  rules: readonly TableRule[],
  layer: LayerRules,
  text: string,
  unmatched: Action | undefined,
): Verdict {
  const parts = layer.list?.parts;
  const winner = parts?.rules?.members[parts.rules.automaton.winner(text)] ?? null;
  const floor = parts?.floors?.automaton.winner(text) ?? -1;
  const answer = answerOfLayer(layer, winner === null ? null : rules[winner.index]!, floor, unmatched)!;
  return { ...answer, mixed: false };
}

/**
 * Indices of the rules that ask or deny and can be the last such rule to match; null where it would take too long. The
 * search ends at the first of them that is no catch-all.
 */
export function lastRestrictive(
  rules: readonly TableRule[],
  list: RuleList,
  question: Question,
  options: LookupOptions,
): number[] | null {
  const restrictive = ["restrictive"] as const;
  const spellings = spellingsOf(question, options.fold === true).map((spelling) =>
    spelling.folded ? spelling : { ...spelling, parts: restrictive, directory: null },
  );
  const isSpecific = ([index = -1]: Outcome): boolean => rules[index]?.catchAll === false;
  const outcomes = follow([list], spellings, options.budget ?? { left: STEPS }, () => isSpecific);
  return outcomes === null
    ? null
    : [...new Set(outcomes.map((outcome) => outcome[0]!))].filter((index) => index !== -1);
}

/** One spelling, and which parts of a list it is asked of. The first is asked for the winner. */
interface Spelling {
  readonly value: Value;
  readonly folded: boolean;
  readonly parts: readonly PartName[];
  /** For an alias: a rule that allows counts only with this fixed directory. */
  readonly directory: string | null;
}

const WRITTEN: readonly PartName[] = ["rules", "floors"];
const READING: readonly PartName[] = ["restrictive", "floors"];
const ALIAS: readonly PartName[] = ["rules", "floors", "restrictive"];
const FOLDED: readonly PartName[] = ["foldedRestrictive", "foldedFloors"];

function spellingsOf(question: Question, folding: boolean): Spelling[] {
  const spellings: Spelling[] = [];
  for (const value of question.written) spellings.push({ value, folded: false, parts: WRITTEN, directory: null });
  for (const value of question.readings) spellings.push({ value, folded: false, parts: READING, directory: null });
  for (const { directory, value } of question.aliases ?? []) {
    spellings.push({ value, folded: false, parts: ALIAS, directory });
  }
  if (!folding) return spellings;
  const folded = spellings.map(({ value }) => ({
    value: foldValue(value),
    folded: true,
    parts: FOLDED,
    directory: null,
  }));
  return [...spellings, ...folded];
}

/**
 * All outcomes over the texts of all spellings, each once; null where the budget did not suffice.
 *
 * `isEnough` makes a judge for the outcomes of one spelling with holes: once it has been told enough, the search ends
 * with what was found. Any text of one spelling may meet any of another, so the judge is told each outcome together
 * with some outcome of every other spelling.
 */
function follow(
  lists: readonly (RuleList | null)[],
  spellings: readonly Spelling[],
  budget: StepBudget,
  isEnough: () => (outcome: Outcome) => boolean,
): readonly Outcome[] | null {
  // What the spellings without holes come to, and then what each one with holes can add.
  const known: number[] = nothing(lists.length);
  const open: Spelling[] = [];
  for (const spelling of spellings) {
    const text = knownText(spelling.value);
    if (text === null) open.push(spelling);
    else {
      for (const [layer, list] of lists.entries()) {
        if (list !== null) raise(known, layer, ...winnersOfText(list, spelling, text));
      }
    }
  }
  if (open.length > 0 && budget.left <= 0) return null;
  const samples = open.length < 2 ? [] : open.map((spelling) => sampleOf(lists, spelling, budget));
  let all: Outcome[] = [known];
  for (const [at, spelling] of open.entries()) {
    const others = samples
      .filter((_, index) => index !== at)
      .reduce<Outcome>((highest, sample) => higher(highest, sample?.outcomes[0] ?? known), known);
    const judge = isEnough();
    let enough = false;
    const isEnoughWithOthers = (outcome: Outcome): boolean => (enough = judge(higher(others, outcome)));
    const outcomes =
      allOfSample(samples[at], isEnoughWithOthers) ?? outcomesOfHoles(lists, spelling, budget, isEnoughWithOthers);
    if (outcomes === null) return null;
    if (enough) return outcomes.map((outcome) => higher(others, outcome));
    const combined = new Map<string, Outcome>();
    for (const one of all) {
      for (const other of outcomes) {
        if (budget.left-- <= 0) return null;
        const highest = higher(one, other);
        combined.set(highest.join(), highest);
      }
    }
    all = [...combined.values()];
  }
  return all;
}

/** Some outcomes of a spelling with holes: none where it has no text. */
interface Sample {
  readonly outcomes: readonly Outcome[];
  /** There are no others. */
  readonly complete: boolean;
}

/** One outcome of a spelling, and whether there are others; null where the budget did not suffice. */
function sampleOf(lists: readonly (RuleList | null)[], spelling: Spelling, budget: StepBudget): Sample | null {
  let found = 0;
  const outcomes = outcomesOfHoles(lists, spelling, budget, () => ++found > 1);
  return outcomes === null ? null : { outcomes, complete: found <= 1 };
}

/** The outcomes of a spelling where its sample has them all, told to the judge up to where that is enough. */
function allOfSample(
  sample: Sample | null | undefined,
  isEnough: (outcome: Outcome) => boolean,
): readonly Outcome[] | null {
  if (sample?.complete !== true) return null;
  sample.outcomes.some(isEnough);
  return sample.outcomes;
}

/** The outcome of nothing, for a number of layers. */
function nothing(layers: number): number[] {
  return Array.from({ length: 2 * layers }, () => -1);
}

function higher(one: Outcome, other: Outcome): Outcome {
  return one.map((number, index) => Math.max(number, other[index]!));
}

function raise(outcome: number[], layer: number, rule: number, floor: number): void {
  if (rule > outcome[2 * layer]!) outcome[2 * layer] = rule;
  if (floor > outcome[2 * layer + 1]!) outcome[2 * layer + 1] = floor;
}

function winnersOfText(list: RuleList, spelling: Spelling, text: string): [rule: number, floor: number] {
  const [first, second, third] = spelling.parts;
  const winner = ruleAt(list, first, rankOf(list, first, text));
  const floor = rankOf(list, second, text);
  if (winner !== null && isUntrusted(winner, spelling)) {
    return [ruleAt(list, third, rankOf(list, third, text))?.index ?? -1, floor];
  }
  return [winner?.index ?? -1, floor];
}

/** True for a rule that allows an alias by more than the directory that the alias stands for. */
function isUntrusted(rule: TableRule, spelling: Spelling): boolean {
  return spelling.directory !== null && rule.action === "allow" && rule.directory !== spelling.directory;
}

function partOf(list: RuleList, name: PartName | undefined): Part | null {
  return name === undefined ? null : list.parts[name];
}

function rankOf(list: RuleList, name: PartName | undefined, text: string): number {
  return partOf(list, name)?.automaton.winner(text) ?? -1;
}

function ruleAt(list: RuleList, name: PartName | undefined, rank: number): TableRule | null {
  return partOf(list, name)?.members[rank] ?? null;
}

/** The outcomes of a spelling with holes; null where the budget did not suffice. `enough` can end the search. */
function outcomesOfHoles(
  lists: readonly (RuleList | null)[],
  spelling: Spelling,
  budget: StepBudget,
  enough: (outcome: Outcome) => boolean,
): Outcome[] | null {
  const asked: { readonly layer: number; readonly name: PartName; readonly part: Part }[] = [];
  let alphabet: Alphabet | null = null;
  for (const [layer, list] of lists.entries()) {
    if (list === null) continue;
    // All lists of a surface have one alphabet.
    alphabet ??= list.alphabets()[spelling.folded ? "folded" : "plain"];
    for (const name of spelling.parts) {
      const part = list.parts[name];
      if (part !== null) asked.push({ layer, name, part });
    }
  }
  const none: number[] = nothing(lists.length);
  if (alphabet === null || asked.length === 0) return [none];
  const outcomeOf = (ranks: readonly number[]): Outcome => {
    const outcome = [...none];
    for (const [layer, list] of lists.entries()) {
      if (list === null) continue;
      const rankOfPart = (name: PartName | undefined): number =>
        ranks[asked.findIndex((one) => one.layer === layer && one.name === name)] ?? -1;
      const [first, second, third] = spelling.parts;
      const winner = ruleAt(list, first, rankOfPart(first));
      const untrusted = winner !== null && isUntrusted(winner, spelling);
      const rule = untrusted ? ruleAt(list, third, rankOfPart(third)) : winner;
      raise(outcome, layer, rule?.index ?? -1, rankOfPart(second));
    }
    return outcome;
  };
  const winners = possibleWinners(
    asked.map(({ part }) => part.automaton),
    alphabet,
    spelling.value,
    budget,
    (ranks) => enough(outcomeOf(ranks)),
  );
  return winners?.map(outcomeOf) ?? null;
}

/** What one outcome answers. */
interface Answer {
  readonly action: Action;
  readonly rule: TableRule | null;
  readonly matched: boolean;
  readonly final: boolean;
}

function answerOf(
  rules: readonly TableRule[],
  layers: readonly LayerRules[],
  outcome: Outcome,
  unmatched: Action | undefined,
): Answer {
  let answer: Answer | null = null;
  for (const [index, layer] of layers.entries()) {
    const own = answerOfLayer(layer, rules[outcome[2 * index]!] ?? null, outcome[2 * index + 1]!, unmatched);
    if (own === null) continue;
    if (answer === null) answer = own;
    else {
      const decides: Answer = strictness(own.action) > strictness(answer.action) ? own : answer;
      const action = stricter(answer.action, own.action);
      answer = {
        action,
        rule: decides.rule,
        matched: answer.matched || own.matched,
        final: (answer.final && answer.action === action) || (own.final && own.action === action),
      };
    }
  }
  return answer ?? { action: unmatched ?? "ask", rule: null, matched: false, final: false };
}

function answerOfLayer(
  layer: LayerRules,
  rule: TableRule | null,
  floor: number,
  unmatched: Action | undefined,
): Answer | null {
  const floorRule = layer.list?.parts.floors?.members[floor] ?? null;
  const otherwise = layer.trusted
    ? (unmatched ?? layer.default ?? "ask")
    : unmatched === undefined
      ? layer.default
      : null;
  const action = rule?.action ?? otherwise;
  if (floorRule !== null && (action === null || strictness(floorRule.action) > strictness(action))) {
    return { action: floorRule.action, rule: floorRule, matched: true, final: true };
  }
  if (action === null) return null;
  return { action, rule, matched: rule !== null || floorRule !== null, final: floorRule?.action === action };
}

/** One answer where all agree; else `ask`, with the strictest rule that could decide. */
function combine(answers: readonly Answer[]): Verdict {
  let last = answers[0]!;
  let strictest = last;
  let mixed = false;
  for (const answer of answers) {
    if (answer.action !== last.action) mixed = true;
    if ((answer.rule?.index ?? -1) > (last.rule?.index ?? -1)) last = answer;
    const difference = strictness(answer.action) - strictness(strictest.action);
    if (difference > 0 || (difference === 0 && (answer.rule?.index ?? -1) > (strictest.rule?.index ?? -1))) {
      strictest = answer;
    }
  }
  const matched = answers.some((answer) => answer.matched);
  const final = answers.some((answer) => answer.final);
  if (mixed) return { action: "ask", rule: strictest.rule, matched, mixed, final };
  return { action: last.action, rule: last.rule, matched, mixed, final };
}
