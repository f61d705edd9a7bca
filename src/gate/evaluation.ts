/**
 * One invocation under evaluation: what it wants, and what it is judged by. Lives as long as one decision.
 */
import type { Action } from "../decision.ts";
import type { Projection } from "../invocation/intents.ts";
import type { AccessPath } from "../path/access-path.ts";
import type { PathNormalizer } from "../path/normalizer.ts";
import type { Question } from "../table/question.ts";
import type { LookupOptions, StepBudget, Table, TableRule, Verdict } from "../table/table.ts";
import { everythingIn } from "./contents.ts";
import type { Asked, Finding, GateName, Subject } from "./finding.ts";
import type { PathRules } from "./path-rules.ts";
import { givenPaths, mentionedPaths, type TouchedPath } from "./touched-path.ts";

/** A skill that the host says is active, with the directory that holds it. */
export interface ActiveSkill {
  readonly name: string;
  readonly directory: string;
}

/**
 * Steps that the lookups of one invocation may take over values with holes. Far above what real commands need; beyond
 * it a value counts as mixed, so a hostile command costs time in proportion to this number and no more.
 */
const STEPS = 2_000_000;

export class Evaluation {
  readonly table: Table;
  readonly agent: string | null;
  readonly projection: Projection;
  readonly rules: PathRules;
  readonly activeSkills: readonly ActiveSkill[];
  readonly #openPaths: () => PathNormalizer;
  #paths: PathNormalizer | null = null;
  readonly #folds: boolean;
  readonly #budget: StepBudget = { left: STEPS };
  readonly #pathOptions = new Map<Action | undefined, LookupOptions>();
  readonly #textOptions = new Map<Action | undefined, LookupOptions>();
  readonly #questions = new Map<AccessPath, Map<string, Question>>();
  readonly #contents = new Map<Question, Question | null>();
  readonly #verdicts = new Map<Question, Verdict>();
  readonly #restrictive = new Map<Question, TableRule | null>();
  #given: readonly TouchedPath[] | null = null;
  #mentioned: readonly TouchedPath[] | null = null;

  constructor(options: {
    table: Table;
    agent: string | null;
    projection: Projection;
    rules: PathRules;
    activeSkills: readonly ActiveSkill[];
    /** Paths are looked up with what this gives; it is called only where there are some. */
    paths: () => PathNormalizer;
    folds: boolean;
  }) {
    this.table = options.table;
    this.agent = options.agent;
    this.projection = options.projection;
    this.rules = options.rules;
    this.activeSkills = options.activeSkills;
    this.#openPaths = options.paths;
    this.#folds = options.folds;
  }

  /** Looks up paths, and remembers what it found on the disk until the decision is made. */
  get paths(): PathNormalizer {
    this.#paths ??= this.#openPaths();
    return this.#paths;
  }

  /** Paths that a tool is given, in the order of its arguments. */
  given(): readonly TouchedPath[] {
    this.#given ??= givenPaths(this.projection.intents, () => this.paths);
    return this.#given;
  }

  /** Paths that commands name, in source order. */
  mentioned(): readonly TouchedPath[] {
    this.#mentioned ??= mentionedPaths(this.projection.intents, () => this.paths);
    return this.#mentioned;
  }

  /** Options for a surface of paths. */
  forPaths(unmatched?: Action): LookupOptions {
    return kept(this.#pathOptions, unmatched, () => ({ ...this.forTexts(unmatched), fold: this.#folds }));
  }

  /** Options for any other surface. Without `unmatched`, the table's own default answers. */
  forTexts(unmatched?: Action): LookupOptions {
    const budget = this.#budget;
    return kept(this.#textOptions, unmatched, () => (unmatched === undefined ? { budget } : { budget, unmatched }));
  }

  /** What a surface is asked about a path; the same question each time. */
  question(touched: TouchedPath, surface: string, access: "read" | "write"): Question {
    const ofPath = kept(this.#questions, touched.path, () => new Map<string, Question>());
    const { rules } = this;
    return kept(ofPath, `${access} ${surface}`, () =>
      touched.path.question(surface, access, rules.directories(surface), rules.restricted(surface)),
    );
  }

  /** What a surface is asked about all that lies below a path, as {@link everythingIn} says; the same each time. */
  questionOfContents(question: Question): Question | null {
    return kept(this.#contents, question, () => everythingIn(question));
  }

  /** The last rule that asks or denies, as `Table.restrictive` says. */
  restrictive(surface: string, { question, options }: Asked): TableRule | null {
    return kept(this.#restrictive, question, () => this.table.restrictive(surface, this.agent, question, options));
  }

  /** What a surface answers. */
  verdict(surface: string, { question, options }: Asked): Verdict {
    return kept(this.#verdicts, question, () => this.table.lookup(surface, this.agent, question, options));
  }

  /** Asks a surface and takes down the answer. */
  ask(gate: GateName, surface: string, value: string, asked: Asked, subject: Subject): Finding {
    const verdict = this.verdict(surface, asked);
    return {
      gate,
      surface,
      value,
      action: verdict.action,
      rule: verdict.rule,
      mixed: verdict.mixed,
      final: verdict.final,
      floor: null,
      lifted: null,
      subject,
      asked,
    };
  }
}

/** What a map holds under a key: made where it holds nothing, and the same from then on. */
function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
