/**
 * Approvals as a table: they are matched by the machine that matches the rules of policies.
 */
import type { RuleData } from "../table/format.ts";
import { LazyAutomaton } from "../table/lazy.ts";
import {
  Alphabets,
  listsOf,
  machineFor,
  membersOf,
  Part,
  type RuleList,
  type SurfaceAlphabets,
} from "../table/list.ts";
import { fixedDirectory, fixedWords, isPathSurface, matchesAll } from "../table/program.ts";
import type { Question } from "../table/question.ts";
import type { TableRule } from "../table/rule.ts";
import { type LookupOptions, Table } from "../table/table.ts";
import type { Suggestion } from "./approval.ts";

/** Approvals of one agent, ready to be asked. Immutable. */
export class ApprovalTable<Approved extends Suggestion> {
  readonly #approvals: readonly Approved[];
  readonly #table: Table;
  readonly #rules: readonly TableRule[];

  constructor(approvals: readonly Approved[]) {
    this.#approvals = approvals;
    this.#rules = approvals.map(ruleOf);
    this.#table = tableOf(this.#rules);
  }

  /**
   * The approval that answers for every text of a question, with how many of its first words it names; null where there
   * is none, or where it takes more than one to answer.
   */
  match(surface: string, question: Question, options: LookupOptions): { approval: Approved; words: number } | null {
    const verdict = this.#table.lookup(surface, null, question, { ...options, unmatched: "ask" });
    if (verdict.action !== "allow" || verdict.mixed || verdict.rule === null) return null;
    const { index, fixedWords: words } = verdict.rule;
    const approval = this.#approvals[index];
    return approval === undefined ? null : { approval, words };
  }

  /** All approvals that answer for every text of a question. */
  matching(surface: string, question: Question, options: LookupOptions): { approval: Approved; words: number }[] {
    return this.#approvals.flatMap((approval, index) => {
      if (approval.surface !== surface) return [];
      const alone = new ApprovalTable([approval]);
      return alone.match(surface, question, options) === null
        ? []
        : [{ approval, words: this.#rules[index]!.fixedWords }];
    });
  }
}

function ruleOf(approval: Suggestion, index: number): TableRule {
  const { surface, program } = approval;
  return {
    index,
    layer: 0,
    surface,
    agent: null,
    action: "allow",
    final: false,
    programs: [program],
    with: [],
    without: [],
    because: null,
    file: "approval",
    line: index + 1,
    column: 1,
    text: approval.rule,
    fixedWords: surface === "bash" ? fixedWords(program) : 0,
    directory: isPathSurface(surface) ? fixedDirectory(program) : null,
    catchAll: matchesAll(program),
  };
}

function tableOf(rules: readonly TableRule[]): Table {
  const data: readonly RuleData[] = rules;
  const alphabets = new Alphabets(data);
  const lists = listsOf(rules).map((list): RuleList => {
    const ofSurface = (): SurfaceAlphabets => alphabets.of(list.surface);
    const members = membersOf(list, "rules");
    const automaton = new LazyAutomaton(() => machineFor(members, ofSurface().plain, "rules"));
    const parts = {
      rules: new Part(automaton, () => members),
      restrictive: null,
      floors: null,
      foldedRestrictive: null,
      foldedFloors: null,
    };
    const { layer, surface, agent } = list;
    return { layer, surface, agent, alphabets: ofSurface, parts };
  });
  return new Table({ digest: "", shellTools: {}, layers: [{ trusted: true, default: null }], rules, lists });
}
