/** What a walk finds, in the order in which it finds it. */
import type { Sentinel } from "../decision.ts";
import type { Question } from "../table/question.ts";
import { keyOf, knownText } from "../text.ts";
import type { Value } from "../text.ts";
import {
  COSTLY_UNIT,
  HOLEY_MENTION,
  MAX_COPIES,
  MAX_MENTIONS,
  MAX_STEPS,
  MAX_UNITS,
  MENTION_IF_THERE,
} from "./limits.ts";
import type { CommandUnit, Link, PathMention, ProgramFloor } from "./program.ts";
import type { DefinedFunction } from "./state.ts";
import type { Span } from "./syntax.ts";

/** What a file is made of: the name as it was given, and the path that it stood for there, where that is known. */
export interface Copy {
  readonly target: Value;
  readonly from: string | null;
}

const TOO_MANY_COPIES = "more files are linked or copied than are followed";

/** A point to which a recorder can be taken back. */
export interface Mark {
  readonly units: number;
  readonly paths: number;
  readonly links: number;
  readonly called: number;
}

export class Recorder {
  readonly units: CommandUnit[] = [];
  readonly paths: PathMention[] = [];
  readonly links: Link[] = [];
  readonly floors: ProgramFloor[] = [];
  /** Files that the program makes of others: links and copies, by their paths. */
  readonly copies = new Map<string, Copy>();
  /** The program makes links, which may stand where only a run tells. */
  linked = false;
  /** Mentions below a directory that is known in part, as they are where nothing of it was known. */
  readonly partly = new Map<PathMention, PathMention>();
  /** What the program has written into files, by their paths: any of these texts. */
  readonly written = new Map<string, readonly Value[]>();
  /** Functions in the order in which they were defined, and those of them that were called. */
  readonly defined = new Map<DefinedFunction["definition"], DefinedFunction>();
  readonly called = new Set<DefinedFunction["definition"]>();
  /** Names of functions that bash itself may call at any time, whoever else has called them; null for any. */
  readonly recalled = new Set<string | null>(["command_not_found_handle"]);
  /** The directory that the program changes to before anything else, where it does. */
  entered: string | null = null;
  private readonly questions = new Map<string, Question>();
  private steps = 0;
  /** How much of the bounds on units and on mentions is used up. */
  private weight = 0;
  private mentions = 0;
  /** There is too much to walk: what is left is not looked at any more. */
  stopped = false;

  /** Counts one command, or work like that of several; false where there was too much, and the walk has to stop. */
  step(span: Span, count = 1): boolean {
    this.steps += count;
    if (this.steps > MAX_STEPS) this.stop(span, `more than ${MAX_STEPS} commands would be run`);
    return !this.stopped;
  }

  /** Records a unit and answers its index; null where there are too many. Units of the same words share a question. */
  unit(unit: CommandUnit): number | null {
    const { wrapper } = unit;
    const question = this.shared(unit.question);
    if (question.written.some((value) => knownText(value) === null)) this.weight += COSTLY_UNIT;
    this.weight += wrapper === null ? 1 : COSTLY_UNIT;
    if (this.weight > MAX_UNITS) {
      this.stop(unit.span, "there are more commands than are looked at");
      return null;
    }
    this.units.push(question === unit.question ? unit : { ...unit, question });
    return this.units.length - 1;
  }

  private shared(question: Question): Question {
    const { written, readings } = question;
    // No text of a command holds a NUL.
    const key = [written.length, ...written.map(keyOf), ...readings.map(keyOf)].join("\0");
    const known = this.questions.get(key);
    if (known === undefined) this.questions.set(key, question);
    return known ?? question;
  }

  /** Whether no mention is kept any more, which is said already. */
  get tooManyMentions(): boolean {
    return this.mentions > MAX_MENTIONS;
  }

  mention(mention: PathMention): void {
    const { value, base, certainty } = mention;
    const bases = base.kind === "known" ? base.directories.length : 1;
    const weight = certainty === "existing" ? MENTION_IF_THERE : 1;
    this.mentions += bases * (knownText(value) === null ? HOLEY_MENTION : weight);
    if (this.tooManyMentions)
      this.floor("<oversized-bash-command>", mention.span, "there are more paths than are looked at");
    else this.paths.push(mention);
  }

  /** Records that the file of a path may be one that is made of another. */
  copy(path: string, copy: Copy, span: Span): void {
    if (this.copies.size < MAX_COPIES || this.copies.has(path)) this.copies.set(path, copy);
    else this.floor("<oversized-bash-command>", span, TOO_MANY_COPIES);
  }

  /** Records a link that the program makes. */
  link(link: Link): void {
    if (this.links.length < MAX_COPIES) this.links.push(link);
    else this.floor("<oversized-bash-command>", link.span, TOO_MANY_COPIES);
  }

  floor(sentinel: Sentinel, span: Span, detail: string): void {
    const known = this.floors.some((floor) => floor.sentinel === sentinel && floor.detail === detail);
    if (!known) this.floors.push({ sentinel, span, detail });
  }

  /** Source that was not read. A fault of the front end mostly has said so already. */
  unread(span: Span, detail: string): void {
    if (this.floors.length === 0) this.floor("<unparseable-bash-command>", span, detail);
  }

  mark(): Mark {
    return { units: this.units.length, paths: this.paths.length, links: this.links.length, called: this.called.size };
  }

  /**
   * Forgets the units, paths and links since the mark, and which functions were called: what they run is forgotten
   * with it. Floors stay: they are true of the text.
   */
  rollBack(mark: Mark): void {
    this.units.length = mark.units;
    this.paths.length = mark.paths;
    this.links.length = mark.links;
    for (const one of [...this.called].slice(mark.called)) this.called.delete(one);
  }

  private stop(span: Span, detail: string): void {
    this.stopped = true;
    this.floor("<oversized-bash-command>", span, detail);
  }
}
