/** Reading a command with two front ends, and what their readings are worth together. */
import { MAX_SUPPORT_CHARACTERS } from "./bounds.ts";
import { canonicalScript } from "./front-end/canonical.ts";
import { masked } from "./front-end/masked.ts";
import { overBound } from "./front-end/prescan.ts";
import type { TreeParser } from "./front-end/tree-sitter-tree.ts";
import { readWithTreeSitter } from "./front-end/tree-sitter.ts";
import { isTrivial } from "./front-end/trivial.ts";
import { readWithUnbash } from "./front-end/unbash.ts";
import type { Fault, Reading } from "./syntax.ts";

/** What a command was read as. */
export interface Readings {
  /**
   * One reading, or two, of which the commands of both count.
   *
   * - Both front ends read the same, or tree-sitter rejects what unbash reads without a fault, or the command is trivial:
   *   the one reading, without faults. tree-sitter's grammar rejects much that is valid.
   * - Both read it without a fault and contradict each other: both readings.
   * - unbash finds a fault in it: its reading with the faults, and tree-sitter's where that is without. Text that unbash
   *   rejects is rejected by bash, or it is odd enough that tree-sitter's reading was wrong more often than right. But
   *   where the text holds what unbash is known to take wrongly, and reads like tree-sitter once that is made plain, that
   *   one reading.
   * - The command needs tree-sitter's confirmation, and is too much for it, or it is not loaded: unbash's reading, with a
   *   fault that says so.
   */
  readonly readings: readonly Reading[];
  /** True where there is one reading and nothing speaks against it. Otherwise the answer is at least `ask`. */
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
    if (bound !== null) return unreadable(command, bound);
    const nul = command.indexOf("\0");
    if (nul !== -1) {
      return unreadable(command, {
        span: { start: nul, end: nul + 1 },
        detail: "a command cannot hold a NUL character",
      });
    }
    const first = readWithUnbash(command);
    return first.faults.length === 0 ? this.confirm(command, first) : this.support(command, first);
  }

  /** What a reading without faults is worth. */
  private confirm(command: string, first: Reading): Readings {
    if (isTrivial(command)) return { readings: [first], agree: true };
    if (this.treeParser === null) {
      this.lacked = true;
      return unconfirmed(first, "the second front end is needed for this, and is not loaded");
    }
    const second = readWithTreeSitter(this.treeParser, command);
    // A text that is too much for the second front end was not rejected by it.
    const bound = second.faults.find((fault) => fault.bound !== undefined);
    if (bound !== undefined) return unconfirmed(first, bound.detail, bound.bound);
    if (second.faults.length > 0) return { readings: [first], agree: true };
    if (canonicalScript(first.script) === canonicalScript(second.script)) return { readings: [first], agree: true };
    return { readings: [first, second], agree: false };
  }

  /** A reading with faults, and the other front end's where that has none: so that what it sees can be denied. */
  private support(command: string, first: Reading): Readings {
    const alone = { readings: [first], agree: false };
    if (command.length > MAX_SUPPORT_CHARACTERS || first.faults.some((fault) => fault.bound !== undefined))
      return alone;
    if (this.treeParser === null) {
      this.lacked = true;
      return alone;
    }
    const second = readWithTreeSitter(this.treeParser, command);
    if (second.faults.length > 0) return alone;
    const plain = masked(command);
    const third = plain === null ? null : readWithUnbash(command, plain);
    if (third?.faults.length === 0 && canonicalScript(third.script) === canonicalScript(second.script))
      return { readings: [third], agree: true };
    return { readings: [first, second], agree: false };
  }
}

/** A text that was not given to any front end. */
function unreadable(command: string, fault: Fault): Readings {
  return { readings: [{ script: { source: command, statements: [] }, faults: [fault] }], agree: false };
}

/** A reading without faults that nobody confirmed. */
function unconfirmed(reading: Reading, detail: string, bound?: Fault["bound"]): Readings {
  const span = { start: 0, end: reading.script.source.length };
  const fault: Fault = bound === undefined ? { span, detail } : { span, detail, bound };
  return { readings: [{ script: reading.script, faults: [fault] }], agree: false };
}
