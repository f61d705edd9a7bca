/**
 * The format of a table: plain JSON data, sealed by a digest.
 */
import type { Action } from "../decision.ts";

/** The version of the format that this code writes, and the only one that it reads. */
export const FORMAT = 1;

export interface TableData {
  readonly format: typeof FORMAT;
  readonly sources: readonly SourceData[];
  /** Sorted by the tool's name. */
  readonly shellTools: readonly ShellToolData[];
  /** The trusted layer first; every further one can only tighten. */
  readonly layers: readonly LayerData[];
  /** By layer; within a layer the rules for all, then the rules for agents, each in the order of the text. */
  readonly rules: readonly RuleData[];
  /** The character classes of the surfaces, each list once. */
  readonly alphabets: readonly AlphabetData[];
  /** One for each layer, surface and agent that has rules, in this order. */
  readonly lists: readonly ListData[];
  /** Each automaton once. */
  readonly automata: readonly AutomatonData[];
  /** SHA-256 in hexadecimal over the UTF-8 bytes of the table's JSON text without blanks, up to here. */
  readonly digest: string;
  /**
   * CRC-32, as eight hexadecimal digits, over the UTF-8 bytes of the table's JSON text without blanks, up to here. In a
   * table without automata: a process that decides one call sees by it that the table is whole, and need not load what
   * makes digests.
   */
  readonly checksum?: string;
}

export interface SourceData {
  readonly file: string;
  readonly scope: "managed" | "user" | "project";
  /** SHA-256 in hexadecimal over the UTF-8 bytes of the file's text. */
  readonly sha256: string;
}

export interface ShellToolData {
  readonly tool: string;
  readonly commandArgument: string;
  readonly workdirArgument?: string;
}

export interface LayerData {
  readonly trusted: boolean;
  readonly default: Action | null;
  /** In place of `default` for some agents, sorted by the agent's name; absent where there are none. */
  readonly agentDefaults?: readonly AgentDefaultData[];
}

export interface AgentDefaultData {
  readonly agent: string;
  readonly default: Action;
}

/** The answer of a layer to an agent where no rule of a surface matches. */
export function defaultFor(layer: Pick<LayerData, "default" | "agentDefaults">, agent: string | null): Action | null {
  return layer.agentDefaults?.find((one) => one.agent === agent)?.default ?? layer.default;
}

export interface RuleData {
  readonly layer: number;
  readonly surface: string;
  readonly agent: string | null;
  readonly action: Action;
  readonly final: boolean;
  readonly programs: readonly string[];
  readonly with: readonly (readonly string[])[];
  readonly without: readonly (readonly string[])[];
  readonly because: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/**
 * Character classes. Class 0 holds every character that no class names and class 1 every mark that none names; the
 * string at index `i` holds the characters of class `i + 2`.
 */
export type AlphabetData = readonly string[];

/**
 * The rules that answer on one surface for one agent (null: for every agent without a list of its own). The members
 * are indices of automata; null where there is nothing to match or where the automaton is too large to store, and is
 * built from the rules as texts come.
 */
export interface ListData {
  readonly layer: number;
  readonly surface: string;
  readonly agent: string | null;
  readonly rules: number | null;
  readonly restrictive: number | null;
  readonly floors: number | null;
  /** The same over texts and patterns in folded case; only on path surfaces. */
  readonly foldedRestrictive: number | null;
  readonly foldedFloors: number | null;
}

/**
 * A last-match automaton. State 0 is the start.
 *
 * A state is entered with a *hit* where a rule now matches whatever follows, and has an *end* where a rule matches if
 * the text ends there. The winner of a text is the highest of all hits on the way and the end of the last state.
 */
export interface AutomatonData {
  /** Index of the alphabet that the classes are of. */
  readonly alphabet: number;
  /** Each row: the target of every class that the row does not name, then class and target by turns. */
  readonly rows: readonly (readonly number[])[];
  /** The row that each state falls back on: count and row by turns. */
  readonly bases: readonly number[];
  /** For each state how many transitions differ from its row, then class and target of each. */
  readonly edges: readonly number[];
  /** State and rule by turns. A rule is counted by its place in the list that the automaton is of. */
  readonly hits: readonly number[];
  readonly ends: readonly number[];
}

/**
 * The text of a table: JSON with a line for each member, and for each item of a list. The same table is the same bytes
 * on every machine.
 */
export function serializeTable(data: TableData): string {
  const members = Object.entries(data).map(([name, value]) => {
    const items = Array.isArray(value) && value.length > 0 ? value.map((item) => `  ${JSON.stringify(item)}`) : null;
    const text = items === null ? JSON.stringify(value) : `[\n${items.join(",\n")}\n]`;
    return `${JSON.stringify(name)}: ${text}`;
  });
  // The marks of programs are escaped, so that a person sees them.
  return `{\n${members.join(",\n")}\n}\n`.replace(
    /[\uFDD0-\uFDEF]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16)}`,
  );
}

/** The digest of a table's content. The members are taken in the order in which they stand. */
export function digestOf(content: object): string {
  return sha256(JSON.stringify(content));
}

/** The checksum of a table's content with its digest. The members are taken in the order in which they stand. */
export function checksumOf(content: object, digest: string): string {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  return crc32(JSON.stringify({ ...content, digest }))
    .toString(16)
    .padStart(8, "0");
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function sha256(text: string): string {
  // Not an import: to load it takes a process that decides one call, and needs none, a fifteenth of its time.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(text, "utf8").digest("hex");
}
