/**
 * Mutants: policies with one rule changed, as a slip of an editor or an unlucky merge would change it.
 */
import type { Action, RuleSource } from "../../src/decision.ts";
import { compilePattern } from "../pattern.ts";
import type { PolicyLayer, PolicyRule, ResolvedPolicy } from "../rule.ts";
import { generalised } from "./generalise.ts";
import { isMadeOf, placeKey } from "./rule-units.ts";

export type MutationKind = "drop" | "reorder" | "loosen" | "generalise";

export interface Mutant {
  readonly kind: MutationKind;
  /** The rule, or the pattern of a group, that is changed. */
  readonly place: RuleSource;
  /** What was done to it, to follow its text: `is dropped`, `says ask`. */
  readonly change: string;
  readonly surface: string;
  readonly agent: string | null;
  readonly layer: number;
  /** The rules of the layer that are no longer as they were, and those that stand in for them. */
  readonly before: readonly PolicyRule[];
  readonly after: readonly PolicyRule[];
  /** The policy as it would be. */
  readonly policy: ResolvedPolicy;
}

/** Rules that stand on one line: one, or those of a group. */
interface Line {
  readonly source: RuleSource;
  readonly rules: readonly PolicyRule[];
}

/** All mutants of the rules and of the groups of some files, in the order of the text. */
export function* mutantsOf(policy: ResolvedPolicy, own: ReadonlySet<string>): Generator<Mutant> {
  for (const [index, layer] of policy.layers.entries()) {
    const maker = new MutantMaker(policy, index);
    const lines = linesOf(layer).filter(({ source }) => own.has(source.file));
    for (const [at, line] of lines.entries()) {
      yield* maker.ofLine(line);
      const next = lines.slice(at + 1).find(({ rules }) => isOnSameList(rules[0]!, line.rules[0]!));
      if (next !== undefined) yield* maker.swapped(line, next);
    }
    yield* maker.ofMembers(lines, own);
  }
}

/** The rules of a layer, line by line. A file that is included twice has its lines twice. */
function linesOf({ rules }: PolicyLayer): Line[] {
  const lines: (Line & { readonly rules: PolicyRule[] })[] = [];
  for (const rule of rules) {
    const last = lines.at(-1);
    if (last !== undefined && placeKey(last.source) === placeKey(rule.source)) last.rules.push(rule);
    else lines.push({ source: rule.source, rules: [rule] });
  }
  return lines;
}

function isOnSameList(one: PolicyRule, other: PolicyRule): boolean {
  return one.surface === other.surface && one.agent === other.agent;
}

const LOOSER: Readonly<Record<Action, Action | null>> = { deny: "ask", ask: "allow", allow: null };

class MutantMaker {
  readonly #policy: ResolvedPolicy;
  readonly #layer: number;

  constructor(policy: ResolvedPolicy, layer: number) {
    this.#policy = policy;
    this.#layer = layer;
  }

  /** The mutants of one line as a whole. */
  *ofLine({ source, rules }: Line): Generator<Mutant> {
    const first = rules[0]!;
    yield this.#replaced("drop", source, "is dropped", rules, () => []);
    const looser = LOOSER[first.action];
    if (looser !== null) {
      yield this.#replaced("loosen", source, `says \`${looser}\``, rules, (rule) => [{ ...rule, action: looser }]);
    }
    if (first.final && first.action !== "allow") {
      yield this.#replaced("loosen", source, "is not final", rules, (rule) => [{ ...rule, final: false }]);
    }
    if (first.access !== null) {
      const change = `is for more than \`${first.access}\``;
      yield this.#replaced("generalise", source, change, rules, (rule) => [{ ...rule, access: null }]);
    }
    if (first.member === undefined) yield* this.#generalisedPatterns(source, rules);
    for (const kind of ["with", "without"] as const) {
      // Those of a group's patterns are changed with the patterns.
      const inherited = first.member?.clauses[kind] ?? 0;
      for (const [at, flags] of first[kind].slice(inherited).entries()) {
        const change = `lacks \`${kind} ${flags.join("|")}\``;
        yield this.#replaced("generalise", source, change, rules, (rule) => [
          withoutClause(rule, kind, (rule.member?.clauses[kind] ?? 0) + at),
        ]);
      }
    }
  }

  /** The mutants of the patterns of groups. */
  *ofMembers(lines: readonly Line[], own: ReadonlySet<string>): Generator<Mutant> {
    const seen = new Set<string>();
    for (const { rules } of lines) {
      for (const { member } of rules) {
        if (member === undefined || !own.has(member.file) || seen.has(placeKey(member))) continue;
        seen.add(placeKey(member));
        const made = lines.flatMap((line) => line.rules).filter((rule) => isMadeOf(rule, placeKey(member)));
        yield this.#replaced("drop", member, "is dropped", made, () => []);
        yield* this.#generalisedPatterns(member, made);
        for (const kind of ["with", "without"] as const) {
          for (const [at, flags] of made[0]![kind].slice(0, member.clauses[kind]).entries()) {
            const change = `lacks \`${kind} ${flags.join("|")}\``;
            yield this.#replaced("generalise", member, change, made, (rule) => [withoutClause(rule, kind, at)]);
          }
        }
      }
    }
  }

  /** Two neighbours in each other's place. Where both say the same, nothing can come of it. */
  *swapped(line: Line, next: Line): Generator<Mutant> {
    const [one, other] = [line.rules[0]!, next.rules[0]!];
    if (one.action === other.action && one.final === other.final) return;
    const { rules } = this.#policy.layers[this.#layer]!;
    const from = rules.indexOf(one);
    const to = rules.indexOf(other);
    const changed = rules
      .slice(0, from)
      .concat(next.rules, rules.slice(from + line.rules.length, to), line.rules, rules.slice(to + next.rules.length));
    const both = [...line.rules, ...next.rules];
    const change = `stands below \`${next.source.text}\``;
    yield this.#mutant("reorder", line.source, change, both, [...next.rules, ...line.rules], changed);
  }

  *#generalisedPatterns(place: RuleSource, rules: readonly PolicyRule[]): Generator<Mutant> {
    const rule = rules[0]!;
    const { pattern, surface } = rule;
    if (pattern === null) return;
    const seen = new Set([programsOf(rule)]);
    for (const variant of generalised(pattern, surface)) {
      const programs = programsOf({ ...rule, pattern: variant });
      if (seen.has(programs)) continue;
      seen.add(programs);
      const change = `matches \`${shown(variant.items)}\``;
      yield this.#replaced("generalise", place, change, rules, (one) => [{ ...one, pattern: variant }]);
    }
  }

  #replaced(
    kind: MutationKind,
    place: RuleSource,
    change: string,
    rules: readonly PolicyRule[],
    by: (rule: PolicyRule) => PolicyRule[],
  ): Mutant {
    const affected = new Set(rules);
    const after: PolicyRule[] = [];
    const changed = this.#policy.layers[this.#layer]!.rules.flatMap((rule) => {
      if (!affected.has(rule)) return [rule];
      const replaced = by(rule);
      after.push(...replaced);
      return replaced;
    });
    return this.#mutant(kind, place, change, rules, after, changed);
  }

  #mutant(
    kind: MutationKind,
    place: RuleSource,
    change: string,
    before: readonly PolicyRule[],
    after: readonly PolicyRule[],
    rules: readonly PolicyRule[],
  ): Mutant {
    const layers = this.#policy.layers.with(this.#layer, { ...this.#policy.layers[this.#layer]!, rules });
    const { surface, agent } = before[0]!;
    return {
      kind,
      place,
      change,
      surface,
      agent,
      layer: this.#layer,
      before,
      after,
      policy: { ...this.#policy, layers },
    };
  }
}

function withoutClause(rule: PolicyRule, kind: "with" | "without", at: number): PolicyRule {
  return { ...rule, [kind]: rule[kind].toSpliced(at, 1) };
}

function programsOf(rule: PolicyRule): string {
  const compiled = compilePattern(rule);
  return compiled.ok ? JSON.stringify(compiled.programs) : "";
}

/** A pattern for people, without quotes. */
function shown(items: NonNullable<PolicyRule["pattern"]>["items"]): string {
  return items
    .map((item): string => {
      switch (item.kind) {
        case "literal":
          return item.text;
        case "boundary":
          return " ";
        case "any":
          return "*";
        case "one":
          return "?";
        case "alternatives":
          return `{${item.options.map(shown).join(",")}}`;
      }
    })
    .join("")
    .replaceAll(/\*+/g, "*");
}
