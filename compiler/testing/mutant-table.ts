/**
 * The table of a mutant, which answers as the policy's own does on every surface but the one that is changed: what has
 * been looked up there once is known for all mutants.
 */
import type { Question } from "../../src/table/question.ts";
import { type LookupOptions, Table, type TableRule, type Verdict } from "../../src/table/table.ts";

/** Answers of the surfaces that no mutant at hand changes. */
export class KnownAnswers {
  readonly verdicts = new Map<string, Verdict>();
  readonly restrictive = new Map<string, TableRule | null>();
}

export class MutantTable extends Table {
  readonly #table: Table;
  readonly #changed: string | null;
  readonly #answers: KnownAnswers;

  /** `changed`: the surface that the mutant changes; null for the policy itself. */
  constructor(table: Table, changed: string | null, answers: KnownAnswers) {
    const { digest, shellTools, rules } = table;
    super({ digest, shellTools, rules, layers: [{ trusted: true, default: null }], lists: [] });
    this.#table = table;
    this.#changed = changed;
    this.#answers = answers;
  }

  override has(surface: string, agent: string | null): boolean {
    return this.#table.has(surface, agent);
  }

  override directories(surface: string, agent: string | null): readonly string[] {
    return this.#table.directories(surface, agent);
  }

  override restrictedPaths(surface: string, agent: string | null): readonly string[] {
    return this.#table.restrictedPaths(surface, agent);
  }

  override matching(surface: string, agent: string | null, question: Question, options?: LookupOptions): TableRule[] {
    return this.#table.matching(surface, agent, question, options);
  }

  override lookup(surface: string, agent: string | null, question: Question, options: LookupOptions = {}): Verdict {
    const find = (): Verdict => this.#table.lookup(surface, agent, question, options);
    return this.#known(this.#answers.verdicts, surface, agent, question, options, find);
  }

  override restrictive(
    surface: string,
    agent: string | null,
    question: Question,
    options: LookupOptions = {},
  ): TableRule | null {
    const find = (): TableRule | null => this.#table.restrictive(surface, agent, question, options);
    return this.#known(this.#answers.restrictive, surface, agent, question, options, find);
  }

  #known<Answer>(
    answers: Map<string, Answer>,
    surface: string,
    agent: string | null,
    question: Question,
    { unmatched, fold }: LookupOptions,
    find: () => Answer,
  ): Answer {
    if (surface === this.#changed) return find();
    const key = JSON.stringify([surface, agent, question, unmatched ?? null, fold ?? false]);
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = find()));
    return answer;
  }
}
