/** Reading a command with two front ends, and what their readings are worth together. */
import { MAX_RESCUE_CHARACTERS } from "./bounds.ts";
import { canonicalScript } from "./front-end/canonical.ts";
import { overBound } from "./front-end/prescan.ts";
import type { TreeParser } from "./front-end/tree-sitter-tree.ts";
import { readWithTreeSitter } from "./front-end/tree-sitter.ts";
import { isTrivial } from "./front-end/trivial.ts";
import { readWithUnbash } from "./front-end/unbash.ts";
import type { Fault, Reading } from "./syntax.ts";

/** What a command was read as. */
export interface Readings {
  /**
   * One reading, or two where the front ends contradict each other: then the commands of both count. A reading has
   * faults where no front end read the command without, or where the one that did needs the other to confirm it, and
   * that is over a bound or not loaded.
   */
  readonly readings: readonly Reading[];
  /**
   * True where the one reading can be relied on: both front ends give it, or one of them does and the other rejects the
   * text, or the command is trivial. Where it is false, or the reading has faults, the answer is at least `ask`.
   */
  readonly agree: boolean;
}

export interface Parsers {
  /** Reads a command. Never throws. */
  read(command: string): Readings;
  /** False for a command that one front end is enough for. */
  needsSecondOpinion(command: string): boolean;
  /**
   * True once a command was read without the second front end that it needed, because that was not loaded. The answer
   * is then stricter than it may have to be; a caller that started without it loads it and asks again.
   */
  readonly lacked: boolean;
}

export interface ParsersOptions {
  /**
   * False leaves out tree-sitter, whose start takes some ten milliseconds: for a process that decides one command, and
   * most likely a trivial one. Default true.
   */
  readonly treeSitter?: boolean;
}

/** Loads the front ends. Rejects where tree-sitter's grammar is missing or does not fit. */
export async function loadParsers(options: ParsersOptions = {}): Promise<Parsers> {
  if (options.treeSitter === false) return new FrontEnds(null);
  // Not imported before it is wanted: a process that decides one command is often done without it.
  const { TreeParser } = await import("./front-end/tree-sitter-tree.ts");
  return new FrontEnds(await TreeParser.load());
}

class FrontEnds implements Parsers {
  lacked = false;
  private readonly treeParser: TreeParser | null;

  constructor(treeParser: TreeParser | null) {
    this.treeParser = treeParser;
  }

  needsSecondOpinion(command: string): boolean {
    return !isTrivial(command);
  }

  read(command: string): Readings {
    const bound = overBound(command);
    if (bound !== null)
      return { readings: [{ script: { source: command, statements: [] }, faults: [bound] }], agree: true };
    const nul = command.indexOf("\0");
    if (nul !== -1) {
      const fault = { span: { start: nul, end: nul + 1 }, detail: "a command cannot hold a NUL character" };
      return { readings: [{ script: { source: command, statements: [] }, faults: [fault] }], agree: true };
    }
    const first = readWithUnbash(command);
    if (first.faults.length === 0 && isTrivial(command)) return { readings: [first], agree: true };
    return this.compare(command, first);
  }

  private compare(command: string, first: Reading): Readings {
    const clean = first.faults.length === 0;
    if (this.treeParser === null) {
      this.lacked = true;
      return {
        readings: [clean ? unconfirmed(first, "the second front end is needed for this, and is not loaded") : first],
        agree: false,
      };
    }
    if (!clean && (command.length > MAX_RESCUE_CHARACTERS || first.faults.some((fault) => fault.bound !== undefined))) {
      return { readings: [first], agree: false };
    }
    const second = readWithTreeSitter(this.treeParser, command);
    const bound = second.faults.find((fault) => fault.bound !== undefined);
    // A text that is too much for the second front end was not rejected by it: nobody confirms the first.
    if (clean && bound !== undefined)
      return { readings: [unconfirmed(first, bound.detail, bound.bound)], agree: false };
    if (second.faults.length > 0) return { readings: [first], agree: clean };
    if (!clean) return { readings: [second], agree: true };
    if (canonicalScript(first.script) === canonicalScript(second.script)) return { readings: [first], agree: true };
    return { readings: [first, second], agree: false };
  }
}

/** A reading that nobody confirmed. */
function unconfirmed(reading: Reading, detail: string, bound?: Fault["bound"]): Reading {
  const span = { start: 0, end: reading.script.source.length };
  return { script: reading.script, faults: [bound === undefined ? { span, detail } : { span, detail, bound }] };
}
