/** Whether a projection holds what bash did. */
import { relative, resolve } from "node:path";
import type { BashProgram } from "../../src/shell/program.ts";
import { isBoundary, plain, type Hole, type Piece, type Value } from "../../src/text.ts";

/** How a projection accounts for something that happened. */
export type Coverage = "exact" | "hole" | "floor" | "none";

/** A command that ran, against the units. */
export function coversCommand(program: BashProgram, words: readonly string[]): Coverage {
  const text = words.map(plain);
  let coverage: Coverage = program.floors.length > 0 ? "floor" : "none";
  for (const { question } of program.units) {
    for (const value of [...question.written, ...question.readings]) {
      if (!holds(value, text)) continue;
      if (value.every((piece) => typeof piece === "string")) return "exact";
      coverage = "hole";
    }
  }
  return coverage;
}

/** A file that was opened, by its absolute path, against the paths. `work` is the directory in which the program ran. */
export function coversFile(program: BashProgram, path: string, work: string): Coverage {
  let coverage: Coverage = program.floors.length > 0 ? "floor" : "none";
  for (const { value, base } of program.paths) {
    if (base.kind === "unknown") return "hole";
    const text = value.every((piece) => typeof piece === "string") ? value.join("") : null;
    if (text === null) {
      const spellings = [path, ...base.directories.map((directory) => relative(resolve(work, directory), path))];
      if (spellings.some((spelling) => holds(value, [plain(spelling)]) || holds(value, [plain(`./${spelling}`)])))
        coverage = "hole";
    } else if (base.directories.some((directory) => resolve(work, directory, text) === path)) return "exact";
  }
  return coverage;
}

/** One symbol of a text: a character, or null for a word boundary. */
type Symbol = string | null;

/** True where the words are one of the texts that the value stands for. */
function holds(value: Value, words: readonly string[]): boolean {
  const text: Symbol[] = words.flatMap((word, index) => (index === 0 ? [...word] : [null, ...word]));
  return after(value, text, new Set([0])).has(text.length);
}

function after(value: Value, text: readonly Symbol[], from: ReadonlySet<number>): ReadonlySet<number> {
  return value.reduce<ReadonlySet<number>>((places, piece) => step(piece, text, places), from);
}

function step(piece: Piece, text: readonly Symbol[], from: ReadonlySet<number>): ReadonlySet<number> {
  if (typeof piece !== "string") return through(piece, text, from);
  const symbols = [...piece].map((character): Symbol => (isBoundary(character) ? null : character));
  return new Set(
    [...from]
      .filter((at) => symbols.every((symbol, index) => text[at + index] === symbol))
      .map((at) => at + symbols.length),
  );
}

function through(hole: Hole, text: readonly Symbol[], from: ReadonlySet<number>): ReadonlySet<number> {
  switch (hole.kind) {
    case "choice":
      return new Set(hole.options.flatMap((option) => [...after(option, text, from)]));
    case "repeat": {
      const reached = new Set(from);
      for (let last: ReadonlySet<number> = from; last.size > 0;) {
        last = new Set([...after(hole.value, text, last)].filter((at) => !reached.has(at)));
        for (const at of last) reached.add(at);
      }
      return reached;
    }
    case "text":
      return runs(text, from, () => true, 0, null);
    case "characters": {
      const { except = "", notFirst = "", among } = hole;
      const fits = (symbol: Symbol, isFirst: boolean): boolean =>
        symbol !== null &&
        !except.includes(symbol) &&
        !(isFirst && notFirst.includes(symbol)) &&
        (among?.includes(symbol) ?? true);
      return runs(text, from, fits, hole.min, hole.max);
    }
  }
}

function runs(
  text: readonly Symbol[],
  from: ReadonlySet<number>,
  fits: (symbol: Symbol, isFirst: boolean) => boolean,
  min: number,
  max: number | null,
): ReadonlySet<number> {
  const reached = new Set<number>();
  for (const start of from) {
    for (let at = start; ; at++) {
      if (at - start >= min) reached.add(at);
      const symbol = text[at];
      if (symbol === undefined || at - start === max || !fits(symbol, at === start)) break;
    }
  }
  return reached;
}
