/**
 * Which tests a mutant can make a difference to: only those in which a changed rule matches something that is asked.
 *
 * Most tests ask nothing of the kind, and looking up a command that only a run would tell takes its time.
 */
import { loadTable } from "../../src/table/load.ts";
import { isPathSurface } from "../../src/table/program.ts";
import type { Question } from "../../src/table/question.ts";
import type { Table } from "../../src/table/table.ts";
import { ANY_CHARACTERS, type Value } from "../../src/text.ts";
import { emitRules } from "../emit.ts";
import type { Mutant } from "./mutants.ts";
import type { Observation } from "./observe.ts";

/** Steps for one question; beyond them a test is simply run. */
const STEPS = 200_000;

export class Concern {
  readonly #surface: string;
  /** The changed rules, as they were and as they are, each as one that denies: those match by every spelling. */
  readonly #changed: Table;

  constructor({ surface, policy, before, after }: Mutant) {
    this.#surface = surface;
    const rules = [...before, ...after].map((rule) => ({
      ...rule,
      agent: null,
      action: "deny" as const,
      final: false,
    }));
    const layers = [{ trusted: true, default: null, rules }];
    this.#changed = loadTable(emitRules({ ...policy, sources: [], layers }));
  }

  /** True where the mutant may change what was observed. */
  by(observation: Observation | null): boolean {
    if (observation === null) return false;
    // A wrapper without a rule leaves no question behind.
    if (this.#surface === "wrapper") return true;
    const questions = isPathSurface(this.#surface)
      ? observation.paths(this.#surface).flatMap((question) => [question, everythingIn(question)])
      : [];
    for (const { surface, asked } of observation.findings) {
      if (surface === this.#surface && asked !== null) questions.push(asked.question);
    }
    return questions.some((question) => this.#matches(question));
  }

  #matches(question: Question): boolean {
    const verdict = this.#changed.lookup(this.#surface, null, question, { budget: { left: STEPS } });
    return verdict.matched || verdict.mixed;
  }
}

/** What lies below a path: the gate asks about it as well. */
function everythingIn(question: Question): Question {
  const extend = (value: Value): Value => [...value, "/", ANY_CHARACTERS];
  return { written: question.written.map(extend), readings: question.readings.map(extend) };
}
