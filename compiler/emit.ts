/**
 * Turns a policy into a table.
 */
import { Alphabet } from "../src/table/alphabet.ts";
import {
  type AutomatonData,
  checksumOf,
  digestOf,
  FORMAT,
  type LayerData,
  type ListData,
  type RuleData,
  sha256,
  type ShellToolData,
  type TableData,
} from "../src/table/format.ts";
import {
  classesOfSurfaces,
  forEachPart,
  isFolded,
  type ListedRules,
  listsOf,
  machineFor,
  membersOf,
  type PartName,
  PARTS,
} from "../src/table/list.ts";
import { fixedDirectory, isPathSurface } from "../src/table/program.ts";
import { plain } from "../src/text.ts";
import { buildAutomaton, type UnnumberedAutomaton, WorkBudget } from "./automaton.ts";
import { compilePattern } from "./pattern.ts";
import type { PolicyLayer, PolicyRule, ResolvedPolicy } from "./rule.ts";

export { serializeTable } from "../src/table/format.ts";

/**
 * The table of a policy, with its digest. The same policy gives the same table on every machine.
 *
 * Throws an Error for a rule whose alternatives are too many: `compilePattern` tells before.
 */
export function emitTable(policy: ResolvedPolicy): TableData {
  return sealed(policy, automataOf);
}

/**
 * The same without automata, which whoever loads it makes as texts come: quick to emit, for a table that is asked about
 * a few texts.
 */
export function emitRules(policy: ResolvedPolicy): TableData {
  const { digest, ...content } = sealed(policy, withoutAutomata);
  return { ...content, digest, checksum: checksumOf(content, digest) };
}

/** The rules of a policy's table in their order, each with the rule of the policy that it is made of. */
export function tableRulesOf(policy: ResolvedPolicy): { readonly rule: PolicyRule; readonly data: RuleData }[] {
  return policy.layers.flatMap((layer, index) =>
    ordered(layer.rules).flatMap((rule) => ruleData(rule, index).map((data) => ({ rule, data }))),
  );
}

type Automata = Pick<TableData, "alphabets" | "lists" | "automata">;

function sealed(policy: ResolvedPolicy, automata: (rules: readonly RuleData[]) => Automata): TableData {
  const rules = tableRulesOf(policy).map(({ data }) => data);
  const content = {
    format: FORMAT,
    sources: policy.sources.map(({ file, scope, text }) => ({ file, scope, sha256: sha256(text) })),
    shellTools: shellToolsOf(policy),
    layers: policy.layers.map(layerData),
    rules,
    ...automata(rules),
  } as const;
  return { ...content, digest: digestOf(content) };
}

function layerData({ trusted, default: answer, agentDefaults = new Map() }: PolicyLayer): LayerData {
  if (agentDefaults.size === 0) return { trusted, default: answer };
  const own = [...agentDefaults].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { trusted, default: answer, agentDefaults: own.map(([agent, action]) => ({ agent, default: action })) };
}

/** Rules for all, then rules for agents: each in the order of the text. */
function ordered(rules: readonly PolicyRule[]): PolicyRule[] {
  return [...rules.filter((rule) => rule.agent === null), ...rules.filter((rule) => rule.agent !== null)];
}

/**
 * The rules of the table that a rule of the policy becomes. It is one, but for a rule that allows paths in several
 * directories (`allow {/tmp,/var/tmp}/*`): as every rule of a table has one fixed directory, there is one for each.
 */
function ruleData(rule: PolicyRule, layer: number): RuleData[] {
  const compiled = compilePattern(rule);
  if (!compiled.ok) {
    throw new Error(`the alternatives of the rule at ${rule.source.file}:${rule.source.line} are too many`);
  }
  const data = (programs: readonly string[]): RuleData => ({
    layer,
    surface: rule.surface,
    agent: rule.agent,
    action: rule.action,
    final: rule.final,
    programs,
    with: rule.with.map((flags) => flags.map(plain)),
    without: rule.without.map((flags) => flags.map(plain)),
    because: rule.because,
    file: rule.source.file,
    line: rule.source.line,
    column: rule.source.column,
    text: rule.source.text,
  });
  if (rule.action !== "allow" || !isPathSurface(rule.surface)) return [data(compiled.programs)];
  const byDirectory = new Map<string | null, string[]>();
  for (const program of compiled.programs) {
    const directory = fixedDirectory(program);
    const others = byDirectory.get(directory);
    if (others === undefined) byDirectory.set(directory, [program]);
    else others.push(program);
  }
  return [...byDirectory.values()].map(data);
}

function shellToolsOf(policy: ResolvedPolicy): ShellToolData[] {
  return Object.entries(policy.shellTools)
    .map(([tool, { commandArgument, workdirArgument }]) => ({
      tool,
      commandArgument,
      ...(workdirArgument === undefined ? {} : { workdirArgument }),
    }))
    .toSorted((a, b) => (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0));
}

function withoutAutomata(rules: readonly RuleData[]): Automata {
  const lists = listsOf(rules).map(({ layer, surface, agent }) => ({
    layer,
    surface,
    agent,
    ...forEachPart(() => null),
  }));
  return { alphabets: [], lists, automata: [] };
}

function automataOf(rules: readonly RuleData[]): Automata {
  const lists = listsOf(rules);
  const built = build(lists, rules);
  const alphabets = new Distinct<readonly string[]>();
  const automata = new Distinct<AutomatonData>();
  const numbered = lists.map((list): ListData => {
    const { layer, surface, agent } = list;
    const part = (name: PartName): number | null => {
      const one = built.get(list)?.get(name);
      if (one === undefined) return null;
      return automata.indexOf({ alphabet: alphabets.indexOf(one.classes), ...one.automaton });
    };
    return { layer, surface, agent, ...forEachPart(part) };
  });
  return { alphabets: alphabets.items, lists: numbered, automata: automata.items };
}

interface Built {
  readonly classes: readonly string[];
  readonly automaton: UnnumberedAutomaton;
}

type Lists = readonly ListedRules<RuleData>[];

/** The automata of lists, as far as the budget for all of them goes. */
function build(lists: Lists, rules: readonly RuleData[]): Map<Lists[number], Map<PartName, Built>> {
  const parts = lists.flatMap((list) => PARTS.map((name) => ({ list, name, members: membersOf(list, name) })));
  const wanted = parts.map((part) => ({ ...part, length: lengthOf(part.members) })).filter(({ length }) => length > 0);
  const surfaces = classesOfSurfaces(rules);
  const budget = new WorkBudget(lengthOf(rules));
  const built = new Map<Lists[number], Map<PartName, Built>>();
  // The short ones first: what a long one may cost must not leave the others without.
  for (const { list, name, members, length } of wanted.toSorted((a, b) => a.length - b.length)) {
    if (budget.isSpent) break;
    const { plain: plainClasses, folded } = surfaces.get(list.surface)!;
    const classes = isFolded(name) ? folded : plainClasses;
    const machine = machineFor(members, new Alphabet(classes), name);
    const automaton = buildAutomaton(machine, budget.forRules(length));
    budget.spend(machine.work);
    if (automaton === null) continue;
    const ofList = built.get(list) ?? new Map<PartName, Built>();
    built.set(list, ofList.set(name, { classes, automaton }));
  }
  return built;
}

function lengthOf(rules: readonly RuleData[]): number {
  return rules.reduce((sum, rule) => sum + rule.programs.reduce((symbols, program) => symbols + program.length, 0), 0);
}

/** A list that holds each item once. Items are equal where their JSON is. */
class Distinct<Item> {
  readonly items: Item[] = [];
  readonly #indices = new Map<string, number>();

  indexOf(item: Item): number {
    const key = JSON.stringify(item);
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.items.push(item) - 1;
      this.#indices.set(key, index);
    }
    return index;
  }
}
