/**
 * Which texts a surface is asked about, and how long each is to write: what a search for the shortest example needs.
 *
 * A *form* is a small automaton beside those of the rules. It keeps marks where they can stand, and lets texts that
 * nobody would write (`a//b`, an empty word) cost more, so that they are examples only where nothing else is.
 */
import { isMark, isPathSurface, marksAccess } from "../../src/table/program.ts";
import { BOUNDARY, HOME, READ, WRITE } from "../../src/text.ts";

/** A step of a form: the phase that it leads to and what it costs. */
export interface FormStep {
  readonly phase: number;
  readonly cost: number;
}

export interface Form {
  /** The phase before the first character. */
  readonly start: number;
  /** Characters that lead elsewhere than others do, or that only this form allows. */
  readonly special: readonly string[];
  /** The step for a character; null where it cannot stand there. */
  step(phase: number, character: string): FormStep | null;
  /** A step without a character, such as the quotes of an empty word; null for none. */
  idle(phase: number): FormStep | null;
  /** What it costs to end here; null where a text cannot. */
  end(phase: number): number | null;
}

/** The form of a surface's texts. `isTool`: a tool of that name has no texts, and its surface is asked about `*`. */
export function formOf(surface: string, isTool: boolean): Form {
  if (surface === "bash") return COMMAND;
  if (isPathSurface(surface)) return marksAccess(surface) ? ACCESS_PATH : PATH;
  return isTool ? STAR : NAME;
}

/** Words of a command, the first of them too, can be empty; then their two quotes count. */
const COMMAND: Form = {
  start: 0,
  special: [BOUNDARY],
  step(phase, character) {
    // 0: before a word, 1: within one, 2: after an empty one.
    if (character === BOUNDARY) return phase === 0 ? null : { phase: 0, cost: 1 };
    return phase === 2 || isMark(character) ? null : { phase: 1, cost: 1 };
  },
  idle: (phase) => (phase === 0 ? { phase: 2, cost: 2 } : null),
  end: (phase) => (phase === 0 ? null : 0),
};

/** What a path costs more for each thing that the gate would write in another way. */
const UNUSUAL = 40;

const FRONT = 0;
const ROOT = 1;
const SLASH = 2;
const NAMED = 3;
const DOT = 4;
const DOTS = 5;
const AT_HOME = 6;
const BEFORE = 7;

function pathStep(phase: number, character: string): FormStep | null {
  const usual = (to: number): FormStep => ({ phase: to, cost: 1 });
  if (character === HOME) return phase === FRONT ? usual(AT_HOME) : null;
  if (isMark(character)) return null;
  if (phase === AT_HOME) return character === "/" ? usual(SLASH) : null;
  if (character === "/") {
    if (phase === FRONT) return usual(ROOT);
    return phase === NAMED ? usual(SLASH) : { phase: SLASH, cost: 1 + UNUSUAL };
  }
  if (character === "." && phase <= SLASH) return usual(DOT);
  return usual(character === "." && phase === DOT ? DOTS : NAMED);
}

function pathEnd(phase: number): number | null {
  if (phase === BEFORE) return null;
  return phase === ROOT || phase === NAMED || phase === AT_HOME ? 0 : UNUSUAL;
}

/** A path: the home mark only at its front, and in any way that a path can be typed. */
const PATH: Form = { start: FRONT, special: ["/", ".", HOME], step: pathStep, idle: () => null, end: pathEnd };

/** A path after the mark of an access. */
const ACCESS_PATH: Form = {
  ...PATH,
  start: BEFORE,
  special: ["/", ".", HOME, READ, WRITE],
  step(phase, character) {
    if (phase === BEFORE) return character === READ || character === WRITE ? { phase: FRONT, cost: 1 } : null;
    return pathStep(phase, character);
  },
};

/** Any name. */
const NAME: Form = {
  start: 0,
  special: [],
  step: (phase, character) => (isMark(character) ? null : { phase, cost: 1 }),
  idle: () => null,
  end: () => 0,
};

/** The text `*` and no other. */
const STAR: Form = {
  start: 0,
  special: ["*"],
  step: (phase, character) => (phase === 0 && character === "*" ? { phase: 1, cost: 1 } : null),
  idle: () => null,
  end: (phase) => (phase === 1 ? 0 : null),
};
