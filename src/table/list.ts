/**
 * The rules that answer together: those of one layer, surface and agent, and the parts of them that are asked apart.
 */
import { strictness } from "../decision.ts";
import { Alphabet, alphabetOf } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";
import { conditionsOf } from "./flags.ts";
import { fold } from "./fold.ts";
import type { RuleData } from "./format.ts";
import { Machine } from "./machine.ts";
import { isPathSurface } from "./program.ts";
import type { TableRule } from "./rule.ts";

/** The parts of a list that have an automaton of their own. */
export const PARTS = ["rules", "restrictive", "floors", "foldedRestrictive", "foldedFloors"] as const;
export type PartName = (typeof PARTS)[number];

/** Makes something for each part. */
export function forEachPart<Made>(make: (part: PartName) => Made): Record<PartName, Made> {
  return {
    rules: make("rules"),
    restrictive: make("restrictive"),
    floors: make("floors"),
    foldedRestrictive: make("foldedRestrictive"),
    foldedFloors: make("foldedFloors"),
  };
}

/** True for the parts whose texts and programs are in folded case. */
export function isFolded(part: PartName): boolean {
  return part === "foldedRestrictive" || part === "foldedFloors";
}

/** A part of a list, ready to be asked. */
export class Part {
  readonly #collect: () => readonly TableRule[];
  #automaton: Automaton | (() => Automaton);
  #members: readonly TableRule[] | null = null;

  /** The automaton, or what opens it when it is first asked. */
  constructor(automaton: Automaton | (() => Automaton), collect: () => readonly TableRule[]) {
    this.#automaton = automaton;
    this.#collect = collect;
  }

  get automaton(): Automaton {
    if (typeof this.#automaton === "function") this.#automaton = this.#automaton();
    return this.#automaton;
  }

  /** By rank: of two that match, the later wins. Collected when first asked, as a table may name many agents. */
  get members(): readonly TableRule[] {
    return (this.#members ??= this.#collect());
  }
}

/** A list, ready to be asked. */
export interface RuleList {
  readonly layer: number;
  readonly surface: string;
  readonly agent: string | null;
  /** Those of its surface. */
  readonly alphabets: () => SurfaceAlphabets;
  /** Null where the part has no rules. */
  readonly parts: Readonly<Record<PartName, Part | null>>;
}

/** What tells which lists a rule belongs to. */
type Place = Pick<RuleData, "layer" | "surface" | "agent">;

/** A list by its rules, in the order in which they win: those for all agents, then those for its own. */
export interface ListedRules<Rule> extends Place {
  /** The same array for all lists of a layer and surface. */
  readonly forAll: readonly Rule[];
  readonly own: readonly Rule[];
}

/**
 * The lists of a table: for each layer and surface one for all agents, where a rule is for all, and one for each agent
 * that has rules of its own. Rules have to come by layer, and those for all before those for agents.
 */
export function listsOf<Rule extends Place>(rules: readonly Rule[]): ListedRules<Rule>[] {
  const surfaces = new Map<
    string,
    Omit<Place, "agent"> & { readonly forAll: Rule[]; readonly agents: Map<string, Rule[]> }
  >();
  for (const rule of rules) {
    const { layer, surface, agent } = rule;
    const key = JSON.stringify([layer, surface]);
    let group = surfaces.get(key);
    if (group === undefined) surfaces.set(key, (group = { layer, surface, forAll: [], agents: new Map() }));
    if (agent === null) group.forAll.push(rule);
    else {
      const own = group.agents.get(agent);
      if (own === undefined) group.agents.set(agent, [rule]);
      else own.push(rule);
    }
  }
  const lists: ListedRules<Rule>[] = [];
  for (const { layer, surface, forAll, agents } of surfaces.values()) {
    if (forAll.length > 0) lists.push({ layer, surface, agent: null, forAll, own: [] });
    for (const [agent, own] of agents) lists.push({ layer, surface, agent, forAll, own });
  }
  return lists;
}

/** What tells which parts a rule belongs to. */
type Kind = Pick<RuleData, "surface" | "action" | "final">;

/**
 * True where a rule belongs to a part of its list.
 *
 * - `rules`: all do.
 * - `restrictive`: those that ask or deny, asked about what only a rule that restricts may see.
 * - `floors`: the `final` ones that ask or deny.
 * - the folded ones: the same on path surfaces, for texts in folded case.
 */
export function isMember(rule: Kind, part: PartName): boolean {
  if (part === "rules") return true;
  if (rule.action === "allow" || (isFolded(part) && !isPathSurface(rule.surface))) return false;
  return part === "restrictive" || part === "foldedRestrictive" || rule.final;
}

/** The rules of a part by rank. Among floors the strictest wins, whatever stands later. */
export function membersOf<Rule extends Kind>(list: ListedRules<Rule>, part: PartName): Rule[] {
  const members = [...list.forAll, ...list.own].filter((rule) => isMember(rule, part));
  if (part !== "floors" && part !== "foldedFloors") return members;
  return members.toSorted((a, b) => strictness(a.action) - strictness(b.action));
}

/** The character classes of a surface, for the parts in plain and in folded case. */
export interface SurfaceClasses {
  readonly plain: readonly string[];
  readonly folded: readonly string[];
}

/** The classes of each surface: one alphabet for all its lists, so that they can be followed side by side. */
export function classesOfSurfaces(rules: readonly RuleData[]): Map<string, SurfaceClasses> {
  return new Map([...bySurface(rules)].map(([surface, own]) => [surface, classesOf(own)]));
}

function bySurface(rules: readonly RuleData[]): Map<string, RuleData[]> {
  const surfaces = new Map<string, RuleData[]>();
  for (const rule of rules) {
    const others = surfaces.get(rule.surface);
    if (others === undefined) surfaces.set(rule.surface, [rule]);
    else others.push(rule);
  }
  return surfaces;
}

/** The classes of one surface, by all its rules. */
function classesOf(own: readonly RuleData[]): SurfaceClasses {
  const folded = own
    .filter((rule) => isMember(rule, "foldedRestrictive"))
    .map((rule) => ({ ...rule, programs: rule.programs.map(fold) }));
  return { plain: alphabetOf(own), folded: alphabetOf(folded) };
}

/** The alphabets of a surface, for the parts in plain and in folded case. */
export interface SurfaceAlphabets {
  readonly plain: Alphabet;
  readonly folded: Alphabet;
}

/** The alphabets of the surfaces that some rules are of, each made when it is first asked for. */
export class Alphabets {
  readonly #rules: ReadonlyMap<string, readonly RuleData[]>;
  readonly #made = new Map<string, SurfaceAlphabets>();

  constructor(rules: readonly RuleData[]) {
    this.#rules = bySurface(rules);
  }

  of(surface: string): SurfaceAlphabets {
    let made = this.#made.get(surface);
    if (made === undefined) {
      const { plain, folded } = classesOf(this.#rules.get(surface) ?? []);
      this.#made.set(surface, (made = { plain: new Alphabet(plain), folded: new Alphabet(folded) }));
    }
    return made;
  }
}

/** A machine for the rules of a part. */
export function machineFor(
  members: readonly Pick<RuleData, "action" | "programs" | "with" | "without">[],
  alphabet: Alphabet,
  part: PartName,
): Machine {
  const rules = members.map((rule) => ({
    programs: isFolded(part) ? rule.programs.map(fold) : rule.programs,
    conditions: conditionsOf(rule),
  }));
  return new Machine(rules, alphabet);
}
