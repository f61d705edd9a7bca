/**
 * Maps of Pi's over the rules that stand before them.
 *
 * In Pi, a map of an agent is laid over the map of all: a pattern that is there already gets the new action at its old
 * place, and a new pattern comes last. What stood behind the old place therefore still wins over it. Here an agent's rules
 * come last, so the rules that would still win and are stricter are said once more, for this agent. A rule on everything
 * is new where no such rule is there; but what the rules for all restrict by a narrower pattern holds against it, too.
 */
import { strictness } from "../../src/decision.ts";
import { compilePattern } from "../pattern.ts";
import type { PolicyRule } from "../rule.ts";

/** The rules of a layer with its maps merged, in their order. */
export function mergeMaps(rules: readonly PolicyRule[]): PolicyRule[] {
  const bases = new Map<string, Base>();
  const merged: PolicyRule[] = [];
  for (let at = 0; at < rules.length;) {
    const first = rules[at]!;
    let end = at + 1;
    if (first.merges !== true) merged.push(first);
    else {
      while (end < rules.length && belongsTo(rules[end]!, first)) end++;
      let base = bases.get(first.surface);
      if (base === undefined) bases.set(first.surface, (base = new Base(rules, first.surface)));
      merged.push(...mergedMap(rules.slice(at, end), first.agent, base));
    }
    at = end;
  }
  return merged;
}

/** True for a rule of the same map as another one. */
function belongsTo({ merges, surface, agent, source }: PolicyRule, first: PolicyRule): boolean {
  return merges === true && surface === first.surface && agent === first.agent && source.file === first.source.file;
}

/** The rules for all on one surface. */
class Base {
  readonly rules: readonly { readonly rule: PolicyRule; readonly key: string }[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(rules: readonly PolicyRule[], surface: string) {
    const own = rules.filter((rule) => rule.surface === surface && rule.agent === null);
    this.rules = own.map((rule) => ({ rule, key: keyOf(rule) }));
    this.#places = new Map(this.rules.map(({ key }, index) => [key, index]));
  }

  /** Where the last rule with the same pattern stands; -1 for none. */
  placeOf(key: string): number {
    return this.#places.get(key) ?? -1;
  }

  /** The rules that stand behind one of these places, and are stricter than what stands there. `without`: not these. */
  stricter(over: readonly Placed[], without: ReadonlySet<string>): PolicyRule[] {
    const open = over.toSorted((a, b) => b.place - a.place);
    let least = Infinity;
    return this.rules.flatMap(({ rule, key }, index) => {
      for (let next = open.at(-1); next !== undefined && next.place < index; next = open.at(-1)) {
        least = Math.min(least, strictness(next.rule.action));
        open.pop();
      }
      return strictness(rule.action) > least && !without.has(key) ? [rule] : [];
    });
  }
}

/** A rule of a map, and where the rule stands whose place it takes. */
interface Placed {
  readonly rule: PolicyRule;
  readonly place: number;
}

function mergedMap(map: readonly PolicyRule[], agent: string | null, base: Base): PolicyRule[] {
  const keys = map.map(keyOf);
  const own = new Set(keys);
  const placed = map.map((rule, index): Placed => ({ rule, place: base.placeOf(keys[index]!) }));
  const replacing = placed.filter(({ place }) => place >= 0).toSorted((a, b) => a.place - b.place);
  const result = [...replacing.map(({ rule }) => rule), ...base.stricter(replacing, own)];
  for (const one of placed) {
    if (one.place >= 0) continue;
    result.push(one.rule);
    if (one.rule.pattern === null) result.push(...base.stricter([one], own));
  }
  return result.map(({ merges: _merges, ...rule }) => ({ ...rule, agent }));
}

/** A text that is the same for rules with the same pattern. Rules with flags are like no rule of a map. */
function keyOf(rule: PolicyRule): string {
  const compiled = compilePattern(rule);
  return JSON.stringify([compiled.ok ? compiled.programs : null, rule.with, rule.without]);
}
