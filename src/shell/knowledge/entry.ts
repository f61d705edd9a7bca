/**
 * An entry of the knowledge, ready for use: names looked up in maps, roles as values. Compiled when first needed.
 */
import type { CommandData, Variant as VariantData } from "./data.ts";
import { keyTableOf, matchesGlob, meaningOf, namesOf, optionsOf, optionValueOf } from "./notation.ts";
import type { KeyTable, Meaning, OptionValue } from "./notation.ts";
import type { Language, Role } from "./reading.ts";

export interface Option {
  /** The first of its names. */
  readonly name: string;
  /** Null for a flag. */
  readonly value: OptionValue | null;
}

/** Roles by position: some at the front, some at the back, and any number between. */
export interface OperandList {
  readonly front: readonly Meaning[];
  readonly rest: Meaning | null;
  readonly back: readonly Meaning[];
  /** Index of the operand where a wrapped command or program of many words begins, or null. */
  readonly tail: number | null;
  /** One of those in front may be left out. */
  readonly optional: boolean;
}

export interface Input {
  readonly language: Language;
  /** Also where there are operands. */
  readonly always: boolean;
}

export interface Variant {
  /** Names of the options that bring it about. */
  readonly names: ReadonlySet<string>;
  readonly operands: OperandList | null;
  readonly afterTerminator: OperandList | null;
  readonly options: ReadonlyMap<string, readonly Meaning[]>;
  readonly input: Input | "none" | null;
  readonly becomes: ReadonlyMap<Role, Role>;
  readonly fills: boolean | null;
  readonly namesInput: boolean | null;
}

export interface Entry {
  readonly data: CommandData;
  readonly options: ReadonlyMap<string, Option>;
  /** Names of the long options, sorted, for abbreviations. */
  readonly longNames: readonly string[];
  readonly operands: OperandList | null;
  readonly afterTerminator: OperandList | null;
  readonly variants: readonly Variant[];
  readonly keys: KeyTable | null;
  readonly plus: Meaning | null;
  readonly input: Input | null;
  /** Options end at the first operand. */
  readonly stop: boolean;
  readonly hasSubcommands: boolean;
  /** All its options are known, and the values of none are files. */
  readonly plain: boolean;
  /** Its sub-commands also take its options. */
  readonly spreads: boolean;
  /** As in {@link CommandData}; the sub-commands have them from the command. */
  readonly sequence: boolean;
  readonly transports: boolean;
  /** The language of the standard input where `-` stands for what is run. */
  readonly dash: Language | null;
  /** Other names of the sub-command by these words. */
  synonyms(subcommand: readonly string[]): readonly (readonly string[])[];
  /** The entry of a sub-command; null where it is not known. */
  subcommand(name: string): Entry | null;
  /** The entry of a sub-command that is not known. */
  unknownSubcommand(): Entry;
  /** The entry of a module; `command` where it is a command by that name; null where it is not known. */
  module(name: string): Entry | "command" | null;
  /** Whether a global option may be dropped without changing what the command does. */
  isHarmless(option: string, value: string | null): boolean;
}

/** Compiles an entry. Throws where the data is not of the notation; the generator tries every entry. */
export function compileEntry(data: CommandData, parent: Entry | null = null): Entry {
  const options = new Map<string, Option>();
  if (parent?.spreads === true) for (const [name, option] of parent.options) options.set(name, option);
  for (const name of flagsOf(data)) options.set(name, { name, value: null });
  for (const [names, value] of Object.entries(data.options ?? {})) {
    const read = value === "flag" ? null : optionValueOf(value);
    for (const option of optionsOf(names)) addOption(options, option, read);
  }

  const operands = data.operands === undefined ? null : operandListOf(data.operands);
  const variants = Object.entries(data.when ?? {}).map(([names, variant]) =>
    compileVariant(optionsOf(names).flat(), variant, options),
  );
  const lists = [operands, ...variants.map((variant) => variant.operands)];
  const wraps = lists.some((list) => list !== null && list.tail !== null);
  const subentries = new Map<string, Entry>();
  let unknown: Entry | null = null;
  const subcommands = tableOf(data.subcommands ?? {});
  const modules = tableOf(data.modules ?? {});
  const moduleEntries = new Map<string, Entry>();
  const levels = data.levels ?? 0;

  const entry: Entry = {
    data,
    options,
    longNames: [...options.keys()].filter((name) => isLong(name, data)).toSorted(),
    operands,
    afterTerminator: data["--"] === undefined ? null : operandListOf(data["--"]),
    variants,
    keys: data.keys === undefined ? null : keyTableOf(data.keys),
    plus: data.plus === undefined || data.plus === "options" ? null : meaningOf(data.plus),
    input: data.input === undefined ? null : inputOf(data.input),
    stop: data.stop === true || (wraps && data.permute !== true),
    plain: data.unlisted !== undefined && [...options.values()].every(isPlain),
    spreads: data.globals === "anywhere" || parent?.spreads === true,
    sequence: data.sequence === true || parent?.sequence === true,
    transports: data.transports === true || parent?.transports === true,
    dash: data.dash === undefined ? null : (inputOf(data.dash)?.language ?? null),
    hasSubcommands: data.subcommands !== undefined || levels > 0,
    synonyms(subcommand) {
      const name = subcommand.join(" ");
      const groups = (data.same ?? []).filter((group) => group.includes(name));
      return groups.flatMap((group) => group.filter((one) => one !== name).map((one) => one.split(" ")));
    },
    subcommand(name) {
      // Names that are not listed share an entry: there is no end of them, so none is remembered.
      const key = [name, "*"].find((each) => subcommands.has(each)) ?? "";
      const listed = subcommands.get(key);
      if (listed === undefined && levels === 0) return null;
      let found = subentries.get(key);
      if (found === undefined) {
        found = compileEntry(listed === undefined ? deeper(data) : (listed ?? {}), entry);
        subentries.set(key, found);
      }
      return found;
    },
    unknownSubcommand() {
      return (unknown ??= compileEntry({}, entry));
    },
    module(name) {
      const listed = modules.get(name);
      if (listed === undefined || listed === "command") return listed ?? null;
      let found = moduleEntries.get(name);
      if (found === undefined) {
        found = compileEntry(listed ?? {});
        moduleEntries.set(name, found);
      }
      return found;
    },
    isHarmless(option, value) {
      for (const item of data.harmless ?? []) {
        if (typeof item === "string") {
          if (canonical(options, item) === option) return true;
          continue;
        }
        for (const [name, globs] of Object.entries(item)) {
          if (canonical(options, name) !== option || value === null) continue;
          if (globs.some((glob) => matchesGlob(glob.toLowerCase(), value.toLowerCase()))) return true;
        }
      }
      return false;
    },
  };
  return entry;
}

function isPlain({ value }: Option): boolean {
  return (
    value === null ||
    value.values.every((meaning) => meaning.kind === "role" && ["data", "pattern"].includes(meaning.role))
  );
}

/** A level of sub-commands whose names are not listed: the same options, one level less. */
function deeper(data: CommandData): CommandData {
  const { levels = 1, subcommands: _, harmless: __, ...rest } = data;
  return levels > 1 ? { ...rest, levels: levels - 1 } : { ...rest, operands: data.operands ?? ["...unknown"] };
}

function tableOf<T>(data: { readonly [names: string]: T }): Map<string, T> {
  const table = new Map<string, T>();
  for (const [names, value] of Object.entries(data)) for (const name of namesOf(names)) table.set(name, value);
  return table;
}

/** The flags of an entry, one by one: `-ab --long` is `-a`, `-b` and `--long`. */
function flagsOf(data: CommandData): string[] {
  const names: string[] = [];
  for (const word of (data.flags ?? "").split(" ")) {
    if (word === "") continue;
    if (!word.startsWith("-")) throw new Error(`\`${word}\` is no flag; flags begin with a dash`);
    if (word.startsWith("--") || data.style === "words") names.push(word);
    else for (const letter of word.slice(1)) names.push(`-${letter}`);
  }
  return names;
}

function addOption(options: Map<string, Option>, names: readonly string[], value: OptionValue | null): void {
  const name = names[0] ?? "";
  for (const each of names) {
    if (!each.startsWith("-") && !each.startsWith("+"))
      throw new Error(`\`${each}\` is no option; options begin with a dash`);
    options.set(each, { name, value });
  }
}

function canonical(options: ReadonlyMap<string, Option>, name: string): string {
  return options.get(name)?.name ?? name;
}

function isLong(name: string, data: CommandData): boolean {
  return name.startsWith("--") || (data.style === "words" && name.length > 2);
}

function compileVariant(names: readonly string[], data: VariantData, options: ReadonlyMap<string, Option>): Variant {
  const overrides = new Map<string, readonly Meaning[]>();
  for (const [list, value] of Object.entries(data.options ?? {})) {
    for (const name of optionsOf(list).flat()) {
      if (!options.has(name))
        throw new Error(`\`when\` speaks of the option \`${name}\`, which the command does not have`);
      overrides.set(canonical(options, name), optionValueOf(value).values);
    }
  }
  for (const name of names) {
    if (!options.has(name))
      throw new Error(`\`when\` speaks of the option \`${name}\`, which the command does not have`);
  }
  return {
    names: new Set(names.map((name) => canonical(options, name))),
    operands: data.operands === undefined ? null : operandListOf(data.operands),
    afterTerminator: data["--"] === undefined ? null : operandListOf(data["--"]),
    options: overrides,
    input: data.input === undefined ? null : (inputOf(data.input) ?? "none"),
    fills: data.fills ?? null,
    namesInput: data.names ?? null,
    becomes: new Map(Object.entries(data.becomes ?? {}).map(([from, to]) => [roleOf(from), roleOf(to)])),
  };
}

function roleOf(text: string): Role {
  const meaning = meaningOf(text);
  if (meaning.kind !== "role") throw new Error(`\`${text}\` is no role`);
  return meaning.role;
}

function inputOf(text: string): Input | null {
  if (text === "none") return null;
  const [language = "", always] = text.split(" ");
  const meaning = meaningOf(`code:${language}`);
  if (meaning.kind !== "code") throw new Error(`\`${text}\` is no language`);
  return { language: meaning.language, always: always === "always" };
}

/** `[pattern, ...read]` as positions. */
function operandListOf(items: readonly string[]): OperandList {
  const front: Meaning[] = [];
  const back: Meaning[] = [];
  let rest: Meaning | null = null;
  let tail: number | null = null;
  let optional = false;
  for (const item of items) {
    if (!item.startsWith("...")) {
      optional ||= item.endsWith("?");
      (rest === null ? front : back).push(meaningOf(item.replace(/\?$/, "")));
      continue;
    }
    if (rest !== null) throw new Error("a list of operands holds `...` at most once");
    const name = item.slice(3);
    const each = name.startsWith("each:");
    rest = name === "command" ? { kind: "words", until: null } : meaningOf(each ? `code:${name.slice(5)}` : name);
    const isTail = rest.kind === "words" || rest.kind === "passed" || (rest.kind === "code" && !each);
    if (isTail) tail = front.length - (optional ? 1 : 0);
  }
  if (tail !== null && back.length > 0) throw new Error("nothing can follow a wrapped command");
  return { front, rest, back, tail, optional };
}
