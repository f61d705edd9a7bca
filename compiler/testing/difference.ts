/**
 * What a mutant changes: a call that the policy and its mutant answer differently, the shortest that there is.
 *
 * The rules of a surface are compared over all texts (see `compiler/analysis/`). Only texts that the changed rules match
 * can be answered differently, so nothing else is followed. Each text that differs is then tried as a call, on a gate:
 * another surface may have a say in it, and a test can only hold what a call shows.
 */
import { match } from "ts-pattern";
import { formOf } from "../analysis/forms.ts";
import { callsFor, type Call } from "../analysis/probe.ts";
import { search, type SearchBudget } from "../analysis/search.ts";
import { Lists } from "../analysis/side.ts";
import type { Action } from "../../src/decision.ts";
import { classifyToolKind } from "../../src/invocation/tool-kind.ts";
import { Alphabet, alphabetOf } from "../../src/table/alphabet.ts";
import type { TableData } from "../../src/table/format.ts";
import { machineFor } from "../../src/table/list.ts";
import { emitRules } from "../emit.ts";
import type { PolicyTest } from "../rule.ts";
import type { Mutant } from "./mutants.ts";
import type { Expectation, TestRunner } from "./run.ts";

/** A test of one expectation. */
export interface SuggestedTest {
  readonly test: Omit<PolicyTest, "expectations" | "file" | "line">;
  readonly expectation: Expectation;
  /** What the mutant answers. */
  readonly mutated: Action;
}

export type Difference =
  /** Every text is answered as before. */
  | { readonly kind: "none" }
  | { readonly kind: "shown"; readonly suggestion: SuggestedTest }
  /** Some texts of the surface are answered differently, but no call that was tried shows it. */
  | { readonly kind: "hidden" }
  /** It would take too long to tell. */
  | { readonly kind: "undecided" };

/** Steps through automata for one mutant. */
const STEPS = 3_000_000;
/** Texts that are tried as calls. */
const MOST_TRIES = 400;

/** Looks for a call that a policy and its mutant answer differently. */
export function differenceOf(
  mutant: Mutant,
  tables: { readonly old: TableData; readonly mutated: TableData },
  runners: { readonly old: TestRunner; readonly mutated: TestRunner },
): Difference {
  const [old, mutated] = [new Lists(tables.old), new Lists(tables.mutated)];
  const { surface, agent } = mutant;
  const agents = agent === null ? [null, ...new Set([...old.agents(surface), ...mutated.agents(surface)])] : [agent];
  const budget: SearchBudget = { steps: STEPS };
  let result: Difference = { kind: "none" };
  for (const one of agents) {
    const found = compareFor(one, mutant, { old, mutated }, runners, budget);
    if (found.kind === "shown") return found;
    if (result.kind === "none" || found.kind === "undecided") result = found;
  }
  return result;
}

function compareFor(
  agent: string | null,
  mutant: Mutant,
  lists: { readonly old: Lists; readonly mutated: Lists },
  runners: { readonly old: TestRunner; readonly mutated: TestRunner },
  budget: SearchBudget,
): Difference {
  const { surface } = mutant;
  const before = lists.old.side(surface, agent);
  const after = lists.mutated.side(surface, agent);
  const changed = emitRules({
    ...mutant.policy,
    sources: [],
    layers: [{ trusted: true, default: null, rules: [...mutant.before, ...mutant.after] }],
  }).rules;
  const alphabet = new Alphabet(alphabetOf([...before.rules, ...after.rules, ...changed]));
  const oldMachines = before.machines(alphabet);
  const machines = [...oldMachines, ...after.machines(alphabet), machineFor(changed, alphabet, "rules")];
  let suggestion: SuggestedTest | null = null;
  let differs = false;
  let tries = 0;
  const end = search({
    machines,
    alphabet,
    form: formOf(surface, lists.old.isTool(surface)),
    budget,
    matters: (standings) => {
      const { state, best } = standings.at(-1)!;
      return best !== -1 || (state !== null && state.top !== -1);
    },
    found(ranks, text) {
      if (before.answer(ranks).action === after.answer(ranks, oldMachines.length).action) return false;
      differs = true;
      // An empty name differs as any other does, and nobody calls a thing so.
      const example = text() === "" ? "x" : text();
      suggestion = suggestionFor(callsFor(surface, example, agent), runners);
      return suggestion !== null || ++tries >= MOST_TRIES;
    },
  });
  if (suggestion !== null) return { kind: "shown", suggestion };
  if (end === "budget" && !differs) return { kind: "undecided" };
  return { kind: differs ? "hidden" : "none" };
}

/** The first of some calls that a test can hold, and that the two answer differently. */
function suggestionFor(
  calls: readonly Call[],
  runners: { readonly old: TestRunner; readonly mutated: TestRunner },
): SuggestedTest | null {
  for (const { tool, input, agent } of calls) {
    const rest = restOf(tool, input);
    if (rest === null) continue;
    const test = { name: "", directory: null, agent };
    const expectation = { action: "deny" as const, tool, rest, fenced: false, by: null, line: 0, column: 0 };
    const answered = runners.old.run({ ...test, file: "", line: 0, expectations: [] }, expectation).observation;
    const changed = runners.mutated.run({ ...test, file: "", line: 0, expectations: [] }, expectation).observation;
    if (answered === null || changed === null || answered.decision.action === changed.decision.action) continue;
    return {
      test,
      expectation: { ...expectation, action: answered.decision.action },
      mutated: changed.decision.action,
    };
  }
  return null;
}

/** The input of a call as a test writes it: in short where it can, else as JSON; null where no line can hold it. */
function restOf(tool: string, input: Readonly<Record<string, unknown>>): string | null {
  return [shortInput(tool, input), JSON.stringify(input)].find((rest) => rest !== null && isInput(rest)) ?? null;
}

function shortInput(tool: string, input: Readonly<Record<string, unknown>>): string | null {
  const text = (...names: readonly string[]): string | null => {
    const found = names.map((name) => input[name]).find((value) => typeof value === "string");
    return typeof found === "string" ? found : null;
  };
  return match(classifyToolKind(tool))
    .with("bash", () => text("command"))
    .with("path", () => text("path", "file_path"))
    .with("skill", () => text("name"))
    .with("mcp", () => {
      const [server, target] = [text("server"), text("tool")];
      return server === null || target === null ? target : `${server}:${target}`;
    })
    .with("extension", () => null)
    .exhaustive();
}

/** Control characters are no part of a policy's text, and blanks at the ends are no part of a test's input. */
function isInput(rest: string): boolean {
  return /^\S(?:[^\p{Cc}\p{Cs}]*\S)?$/u.test(rest) && !rest.startsWith("```");
}
