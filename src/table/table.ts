import { defaultFor, type LayerData } from "./format.ts";
import { LazyAutomaton } from "./lazy.ts";
import { machineFor, Part, type RuleList } from "./list.ts";
import { lastRestrictive, type LayerRules, type LookupOptions, lookUp, type Verdict } from "./lookup.ts";
import { fixedPath, isPathSurface } from "./program.ts";
import type { Question } from "./question.ts";
import type { ShellTool, TableRule } from "./rule.ts";

export type { LookupOptions, Verdict } from "./lookup.ts";
export type { ShellTool, TableRule } from "./rule.ts";
export type { StepBudget } from "./walk.ts";

/** What a table is made of, checked. */
export interface TableParts {
  readonly digest: string;
  readonly shellTools: Readonly<Record<string, ShellTool>>;
  readonly layers: readonly LayerData[];
  readonly rules: readonly TableRule[];
  readonly lists: readonly RuleList[];
}

/** The lists of a surface without rules. */
const NO_LISTS: ReadonlyMap<string | null, RuleList[]> = new Map();

/** A loaded decision table: the rules of a policy, ready to be asked. It never changes. */
export class Table {
  /** SHA-256 over the table's content, in hexadecimal. */
  readonly digest: string;
  /** Tools that carry shell semantics, by name. The object has no prototype. */
  readonly shellTools: Readonly<Record<string, ShellTool>>;
  /** All rules, by their index. */
  readonly rules: readonly TableRule[];
  readonly #layers: TableParts["layers"];
  /** The agents that have a default of their own. */
  readonly #defaulting: ReadonlySet<string | null>;
  /** The lists by surface and agent: null for those that answer for every agent without rules of its own. */
  readonly #lists = new Map<string, Map<string | null, RuleList[]>>();
  /** The layers with their lists, by the same, as they are asked for. */
  readonly #ready = new Map<string, Map<string | null, readonly LayerRules[]>>();
  /** The layers on every surface without rules. */
  readonly #readyWithout = new Map<string | null, readonly LayerRules[]>();

  constructor(parts: TableParts) {
    this.digest = parts.digest;
    this.shellTools = parts.shellTools;
    this.rules = parts.rules;
    this.#layers = parts.layers;
    this.#defaulting = new Set(
      parts.layers.flatMap(({ agentDefaults = [] }) => agentDefaults.map(({ agent }) => agent)),
    );
    for (const list of parts.lists) {
      let agents = this.#lists.get(list.surface);
      if (agents === undefined) {
        this.#lists.set(list.surface, (agents = new Map([[null, []]])));
        this.#ready.set(list.surface, new Map());
      }
      const lists = agents.get(list.agent);
      if (lists === undefined) agents.set(list.agent, [list]);
      else lists.push(list);
    }
  }

  /** True where some rule of the surface exists for the agent: one for all, or one of its own. */
  has(surface: string, agent: string | null): boolean {
    return this.#layersFor(surface, agent).some((layer) => layer.list !== null);
  }

  /** The answer to a question on a surface. An agent that no rule names gets the rules for all. Never throws. */
  lookup(surface: string, agent: string | null, question: Question, options: LookupOptions = {}): Verdict {
    return lookUp(this.rules, this.#layersFor(surface, agent), question, options);
  }

  /**
   * The last rule that asks or denies and matches some text, as if no rule allowed anything; of several layers the
   * strictest such rule. With holes, a rule that is no catch-all is preferred. Null where there is none.
   */
  restrictive(
    surface: string,
    agent: string | null,
    question: Question,
    options: LookupOptions = {},
  ): TableRule | null {
    let result: TableRule | null = null;
    for (const { list } of this.#layersFor(surface, agent)) {
      const part = list?.parts.restrictive;
      if (!list || !part) continue;
      const indices = lastRestrictive(this.rules, list, question, options);
      // Over the budget, any of the rules may be it.
      const candidates = indices === null ? part.members : indices.map((index) => this.rules[index]!);
      const [candidate] = candidates.toSorted((a, b) => Number(a.catchAll) - Number(b.catchAll) || b.index - a.index);
      if (candidate === undefined) continue;
      if (result === null || (result.action === "ask" && candidate.action === "deny")) result = candidate;
    }
    return result;
  }

  /**
   * All rules that match some text, last first: of a rule with several patterns at one place in the policy the last
   * one. A rule that allows is held against the readings no more than in a lookup. Slow; for explanations.
   */
  matching(surface: string, agent: string | null, question: Question, options: LookupOptions = {}): TableRule[] {
    const matching: TableRule[] = [];
    const places = new Set<string>();
    for (const { list } of this.#layersFor(surface, agent)) {
      for (const rule of list?.parts.rules?.members ?? []) {
        const layer = { trusted: true, default: null, list: listOfOne(rule, list!) };
        if (!lookUp(this.rules, [layer], question, options).matched) continue;
        matching.push(rule);
      }
    }
    return matching
      .toSorted((a, b) => b.index - a.index)
      .filter((rule) => {
        const place = JSON.stringify([rule.layer, rule.file, rule.line, rule.column, rule.text]);
        return !places.has(place) && places.add(place);
      });
  }

  /** The fixed directories at the front of the patterns that allow on a path surface, each once, in their order. */
  directories(surface: string, agent: string | null): readonly string[] {
    const directories = new Set<string>();
    for (const { list } of this.#layersFor(surface, agent)) {
      for (const rule of list?.parts.rules?.members ?? []) {
        if (rule.action === "allow" && rule.directory !== null) directories.add(rule.directory);
      }
    }
    return [...directories];
  }

  /**
   * The paths that the patterns which ask or deny on a path surface are bound to, each once, in their order: the whole
   * of a pattern without wildcards, else its fixed directory.
   */
  restrictedPaths(surface: string, agent: string | null): readonly string[] {
    if (!isPathSurface(surface)) return [];
    const paths = new Set<string>();
    for (const { list } of this.#layersFor(surface, agent)) {
      for (const rule of list?.parts.restrictive?.members ?? []) {
        for (const program of rule.programs) {
          const path = fixedPath(program);
          if (path !== null) paths.add(path);
        }
      }
    }
    return [...paths];
  }

  #layersFor(surface: string, agent: string | null): readonly LayerRules[] {
    const agents = this.#lists.get(surface) ?? NO_LISTS;
    // What is kept is bounded by what the table names, whatever it is asked.
    const known = agents.has(agent) || this.#defaulting.has(agent) ? agent : null;
    const ready = this.#ready.get(surface) ?? this.#readyWithout;
    let layers = ready.get(known);
    if (layers === undefined) {
      const own = new Map((agents.get(known) ?? []).map((list) => [list.layer, list]));
      const forAll = new Map((agents.get(null) ?? []).map((list) => [list.layer, list]));
      layers = this.#layers.map((layer, index) => ({
        trusted: layer.trusted,
        default: defaultFor(layer, known),
        list: own.get(index) ?? forAll.get(index) ?? null,
      }));
      ready.set(known, layers);
    }
    return layers;
  }
}

/** A list that holds one of the rules of another. */
function listOfOne(rule: TableRule, list: RuleList): RuleList {
  const members = [rule];
  const plain = new LazyAutomaton(() => machineFor(members, list.alphabets().plain, "rules"));
  const rules = new Part(plain, () => members);
  const restricts = rule.action !== "allow";
  const caseless = new LazyAutomaton(() => machineFor(members, list.alphabets().folded, "foldedRestrictive"));
  const folded = new Part(caseless, () => members);
  return {
    ...list,
    parts: {
      rules,
      restrictive: restricts ? rules : null,
      floors: null,
      foldedRestrictive: restricts && list.parts.foldedRestrictive !== null ? folded : null,
      foldedFloors: null,
    },
  };
}
