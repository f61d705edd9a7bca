/**
 * Includes: all statements of a policy in one row, each with the file that it stands in.
 */
import type { IncludeStatement, Statement } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import { LONGEST_FILE } from "../parsing/bounds.ts";
import { isAgentFile, parseFile } from "../parse-file.ts";
import type { ParsedPolicy } from "../parse.ts";
import type { Source } from "../source.ts";
import { nearest } from "../suggest.ts";
import { checkTree } from "./check-tree.ts";
import { related, type Problems } from "./problems.ts";

/** A file that an include names. `file` is its name in diagnostics and tables, the same for the same file. */
export interface IncludedFile {
  readonly file: string;
  readonly text: string;
}

/** How the loader reaches further files. It touches no disk itself. */
export interface Readers {
  /** The file that `name` names in an include of the file `from`, or null where it cannot be read. */
  readonly readInclude: (from: string, name: string) => IncludedFile | null;
  /** The preset of a name, or null where there is none. */
  readonly readPreset: (name: string) => IncludedFile | null;
  /** The names of all presets, for suggestions. */
  readonly presetNames: readonly string[];
}

/** A statement other than an include, with the file that it stands in. */
export interface PlacedStatement {
  readonly statement: Exclude<Statement, IncludeStatement>;
  readonly source: Source;
}

export interface Gathered {
  readonly statements: readonly PlacedStatement[];
  /** All files that were read for them, in the order in which they were reached. */
  readonly sources: ReadonlySet<Source>;
}

/** Includes of a whole run, and characters of all files: no policy of people's needs as many. */
const MOST_INCLUDES = 1_000;
const MOST_TEXT = 2 * LONGEST_FILE;
/** Statements of a policy, counted again where a file is included again. */
const MOST_STATEMENTS = 100_000;

/** How the files of presets are called. */
export const PRESET = "preset:";

/** An include that is being followed. */
interface Step {
  readonly source: Source;
  readonly include: IncludeStatement;
}

export class Gatherer {
  readonly #readers: Readers;
  readonly #problems: Problems;
  readonly #parsed = new Map<string, ParsedPolicy[]>();
  /** Includes that lead nowhere and have been reported. */
  readonly #reported = new Set<IncludeStatement>();
  #includes = 0;
  #text = 0;
  #statements = 0;
  #full = false;

  constructor(readers: Readers, problems: Problems) {
    this.#readers = readers;
    this.#problems = problems;
  }

  /** The files that were read. */
  get sources(): Source[] {
    return [...this.#parsed.values()].flat().map(({ source }) => source);
  }

  /** A file as a tree; its own problems are reported the first time. */
  #parse({ file, text }: IncludedFile): ParsedPolicy {
    const known = this.#parsed.get(file)?.find(({ source }) => source.text === text);
    if (known !== undefined) return known;
    const parsed = parseFile(text, file);
    this.#parsed.set(file, [...(this.#parsed.get(file) ?? []), parsed]);
    this.#text += text.length;
    this.#problems.add(parsed.source, parsed.diagnostics);
    // What an agent's file holds was checked as it was read: its patterns are not written in the language.
    if (isAgentFile(file)) return parsed;
    const broken = parsed.diagnostics.length > 0;
    checkTree(parsed.tree, text, (code, ...rest) => {
      // A block can be empty because nothing in it could be read.
      if (!(broken && code === "empty-block")) this.#problems.report(parsed.source, code, ...rest);
    });
    return parsed;
  }

  /** The statements of a file and of what it includes, in the order in which they stand. */
  gather(file: IncludedFile): Gathered {
    const gathered = { statements: [], sources: new Set<Source>() };
    this.#follow(this.#parse(file), [], gathered);
    return gathered;
  }

  #follow(
    { tree, source }: ParsedPolicy,
    chain: readonly Step[],
    gathered: { readonly statements: PlacedStatement[]; readonly sources: Set<Source> },
  ): void {
    gathered.sources.add(source);
    for (const statement of tree.statements) {
      if (this.#full) return;
      if (statement.kind === "include") {
        const step = { source, include: statement };
        const next = this.#resolve(step, chain);
        if (next !== null) this.#follow(next, [...chain, step], gathered);
      } else if (++this.#statements > MOST_STATEMENTS) {
        this.#giveUp({ source, span: statement.span }, `the policy has more than ${MOST_STATEMENTS} statements`);
      } else gathered.statements.push({ statement, source });
    }
  }

  /** The file that an include names, or null where it is reported. */
  #resolve(step: Step, chain: readonly Step[]): ParsedPolicy | null {
    const { source, include } = step;
    const { kind, name, span } = include.target;
    if (++this.#includes > MOST_INCLUDES || this.#text > MOST_TEXT) {
      const bound = this.#includes > MOST_INCLUDES ? `${MOST_INCLUDES} includes` : `${MOST_TEXT} characters`;
      return this.#giveUp({ source, span: include.span }, `the policy comes to more than ${bound}`);
    }
    const found = this.#read(step);
    if (found === null) {
      if (this.#reported.has(include)) return null;
      this.#reported.add(include);
      const isPreset = kind === "preset";
      const message = isPreset ? `no preset is called ${tick(name)}` : `the file ${tick(name)} cannot be read`;
      this.#problems.report(source, isPreset ? "unknown-preset" : "missing-include", span, message, {
        help: isPreset ? presetHelp(this.#readers.presetNames) : "the name is relative to the file that includes it",
        suggestion: isPreset ? this.#nearestPreset(name) : null,
        related: chainOf(chain),
      });
      return null;
    }
    const files = [...chain.map((earlier) => earlier.source.file), source.file];
    if (files.includes(found.file)) {
      const circle = [...files.slice(files.indexOf(found.file)), found.file].map(tick);
      this.#problems.report(source, "include-cycle", include.span, `the file includes itself: ${circle.join(" → ")}`, {
        help: "remove one of these includes",
        related: chainOf(chain),
      });
      return null;
    }
    return this.#parse(found);
  }

  /** Presets stand beside each other: what one of them includes as a file is another one. */
  #read({ source, include }: Step): IncludedFile | null {
    const { kind, name } = include.target;
    if (kind === "preset") return this.#readers.readPreset(name);
    if (!source.file.startsWith(PRESET)) return this.#readers.readInclude(source.file, name);
    const sibling = /^(?:\.\/)?([\w.-]+)\.gate$/.exec(name)?.[1];
    return sibling === undefined ? null : this.#readers.readPreset(sibling);
  }

  #nearestPreset(name: string): string | null {
    const preset = nearest(name, this.#readers.presetNames);
    return preset === null ? null : `preset:${preset}`;
  }

  #giveUp(place: { source: Source; span: IncludeStatement["span"] }, message: string): null {
    this.#full = true;
    this.#problems.report(place.source, "too-many-includes", place.span, message, {
      help: "include fewer files, or each only once",
    });
    return null;
  }
}

function presetHelp(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `there are ${names.map((name) => `\`${name}\``).join(", ")}`;
}

/** How a file came to be read, nearest first. */
function chainOf(chain: readonly Step[]): ReturnType<typeof related>[] {
  return chain.toReversed().map(({ source, include }) => related(source, include.span, "included from here"));
}
