/**
 * Which rules ever win, and which could be left out without any change.
 */
import { strictness } from "../../src/decision.ts";
import { Alphabet, alphabetOf } from "../../src/table/alphabet.ts";
import type { RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { type ListedRules, listsOf, machineFor, membersOf } from "../../src/table/list.ts";
import { ChangedRules } from "./changes.ts";
import { formOf } from "./forms.ts";
import { search, type SearchBudget } from "./search.ts";
import { Lists, Side } from "./side.ts";

/** A rule of the policy: all rules of the table that stand at its place. */
export interface SourceRule {
  readonly rules: readonly RuleData[];
}

/** What is the matter with a rule. */
export type RuleFinding =
  /** It matches no text that its surface is ever asked about. */
  | { readonly kind: "impossible"; readonly source: SourceRule }
  /** Another rule wins for every text that it matches. `by` are those rules, for the texts that come first. */
  | {
      readonly kind: "shadowed";
      readonly source: SourceRule;
      readonly by: readonly Winner[];
      readonly covered: boolean;
    }
  /** Without it, every text gets the same answer. `covered`: a rule of its action takes in all that it matches. */
  | {
      readonly kind: "redundant";
      readonly source: SourceRule;
      readonly by: readonly Winner[];
      readonly covered: boolean;
    };

/** A rule that wins, and a text for which it does. */
export interface Winner {
  readonly rule: RuleData;
  readonly text: string;
}

export interface RuleFindings {
  readonly findings: readonly RuleFinding[];
  /** Rules of which it would take too long to tell whether they are redundant or ever win. */
  readonly undecided: readonly SourceRule[];
}

/** Steps for all rules of a table, and for one rule's redundancy. */
const STEPS = 12_000_000;
const STEPS_OF_RULE = 400_000;
/** Rules that win in place of a shadowed one: so many are told. */
const MOST_WINNERS = 3;

/** Looks at every rule of a table. */
export function examineRules(table: SealedTableData, steps = STEPS): RuleFindings {
  return new Examination(table, steps).run();
}

/** One list of rules of one layer, with what was found out about its winners. */
interface Examined {
  readonly list: ListedRules<RuleData>;
  readonly side: Side;
  readonly members: readonly RuleData[];
  readonly alphabet: Alphabet;
  /** A shortest text for each rule that wins, as a rule or as a floor. */
  readonly wins: Map<RuleData, string>;
  readonly complete: boolean;
}

class Examination {
  readonly #table: SealedTableData;
  readonly #lists: Lists;
  readonly #budget: SearchBudget;
  readonly #matchers = new Map<RuleData, TextMatcher>();

  constructor(table: SealedTableData, steps: number) {
    this.#table = table;
    this.#lists = new Lists(table);
    this.#budget = { steps };
  }

  run(): RuleFindings {
    const won = new Set<RuleData>();
    const examined = listsOf(this.#table.rules).map((list) => this.#examine(list, won));
    const findings: RuleFinding[] = [];
    const undecided: SourceRule[] = [];
    for (const source of sourceRules(this.#table.rules)) {
      const own = examined.filter(({ members }) => source.rules.some((rule) => members.includes(rule)));
      const wins = source.rules.some((rule) => won.has(rule));
      if (!wins && own.some(({ complete }) => !complete)) undecided.push(source);
      else if (!wins) findings.push(this.#whyNever(source, own));
      else {
        const redundant = this.#redundant(source, own);
        if (redundant === "undecided") undecided.push(source);
        else if (redundant !== null) findings.push(redundant);
      }
    }
    return { findings, undecided };
  }

  #formOf(surface: string): ReturnType<typeof formOf> {
    return formOf(surface, this.#lists.isTool(surface));
  }

  #examine(list: ListedRules<RuleData>, won: Set<RuleData>): Examined {
    const side = new Side(list.surface, [{ trusted: list.layer === 0, default: null, list }]);
    const members = membersOf(list, "rules");
    const alphabet = new Alphabet(alphabetOf(members));
    const wins = new Map<RuleData, string>();
    const missing = new Set(members);
    const ranks = side.parts.map(({ members: some }) => new Set(some.keys()));
    const needed = ranks.map((some) => new ChangedRules(some));
    const end = search({
      machines: side.machines(alphabet),
      alphabet,
      form: this.#formOf(list.surface),
      budget: this.#budget,
      matters: (standings) => standings.some((standing, at) => needed[at]!.matter(standing)),
      found(winners, text) {
        const [last, floor] = [false, true].map((floors) => {
          const at = side.parts.findIndex((part) => part.floors === floors);
          return side.parts[at]?.members[winners[at]!];
        });
        const isHeld = floor !== undefined && last !== undefined && strictness(floor.action) > strictness(last.action);
        for (const rule of isHeld ? [floor] : [last, floor]) {
          if (rule === undefined || wins.has(rule)) continue;
          wins.set(rule, text());
          won.add(rule);
          missing.delete(rule);
        }
        return missing.size === 0;
      },
    });
    return { list, side, members, alphabet, wins, complete: end !== "budget" };
  }

  /** A rule that never wins: the rules that win on its texts, if it has any. */
  #whyNever(source: SourceRule, lists: readonly Examined[]): RuleFinding {
    const by = new Map<RuleData, string>();
    let later: RuleData | null = null;
    for (const { side, alphabet, list } of lists) {
      const machines = side.machines(alphabet);
      const budget = { steps: STEPS_OF_RULE };
      search({
        machines: [this.#machineOf(source, alphabet), ...machines],
        alphabet,
        form: this.#formOf(list.surface),
        budget,
        matters: ([own]) => own!.state !== null || own!.best !== -1,
        found([own, ...ranks], text) {
          if (own === -1) return false;
          const { rule } = side.answer(ranks);
          if (rule !== null && !by.has(rule)) by.set(rule, text());
          return by.size >= MOST_WINNERS;
        },
      });
    }
    if (by.size === 0) return { kind: "impossible", source };
    const [first] = by.keys();
    if (by.size === 1 && first !== undefined) later = first;
    const covered = later !== null && this.#isCovered(source, later, lists);
    return { kind: "shadowed", source, by: winnersOf(by), covered };
  }

  #redundant(source: SourceRule, lists: readonly Examined[]): RuleFinding | "undecided" | null {
    // What a rule says of its own that no answer shows: a catch-all of a surface is there to be read.
    const by = new Map<RuleData, string>();
    for (const list of lists) {
      for (const rule of source.rules) {
        const text = list.wins.get(rule);
        if (text === undefined) continue;
        const next = this.#winnerWithout(list.members, source, text);
        if (next === null || next.action !== rule.action || (rule.final && !next.final)) return null;
        by.set(next, text);
      }
    }
    for (const list of lists) {
      const rest = list.members.filter((rule) => !source.rules.includes(rule));
      const cost = rest.reduce((sum, { programs }) => sum + programs.length * 20, 0);
      if (this.#budget.steps < cost) return "undecided";
      this.#budget.steps -= cost;
      const changes = this.#changes(list, rest, source);
      if (changes !== false) return changes === true ? null : "undecided";
    }
    const covered = [...by.keys()].some((rule) => this.#isCovered(source, rule, lists));
    return { kind: "redundant", source, by: winnersOf(by), covered };
  }

  /** Whether some text gets another answer from a list without a rule; null where it would take too long to tell. */
  #changes(list: Examined, rest: readonly RuleData[], source: SourceRule): boolean | null {
    const isOwn = (rule: RuleData): boolean => source.rules.includes(rule);
    const without = new Side(list.list.surface, [
      { trusted: list.list.layer === 0, default: null, list: { ...list.list, forAll: rest, own: [] } },
    ]);
    const changed = list.side.parts.map(
      ({ members }) => new ChangedRules(new Set([...members.keys()].filter((rank) => isOwn(members[rank]!)))),
    );
    const machines = list.side.machines(list.alphabet);
    const budget = { steps: Math.min(STEPS_OF_RULE, this.#budget.steps) };
    const before = budget.steps;
    const end = search({
      machines: [...machines, ...without.machines(list.alphabet)],
      alphabet: list.alphabet,
      form: this.#formOf(list.list.surface),
      budget,
      matters: (standings) => changed.some((some, at) => some.matter(standings[at]!)),
      found(ranks) {
        const [one, other] = [list.side.answer(ranks), without.answer(ranks, machines.length)];
        const matched = (one.rule === null) === (other.rule === null);
        return !matched || one.action !== other.action || one.final !== other.final;
      },
    });
    this.#budget.steps -= before - budget.steps;
    return end === "budget" ? null : end === "ended";
  }

  /**
   * True where one rule of the same action takes in all that another one matches and no rule of another action stands
   * between them in any list: then the other can be left out whatever spellings a question has. Not so for rules that
   * allow paths, whose directories count by themselves.
   */
  #isCovered(source: SourceRule, by: RuleData, lists: readonly Examined[]): boolean {
    const [first] = source.rules;
    if (first === undefined || first.action !== by.action || (first.final && !by.final)) return false;
    if (source.rules.includes(by)) return false;
    if (first.action === "allow" && this.#lists.isPath(first.surface)) return false;
    for (const { members } of lists) {
      const at = members.indexOf(by);
      const own = source.rules.map((rule) => members.indexOf(rule)).filter((index) => index !== -1);
      if (at === -1) return false;
      const [low, high] = [Math.min(at, ...own), Math.max(at, ...own)];
      if (members.slice(low, high + 1).some((rule) => rule.action !== by.action)) return false;
    }
    const alphabet = new Alphabet(alphabetOf([...source.rules, by]));
    const end = search({
      machines: [this.#machineOf(source, alphabet), machineFor([by], alphabet, "rules")],
      alphabet,
      form: this.#formOf(first.surface),
      budget: { steps: STEPS_OF_RULE },
      matters: ([own, other]) => (own!.state !== null || own!.best !== -1) && other!.best === -1,
      found: ([own, other]) => own !== -1 && other === -1,
    });
    return end === "all";
  }

  #machineOf({ rules }: SourceRule, alphabet: Alphabet): ReturnType<typeof machineFor> {
    return machineFor(rules, alphabet, "rules");
  }

  /** The last rule of a list that matches a text, some rules apart. */
  #winnerWithout(members: readonly RuleData[], source: SourceRule, text: string): RuleData | null {
    for (let rank = members.length - 1; rank >= 0; rank--) {
      const rule = members[rank]!;
      if (source.rules.includes(rule)) continue;
      let matcher = this.#matchers.get(rule);
      if (matcher === undefined) this.#matchers.set(rule, (matcher = new TextMatcher(rule)));
      if (matcher.matches(text)) return rule;
    }
    return null;
  }
}

function winnersOf(by: ReadonlyMap<RuleData, string>): Winner[] {
  return [...by].slice(0, MOST_WINNERS).map(([rule, text]) => ({ rule, text }));
}

/** The rules of a policy as they stand in its text: those of a table by their places. */
function sourceRules(rules: readonly RuleData[]): SourceRule[] {
  const places = new Map<string, RuleData[]>();
  for (const rule of rules) {
    const key = JSON.stringify([rule.layer, rule.file, rule.line, rule.column]);
    const others = places.get(key);
    if (others === undefined) places.set(key, [rule]);
    else others.push(rule);
  }
  return [...places.values()].map((some) => ({ rules: some }));
}

/** Whether one rule matches a text, told at little cost where their fronts differ. */
class TextMatcher {
  readonly #rule: RuleData;
  readonly #fronts: readonly string[];
  #machine: ReturnType<typeof machineFor> | null = null;

  constructor(rule: RuleData) {
    this.#rule = rule;
    this.#fronts = rule.programs.map((program) => /^[^\uFDE0-\uFDE3]*/u.exec(program)![0]);
  }

  matches(text: string): boolean {
    if (!this.#fronts.some((front) => text.startsWith(front))) return false;
    this.#machine ??= machineFor([this.#rule], new Alphabet(alphabetOf([this.#rule])), "rules");
    const machine = this.#machine;
    let state = machine.start();
    let hit = state.hit;
    for (const character of text) {
      state = machine.next(state, machine.alphabet.classOfCharacter(character));
      hit = Math.max(hit, state.hit);
    }
    return Math.max(hit, state.end) !== -1;
  }
}
