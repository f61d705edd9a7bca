/**
 * A table on one surface for one agent, as automata that a search can follow, and what they answer together.
 */
import { type Action, stricter, strictness } from "../../src/decision.ts";
import type { Alphabet } from "../../src/table/alphabet.ts";
import { defaultFor, type LayerData, type RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { listsOf, type ListedRules, machineFor, membersOf } from "../../src/table/list.ts";
import { isPathSurface } from "../../src/table/program.ts";
import type { Machine } from "../../src/table/machine.ts";

/** What a table answers for a text. */
export interface Answer {
  readonly action: Action;
  /** The rule that decides; null where a default does. */
  readonly rule: RuleData | null;
  /** A `final` rule holds the answer. */
  readonly final: boolean;
}

/** A layer on one surface for one agent. */
export interface SideLayer extends Omit<LayerData, "agentDefaults"> {
  readonly list: ListedRules<RuleData> | null;
}

/** The answer of a surface where no rule of it matches and it asks no default: see the gates in `src/gate/`. */
function unmatchedOf(surface: string): Action | undefined {
  // The gate of paths does not fire where no rule matches, and a wrapper without a rule is asked.
  return surface === "path" ? "allow" : surface === "wrapper" ? "ask" : undefined;
}

/** The rules of a layer that one automaton is of. */
export interface Part {
  readonly layer: number;
  readonly floors: boolean;
  readonly members: readonly RuleData[];
}

export class Side {
  readonly surface: string;
  readonly layers: readonly SideLayer[];
  readonly parts: readonly Part[];

  constructor(surface: string, layers: readonly SideLayer[]) {
    this.surface = surface;
    this.layers = layers;
    this.parts = layers.flatMap(({ list }, layer) => {
      if (list === null) return [];
      const parts = [
        { layer, floors: false, members: membersOf(list, "rules") },
        { layer, floors: true, members: membersOf(list, "floors") },
      ];
      return parts.filter(({ members }) => members.length > 0);
    });
  }

  /** All rules that have a say. */
  get rules(): RuleData[] {
    return this.parts.filter(({ floors }) => !floors).flatMap(({ members }) => members);
  }

  /** An automaton for each part, in an order that {@link answer} knows. */
  machines(alphabet: Alphabet): Machine[] {
    return this.parts.map(({ members, floors }) => machineFor(members, alphabet, floors ? "floors" : "rules"));
  }

  /** The answer where those automata tell these winners, from the one at `from` on. */
  answer(ranks: readonly number[], from = 0): Answer {
    const unmatched = unmatchedOf(this.surface);
    let answer: Answer | null = null;
    for (const [index, layer] of this.layers.entries()) {
      const own = answerOfLayer(
        layer,
        this.#winner(ranks, from, index, false),
        this.#winner(ranks, from, index, true),
        unmatched,
      );
      if (own === null) continue;
      answer = answer === null ? own : combined(answer, own);
    }
    return answer ?? { action: unmatched ?? "ask", rule: null, final: false };
  }

  #winner(ranks: readonly number[], from: number, layer: number, floors: boolean): RuleData | null {
    const at = this.parts.findIndex((part) => part.layer === layer && part.floors === floors);
    return at === -1 ? null : (this.parts[at]!.members[ranks[from + at]!] ?? null);
  }

  /** True for a side that answers every text alike, as far as its rules tell. */
  isLike(other: Side): boolean {
    return JSON.stringify(this.layers.map(essence)) === JSON.stringify(other.layers.map(essence));
  }
}

function essence({ trusted, default: fallback, list }: SideLayer): unknown {
  const rules = list === null ? [] : [...list.forAll, ...list.own];
  return [
    trusted,
    fallback,
    rules.map(({ action, final, programs, with: some, without }) => [action, final, programs, some, without]),
  ];
}

function answerOfLayer(
  layer: SideLayer,
  rule: RuleData | null,
  floor: RuleData | null,
  unmatched: Action | undefined,
): Answer | null {
  const otherwise = layer.trusted
    ? (unmatched ?? layer.default ?? "ask")
    : unmatched === undefined
      ? layer.default
      : null;
  const action = rule?.action ?? otherwise;
  if (floor !== null && (action === null || strictness(floor.action) > strictness(action))) {
    return { action: floor.action, rule: floor, final: true };
  }
  return action === null ? null : { action, rule, final: floor?.action === action };
}

function combined(one: Answer, other: Answer): Answer {
  const action = stricter(one.action, other.action);
  return {
    action,
    rule: (strictness(other.action) > strictness(one.action) ? other : one).rule,
    final: (one.final && one.action === action) || (other.final && other.action === action),
  };
}

/** A table's lists, found by surface and agent. */
export class Lists {
  readonly data: SealedTableData;
  readonly #lists = new Map<string, ListedRules<RuleData>>();

  constructor(data: SealedTableData) {
    this.data = data;
    for (const list of listsOf(data.rules)) this.#lists.set(keyOf(list.layer, list.surface, list.agent), list);
  }

  /** The surfaces that have rules, in the order of the text. */
  get surfaces(): string[] {
    return [...new Set(this.data.rules.map(({ surface }) => surface))];
  }

  /** The agents that have rules of their own on a surface, or a default of their own. */
  agents(surface: string): string[] {
    const own = this.data.rules.filter((rule) => rule.surface === surface && rule.agent !== null);
    const defaulting = this.data.layers.flatMap(({ agentDefaults = [] }) => agentDefaults);
    return [...new Set([...own, ...defaulting].map(({ agent }) => agent!))];
  }

  /** The list that answers in a layer; null where it has no rule. */
  list(layer: number, surface: string, agent: string | null): ListedRules<RuleData> | null {
    const own = agent === null ? undefined : this.#lists.get(keyOf(layer, surface, agent));
    return own ?? this.#lists.get(keyOf(layer, surface, null)) ?? null;
  }

  /** The table on a surface for an agent; of some layers alone where they are given. */
  side(surface: string, agent: string | null, layers: readonly number[] = this.data.layers.map((_, at) => at)): Side {
    return new Side(
      surface,
      layers.map((at) => {
        const layer = this.data.layers[at]!;
        return { trusted: layer.trusted, default: defaultFor(layer, agent), list: this.list(at, surface, agent) };
      }),
    );
  }

  /** True for a surface of paths. */
  isPath(surface: string): boolean {
    return isPathSurface(surface);
  }

  /** True for a tool of an extension: its surface is asked about `*`, whatever the call. */
  isTool(surface: string): boolean {
    return !NAMED.has(surface);
  }
}

/** Surfaces beside those of commands and paths that are asked about names. */
const NAMED: ReadonlySet<string> = new Set(["mcp", "skill", "wrapper"]);

function keyOf(layer: number, surface: string, agent: string | null): string {
  return JSON.stringify([layer, surface, agent]);
}
