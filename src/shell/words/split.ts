/** Word splitting: the fields that the atoms of a word fall into. */
import { ANY_CHARACTERS, ANY_TEXT } from "../../text.ts";
import type { Hole, Piece, Value } from "../../text.ts";
import type { ShellState } from "../state.ts";
import type { Span } from "../syntax.ts";
import { choiceOf, clean, compact, holdsNone, NUMBER } from "../value.ts";
import type { Atom } from "./atom.ts";
import { anyFields, fieldOf, globField, lineOf, splitField, vanishing } from "./field.ts";
import type { Field } from "./field.ts";
import { globValue, hasWildcard } from "./glob.ts";
import type { GlobOptions, GlobRun } from "./glob.ts";
import { BLANKS, separatorsOf } from "./separators.ts";

/** Characters by which a word becomes a glob. */
const WILDCARDS = "*?[\\";

/** The fields that atoms fall into. */
export function splitAtoms(atoms: readonly Atom[], span: Span, state: ShellState): readonly Field[] {
  const splitter = new Splitter(span, separatorsOf(state), globOptionsOf(state));
  for (const atom of atoms) splitter.add(atom);
  const fields = splitter.finish();
  return state.options.has("nullglob") ? fields.map((field) => (isGlobbed(field) ? vanishing(field) : field)) : fields;
}

/** Whether a field is made by a glob. */
function isGlobbed(field: Field): boolean {
  return field.count === "some";
}

function globOptionsOf(state: ShellState): GlobOptions {
  const has = (name: string): boolean => state.options.has(name);
  return {
    dots: has("dotglob") || state.variables.has("GLOBIGNORE"),
    deep: has("globstar"),
    anyCase: has("nocaseglob"),
  };
}

class Splitter {
  private readonly fields: Field[] = [];
  private runs: GlobRun[] = [];
  /** The field is there even if it stays empty: it holds quotes. */
  private kept = false;
  /** Expansions that may be split stand at these runs. */
  private splits = new Set<number>();
  private readonly span: Span;
  private readonly separators: string | null;
  private readonly globs: GlobOptions;

  constructor(span: Span, separators: string | null, globs: GlobOptions) {
    this.span = span;
    this.separators = separators;
    this.globs = globs;
  }

  add(atom: Atom): void {
    switch (atom.kind) {
      case "break":
        this.close();
        return;
      case "words":
        this.unknown(atom.lines ?? ANY_CHARACTERS);
        return;
      case "process":
        this.runs.push({ text: "/dev/fd/", quoted: true }, NUMBER);
        this.kept = true;
        return;
      case "hole":
        if (!atom.quoted && !this.staysWhole(atom.hole)) this.unknown(this.wordOf(atom.hole));
        else {
          this.runs.push(atom.hole);
          // Without quotes, nothing is left of what is empty.
          if (atom.quoted || atom.hole.kind !== "characters" || atom.hole.min > 0) this.kept = true;
        }
        return;
      case "text":
        if (atom.quoted) this.kept = true;
        if (!atom.split) this.text(atom.text, atom.quoted);
        else if (this.separators === null) this.unknown(ANY_CHARACTERS);
        else this.split(atom.text, this.separators);
    }
  }

  finish(): readonly Field[] {
    this.close();
    return this.fields;
  }

  private text(text: string, quoted: boolean): void {
    if (text !== "") this.runs.push({ text, quoted });
  }

  /** Whether nothing that the hole may be is split or globbed. */
  private staysWhole(hole: Hole): boolean {
    const { separators } = this;
    if (separators === null) return false;
    if (hole.kind === "characters") return holdsNone(hole, separators + WILDCARDS);
    if (hole.kind !== "choice") return false;
    return hole.options.every(([text, ...more]) => {
      if (typeof text !== "string" || more.length > 0 || hasWildcard(text)) return false;
      return [...text].every((character) => !separators.includes(character));
    });
  }

  /** Whether a value is one word, and no glob. */
  private isWord(value: Value): boolean {
    const { separators } = this;
    if (separators === null) return false;
    const apart = separators + WILDCARDS;
    return value.every((piece) =>
      typeof piece === "string" ? ![...piece].some((one) => apart.includes(one)) : holdsNone(piece, apart),
    );
  }

  /** One of the words that an unquoted hole is split into. */
  private wordOf(hole: Hole): Hole {
    const { separators } = this;
    if (separators === null || hole.kind !== "characters" || hole.among === undefined) return hole;
    const among = [...hole.among].filter((one) => !separators.includes(one)).join("");
    return holdsNone({ ...hole, among }, WILDCARDS) ? { ...hole, among } : hole;
  }

  private unknown(hole: Hole): void {
    this.splits.add(this.runs.length);
    this.runs.push(hole);
  }

  /** Text out of an unquoted expansion. Blanks among the separators count once, others each. */
  private split(text: string, separators: string): void {
    let from = 0;
    let at = 0;
    const blank = (index: number): boolean =>
      BLANKS.includes(text[index] ?? "x") && separators.includes(text[index] ?? "x");
    while (at < text.length) {
      if (!separators.includes(text[at] ?? "")) {
        at++;
        continue;
      }
      this.text(text.slice(from, at), false);
      while (blank(at)) at++;
      if (at < text.length && separators.includes(text[at] ?? "") && !blank(at)) {
        // A separator that is no blank ends a word even if that is empty.
        this.kept = true;
        at++;
        while (blank(at)) at++;
      }
      this.close();
      from = at;
    }
    this.text(text.slice(from), false);
  }

  private close(): void {
    const { runs, kept, splits } = this;
    this.runs = [];
    this.kept = false;
    this.splits = new Set();
    if (runs.length === 0 && !kept) return;
    if (splits.size > 0) {
      this.fields.push(splits.size === runs.length && !kept ? this.anyField(runs) : this.splitField(runs, splits));
      return;
    }
    if (!kept && runs.every((run) => typeof run === "object" && "kind" in run)) {
      this.fields.push(this.anyField(runs));
      return;
    }
    const glob = globValue(runs, this.globs);
    this.fields.push(glob === null ? fieldOf(piecesOf(runs), this.span) : globField(glob, this.span));
  }

  /** Any number of words, of which something is known where they come from one hole. */
  private anyField(runs: readonly GlobRun[]): Field {
    const [only] = runs;
    const any = anyFields(this.span);
    if (runs.length !== 1 || typeof only !== "object" || !("kind" in only)) return any;
    // Names that a command prints are taken to hold no blank.
    const each = this.separators === BLANKS ? lineOf(only) : null;
    if (each !== null) return { ...any, each, uniform: true };
    if (only.kind === "choice") {
      const words = only.options.filter((option) => option.length > 0);
      if (words.length > 0 && words.every((word) => this.isWord(word)))
        return { ...any, each: choiceOf(words), uniform: true };
    }
    return "among" in only && only.among !== undefined ? { ...any, each: [only], uniform: true } : any;
  }

  private splitField(runs: readonly GlobRun[], splits: ReadonlySet<number>): Field {
    const each = globValue(runs, this.globs) ?? piecesOf(runs);
    const parted = runs.map((run, index) => (splits.has(index) ? ANY_TEXT : run));
    return splitField(globValue(parted, this.globs) ?? piecesOf(parted), each, this.span);
  }
}

function piecesOf(runs: readonly GlobRun[]): readonly Piece[] {
  return compact(
    runs.flatMap((run): readonly Piece[] => (typeof run === "object" && "text" in run ? clean(run.text) : [run])),
  );
}
