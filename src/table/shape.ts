/**
 * From whatever was handed in to data of the table's shape: every member there and of its type, the digest right.
 * Indices are checked where they are used.
 */
import { TableError } from "./error.ts";
import {
  type AgentDefaultData,
  type AutomatonData,
  checksumOf,
  digestOf,
  FORMAT,
  type LayerData,
  type ListData,
  type RuleData,
  type ShellToolData,
  type SourceData,
  type TableData,
} from "./format.ts";

const RECOMPILE = "compile the policy again";

/** A table's data with its automata as they stand, to be read one by one with {@link readAutomaton}. */
export type SealedTableData = Omit<TableData, "automata"> & { readonly automata: readonly unknown[] };

export interface ReadOptions {
  /** Takes the checksum's word for it that the table is whole, where there is one, and does not verify the digest. */
  readonly quickly?: boolean;
}

/** Reads a table's data but for the automata. Throws a TableError. */
export function readTableData(source: unknown, { quickly = false }: ReadOptions = {}): SealedTableData {
  const value = parse(source);
  const format = isRecord(value) ? value["format"] : null;
  if (!isRecord(value) || typeof format !== "number" || !Number.isInteger(format)) {
    throw new TableError("not-a-table", "this JSON is no decision table: it has no `format` number");
  }
  if (format > FORMAT) {
    throw new TableError(
      "newer-format",
      `the table is of format ${format}, this version reads format ${FORMAT}; update tollgate, or ${RECOMPILE} with this version`,
    );
  }
  if (format !== FORMAT) {
    throw new TableError(
      "unsupported-format",
      `the table is of format ${format}, which is no longer read; ${RECOMPILE}`,
    );
  }
  const { digest, checksum, ...content } = value;
  if (typeof digest !== "string") {
    throw new TableError("damaged", `the table has no digest, so it may be cut off or changed; ${RECOMPILE}`);
  }
  if (!isWhole(content, digest, checksum, quickly)) {
    throw new TableError("damaged", `the table is not what its digest was taken over, so it was changed; ${RECOMPILE}`);
  }
  const read = record(value, "the table", MEMBERS, ["checksum"]);
  return {
    format: FORMAT,
    sources: list(read["sources"], "sources", readSource),
    shellTools: list(read["shellTools"], "shellTools", readShellTool),
    layers: list(read["layers"], "layers", readLayer),
    rules: list(read["rules"], "rules", readRule),
    alphabets: list(read["alphabets"], "alphabets", (item, where) => list(item, where, text)),
    lists: list(read["lists"], "lists", readList),
    automata: list(read["automata"], "automata", (item) => item),
    digest,
    ...(checksum === undefined ? {} : { checksum: text(checksum, "checksum") }),
  };
}

const MEMBERS = ["format", "sources", "shellTools", "layers", "rules", "alphabets", "lists", "automata", "digest"];

/** True where the digest and the checksum, where there is one, are those of the content as it stands, whatever it is. */
function isWhole(content: object, digest: string, checksum: unknown, quickly: boolean): boolean {
  try {
    if (checksum !== undefined && checksumOf(content, digest) !== checksum) return false;
    return (quickly && checksum !== undefined) || digestOf(content) === digest;
  } catch {
    // Nested more deeply than JSON can be written, so no table of ours.
    return false;
  }
}

function parse(source: unknown): unknown {
  try {
    if (typeof source === "string") return JSON.parse(source);
    if (source instanceof Uint8Array) return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(source));
  } catch {
    throw new TableError("not-json", `the table is not JSON, so it may be cut off; ${RECOMPILE}`);
  }
  if (typeof source !== "object" || source === null) {
    throw new TableError("not-a-table", "a table is a text, bytes or an object");
  }
  try {
    // A copy, so that nothing behind the object can change what was checked.
    return JSON.parse(JSON.stringify(source) ?? "null");
  } catch {
    throw new TableError("not-a-table", "the object holds more than JSON can, so it is no decision table");
  }
}

function readSource(value: unknown, where: string): SourceData {
  const read = record(value, where, ["file", "scope", "sha256"]);
  return {
    file: text(read["file"], `${where}.file`),
    scope: oneOf(read["scope"], `${where}.scope`, ["managed", "user", "project"] as const),
    sha256: text(read["sha256"], `${where}.sha256`),
  };
}

function readShellTool(value: unknown, where: string): ShellToolData {
  const read = record(value, where, ["tool", "commandArgument"], ["workdirArgument"]);
  const tool = {
    tool: text(read["tool"], `${where}.tool`),
    commandArgument: text(read["commandArgument"], `${where}.commandArgument`),
  };
  if (read["workdirArgument"] === undefined) return tool;
  return { ...tool, workdirArgument: text(read["workdirArgument"], `${where}.workdirArgument`) };
}

function readLayer(value: unknown, where: string): LayerData {
  const read = record(value, where, ["trusted", "default"], ["agentDefaults"]);
  const layer = {
    trusted: flag(read["trusted"], `${where}.trusted`),
    default: nullable(read["default"], `${where}.default`, readAction),
  };
  if (read["agentDefaults"] === undefined) return layer;
  return { ...layer, agentDefaults: list(read["agentDefaults"], `${where}.agentDefaults`, readAgentDefault) };
}

function readAgentDefault(value: unknown, where: string): AgentDefaultData {
  const read = record(value, where, ["agent", "default"]);
  return { agent: text(read["agent"], `${where}.agent`), default: readAction(read["default"], `${where}.default`) };
}

function readRule(value: unknown, where: string): RuleData {
  const read = record(value, where, RULE_MEMBERS);
  return {
    layer: integer(read["layer"], `${where}.layer`),
    surface: text(read["surface"], `${where}.surface`),
    agent: nullable(read["agent"], `${where}.agent`, text),
    action: readAction(read["action"], `${where}.action`),
    final: flag(read["final"], `${where}.final`),
    programs: list(read["programs"], `${where}.programs`, text),
    with: list(read["with"], `${where}.with`, (clause, place) => list(clause, place, text)),
    without: list(read["without"], `${where}.without`, (clause, place) => list(clause, place, text)),
    because: nullable(read["because"], `${where}.because`, text),
    file: text(read["file"], `${where}.file`),
    line: integer(read["line"], `${where}.line`),
    column: integer(read["column"], `${where}.column`),
    text: text(read["text"], `${where}.text`),
  };
}

const RULE_MEMBERS = [
  "layer",
  "surface",
  "agent",
  "action",
  "final",
  "programs",
  "with",
  "without",
  "because",
  "file",
  "line",
  "column",
  "text",
];

function readList(value: unknown, where: string): ListData {
  const parts = ["rules", "restrictive", "floors", "foldedRestrictive", "foldedFloors"] as const;
  const read = record(value, where, ["layer", "surface", "agent", ...parts]);
  const part = (name: (typeof parts)[number]): number | null => nullable(read[name], `${where}.${name}`, integer);
  return {
    layer: integer(read["layer"], `${where}.layer`),
    surface: text(read["surface"], `${where}.surface`),
    agent: nullable(read["agent"], `${where}.agent`, text),
    rules: part("rules"),
    restrictive: part("restrictive"),
    floors: part("floors"),
    foldedRestrictive: part("foldedRestrictive"),
    foldedFloors: part("foldedFloors"),
  };
}

/** Reads the automaton of an index. Throws a TableError. */
export function readAutomaton(value: unknown, index: number): AutomatonData {
  const where = `automata[${index}]`;
  const read = record(value, where, ["alphabet", "rows", "bases", "edges", "hits", "ends"]);
  return {
    alphabet: integer(read["alphabet"], `${where}.alphabet`),
    rows: list(read["rows"], `${where}.rows`, integers),
    bases: integers(read["bases"], `${where}.bases`),
    edges: integers(read["edges"], `${where}.edges`),
    hits: integers(read["hits"], `${where}.hits`),
    ends: integers(read["ends"], `${where}.ends`),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own members only, and none but the named ones. */
function record(
  value: unknown,
  where: string,
  members: readonly string[],
  optional: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) refuse(where, "is not an object");
  const own = Object.keys(value);
  const missing = members.find((member) => !own.includes(member));
  if (missing !== undefined) refuse(where, `has no \`${missing}\``);
  const unknown = own.find((member) => !members.includes(member) && !optional.includes(member));
  if (unknown !== undefined) refuse(where, `has a member \`${unknown}\` that the format does not know`);
  return value;
}

function list<Item>(value: unknown, where: string, read: (item: unknown, where: string) => Item): Item[] {
  if (!Array.isArray(value)) refuse(where, "is not a list");
  return value.map((item, index) => read(item, `${where}[${index}]`));
}

function integers(value: unknown, where: string): number[] {
  if (!Array.isArray(value)) refuse(where, "is not a list");
  const numbers: number[] = [];
  for (const item of value) {
    if (!isIndex(item)) refuse(where, "holds something else than whole numbers");
    numbers.push(item);
  }
  return numbers;
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x7fffffff;
}

function integer(value: unknown, where: string): number {
  if (!isIndex(value)) refuse(where, "is not a whole number");
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value !== "string") refuse(where, "is not a text");
  return value;
}

function flag(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") refuse(where, "is not true or false");
  return value;
}

function oneOf<Word extends string>(value: unknown, where: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === value);
  if (word === undefined) refuse(where, `is none of ${words.map((one) => `\`${one}\``).join(", ")}`);
  return word;
}

function readAction(value: unknown, where: string): "allow" | "ask" | "deny" {
  return oneOf(value, where, ["allow", "ask", "deny"] as const);
}

function nullable<Item>(value: unknown, where: string, read: (value: unknown, where: string) => Item): Item | null {
  return value === null ? null : read(value, where);
}

function refuse(where: string, what: string): never {
  throw new TableError("invalid", `\`${where}\` of the table ${what}; ${RECOMPILE}`);
}
