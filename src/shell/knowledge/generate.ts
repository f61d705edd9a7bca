/**
 * Writes `commands.generated.ts` from `../commands.yaml`, so that the runtime needs no YAML reader.
 *
 *     npm run generate
 *
 * The output depends on the source alone, byte for byte.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { CommandData, KeyedRoles, KnowledgeData, VariableData } from "./data.ts";
import { compileEntry } from "./entry.ts";
import { namesOf } from "./notation.ts";

/** `commands.yaml` as it stands there: names in lists, shared parts by name. */
interface Source {
  readonly sets: { readonly [name: string]: Shared };
  readonly commands: { readonly [names: string]: SourceEntry | null };
  readonly variables: {
    readonly harmless: string;
    readonly commands: { readonly [names: string]: string | null };
    readonly programs: { readonly [command: string]: string };
  };
  readonly directories: readonly string[];
}

/** Options that several entries take. */
interface Shared {
  readonly flags?: string;
  readonly options?: CommandData["options"];
  readonly keys?: KeyedRoles;
  readonly subcommands?: { readonly [names: string]: SourceEntry | null };
}

type SourceEntry = Omit<CommandData, "keys" | "subcommands"> &
  Pick<Shared, "subcommands"> & {
    readonly use?: string;
    readonly keys?: string | KeyedRoles;
    /** Other commands of which the same is known. */
    readonly also?: readonly string[];
  };

const HEADER = `// Generated from ../commands.yaml by generate.ts; \`npm run generate\` writes it anew.
import type { KnowledgeData } from "./data.ts";

export const knowledge: KnowledgeData = `;

/** The text of the generated module. Throws, with the command's name, where the source is not right. */
export function generateModule(yaml: string): string {
  const data = readKnowledge(yaml);
  const commands = Object.entries(data.commands).map(
    ([name, entry]) => `    ${JSON.stringify(name)}: ${quoted(entry)},`,
  );
  const lines = (map: { readonly [name: string]: string }): string =>
    Object.entries(map)
      .map(([name, target]) => `    ${JSON.stringify(name)}: ${JSON.stringify(target)},`)
      .join("\n");
  return `${HEADER}{
  commands: {
${commands.join("\n")}
  },
  aliases: {
${lines(data.aliases)}
  },
  siblings: {
${lines(data.siblings)}
  },
  variables: ${JSON.stringify(data.variables)},
  directories: ${JSON.stringify(data.directories)},
};
`;
}

/** A text as a string literal in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** The knowledge that a `commands.yaml` holds. */
export function readKnowledge(yaml: string): KnowledgeData {
  const source = parse(yaml, { uniqueKeys: true }) as Source;
  const commands: Record<string, string> = {};
  const aliases: Record<string, string> = {};
  const siblings: Record<string, string> = {};
  const names = new Set<string>();
  for (const [list, entry] of Object.entries(source.commands)) {
    const [name = "", ...others] = namesOf(list);
    const { also = [], ...own } = entry ?? {};
    for (const each of [name, ...others, ...also]) {
      if (names.has(each)) throw new Error(`\`${each}\` stands twice`);
      names.add(each);
    }
    const data = expand(own, source.sets, name);
    tryEntry(data, name);
    commands[name] = JSON.stringify(data);
    for (const other of others) aliases[other] = name;
    for (const other of also) siblings[other] = name;
  }
  return { commands, aliases, siblings, variables: readVariables(source.variables), directories: source.directories };
}

/** An entry with the options of its sets in it; its own come later and win. */
function expand(entry: SourceEntry, sets: Source["sets"], name: string): CommandData {
  const { use, subcommands: listed, modules, keys, ...own } = entry;
  let flags = own.flags ?? "";
  let options: CommandData["options"] = own.options ?? {};
  let subcommands = listed;
  for (const each of use === undefined ? [] : namesOf(use)) {
    const set = sets[each];
    if (set === undefined) throw new Error(`\`${name}\` uses the set \`${each}\`, which does not exist`);
    flags = `${set.flags ?? ""} ${flags}`.trim();
    options = { ...set.options, ...options };
    if (set.subcommands !== undefined) subcommands = { ...set.subcommands, ...subcommands };
  }
  const named: Record<string, string | KeyedRoles> = {};
  for (const [names, value] of Object.entries(options))
    named[names] = typeof value === "string" ? keyed(value, sets, name) : value;
  return {
    ...own,
    ...(keys === undefined ? {} : { keys: typeof keys === "string" ? (keyed(keys, sets, name) as KeyedRoles) : keys }),
    ...(flags === "" ? {} : { flags: flags.replaceAll(/\s+/g, " ") }),
    ...(Object.keys(options).length === 0 ? {} : { options: named }),
    ...(subcommands === undefined ? {} : { subcommands: expandAll(subcommands, sets, name) }),
    ...(modules === undefined ? {} : { modules: expandModules(modules, sets, name) }),
  };
}

/** `keys:git-config` is the set's table of keys; any other role stands for itself. */
function keyed(role: string, sets: Source["sets"], name: string): string | KeyedRoles {
  if (!role.startsWith("keys:")) return role;
  const keys = sets[role.slice("keys:".length)]?.keys;
  if (keys === undefined) throw new Error(`\`${name}\` uses the keys \`${role}\`, which do not exist`);
  return keys;
}

function expandAll(
  entries: NonNullable<Shared["subcommands"]>,
  sets: Source["sets"],
  name: string,
): NonNullable<CommandData["subcommands"]> {
  return Object.fromEntries(
    Object.entries(entries).map(([names, entry]) => {
      const { also = [], ...own } = entry ?? {};
      return [[names, ...also].join(", "), entry === null ? null : expand(own, sets, `${name} ${names}`)];
    }),
  );
}

function expandModules(
  entries: NonNullable<CommandData["modules"]>,
  sets: Source["sets"],
  name: string,
): NonNullable<CommandData["modules"]> {
  return Object.fromEntries(
    Object.entries(entries).map(([names, entry]) => [
      names,
      entry === null || entry === "command" ? entry : expand(entry, sets, `${name} -m ${names}`),
    ]),
  );
}

function readVariables({ harmless, commands, programs }: Source["variables"]): VariableData {
  const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
  return {
    harmless: words(harmless),
    commands: Object.fromEntries(Object.entries(commands).map(([names, values]) => [names, words(values ?? "")])),
    programs: Object.fromEntries(Object.entries(programs).map(([command, names]) => [command, words(names)])),
  };
}

/** Compiles an entry and all its sub-commands, so that a mistake shows here and not at run time. */
function tryEntry(data: CommandData, name: string): void {
  const open: { data: CommandData; name: string }[] = [{ data, name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      compileEntry(next.data);
    } catch (error) {
      throw new Error(`in the entry of \`${next.name}\`: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    for (const [names, entry] of Object.entries(next.data.subcommands ?? {})) {
      if (entry !== null) open.push({ data: entry, name: `${next.name} ${names}` });
    }
    for (const [names, entry] of Object.entries(next.data.modules ?? {})) {
      if (entry !== null && entry !== "command") open.push({ data: entry, name: `${next.name} -m ${names}` });
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const source = new URL("../commands.yaml", import.meta.url);
  const target = new URL("commands.generated.ts", import.meta.url);
  writeFileSync(target, generateModule(readFileSync(source, "utf8")));
}
