/**
 * The chain that holds the records of a log together.
 *
 * A line is a JSON object that starts with its number and the hash of the record before, and ends with its own hash:
 * SHA-256 over the UTF-8 bytes of the line up to the comma before `"hash"`. So a record that is changed does not fit
 * its hash, and one that is dropped or moved does not fit its neighbours.
 */
import { sha256 } from "../table/format.ts";

/** Where a chain stands: what the next record continues. */
export interface ChainEnd {
  /** Number of the last record, from 1; 0 before the first. */
  readonly seq: number;
  /** Its hash; for the first record to come, 64 zeros. */
  readonly hash: string;
}

export const CHAIN_START: ChainEnd = { seq: 0, hash: "0".repeat(64) };

const TAIL = /,"hash":"([0-9a-f]{64})"\}$/;
const HEAD = /^\{"seq":([0-9]{1,15}),"prev":"([0-9a-f]{64})"/;
/** `,"hash":"` and `"}` around the hash. */
const TAIL_LENGTH = 75;

/** A record as a line without its end, and where the chain stands after it. `members` must not hold `seq`, `prev` or `hash`. */
export function chainLine(end: ChainEnd, members: object): { readonly line: string; readonly end: ChainEnd } {
  const seq = end.seq + 1;
  const json = JSON.stringify(members);
  const body = `{"seq":${seq},"prev":"${end.hash}"${json === "{}" ? "" : `,${json.slice(1, -1)}`}`;
  const hash = sha256(body);
  return { line: `${body},"hash":"${hash}"}`, end: { seq, hash } };
}

/** What a line says of its place, whether or not it fits; null for a line that is no record. */
export function readLink(line: string): { readonly seq: number; readonly prev: string; readonly hash: string } | null {
  const head = HEAD.exec(line);
  const tail = TAIL.exec(line.slice(-TAIL_LENGTH - 1));
  if (head === null || tail === null) return null;
  return { seq: Number(head[1]), prev: head[2]!, hash: tail[1]! };
}

export interface ChainProblem {
  readonly kind: "changed" | "missing" | "moved" | "foreign" | "torn" | "end-missing";
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** A sentence for people. */
  readonly message: string;
}

/** Follows the lines of a log, in order, from its oldest file on. */
export class ChainVerifier {
  readonly problems: ChainProblem[] = [];
  /** Records seen, and those of them that fit. */
  records = 0;
  /** Number of the first record, where earlier ones were rotated away; else 1. 0 while there is none. */
  first = 0;
  #end: ChainEnd | null = null;
  /** The hash of each number that was seen last, for the file's mark of its end. */
  #marked = false;

  /** Where the chain stands; null before the first record. */
  get end(): ChainEnd | null {
    return this.#end;
  }

  /** A line without its end. */
  line(text: string, file: string, number: number): void {
    const link = readLink(text);
    if (link === null) {
      this.#report("foreign", file, number, "this line is no record of the log");
      return;
    }
    this.records++;
    const fits = sha256(text.slice(0, -TAIL_LENGTH)) === link.hash;
    if (!fits) this.#report("changed", file, number, `record ${link.seq} was changed after it was written`);
    const before = this.#end;
    if (before === null) this.first = link.seq;
    else if (link.seq > before.seq + 1) {
      const gap = link.seq - before.seq - 1;
      const which = gap === 1 ? `record ${before.seq + 1} is` : `records ${before.seq + 1} to ${link.seq - 1} are`;
      this.#report("missing", file, number, `${which} missing before this line`);
    } else if (link.seq <= before.seq) {
      this.#report("moved", file, number, `record ${link.seq} stands after record ${before.seq}`);
    } else if (link.prev !== before.hash) {
      this.#report(
        "changed",
        file,
        number,
        `the record before record ${link.seq} is not the one that it was written after`,
      );
    }
    this.#end = { seq: link.seq, hash: link.hash };
  }

  /** A last line without its end: whoever wrote it was stopped in the middle. The next record mends it. */
  torn(file: string, number: number): void {
    this.#report("torn", file, number, "the last line was not written to its end; the next record will take its place");
  }

  /** The end as it was marked beside the log, which is never before the last record but for a crash. */
  marked(mark: ChainEnd, file: string, number: number): void {
    if (this.#marked) return;
    this.#marked = true;
    const last = this.#end?.seq ?? 0;
    if (mark.seq > last) {
      const gap = mark.seq - last;
      const which = gap === 1 ? `record ${mark.seq} is` : `records ${last + 1} to ${mark.seq} are`;
      this.#report("end-missing", file, number, `${which} missing at the end`);
    } else if (mark.seq === last && mark.hash !== this.#end?.hash) {
      this.#report("changed", file, number, `record ${last} is not the one that was written last`);
    }
  }

  /** A line that was not written to its end is no sign of tampering. */
  get isSound(): boolean {
    return this.problems.every(({ kind }) => kind === "torn");
  }

  #report(kind: ChainProblem["kind"], file: string, line: number, message: string): void {
    this.problems.push({ kind, file, line, message });
  }
}
