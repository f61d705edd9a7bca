/**
 * Reads a table. Whatever is not a table that the compiler could have written is refused, before use.
 */
import type { Alphabet } from "./alphabet.ts";
import { TableError } from "./error.ts";
import type { AutomatonData, ListData, RuleData } from "./format.ts";
import { LazyAutomaton } from "./lazy.ts";
import {
  Alphabets,
  forEachPart,
  isFolded,
  isMember,
  type ListedRules,
  listsOf,
  machineFor,
  membersOf,
  Part,
  type PartName,
  type RuleList,
} from "./list.ts";
import { fixedDirectory, fixedWords, isPathSurface, isWellFormed, matchesAll } from "./program.ts";
import type { ShellTool, TableRule } from "./rule.ts";
import { readAutomaton, readTableData, type SealedTableData } from "./shape.ts";
import { SelectingAutomaton } from "./selecting.ts";
import { StoredAutomaton } from "./stored.ts";
import { Table } from "./table.ts";

export { TableError } from "./error.ts";

export interface LoadOptions {
  /**
   * Looks at rules and automata when they are first asked: for a process that decides one call, which needs few of
   * them. The checksum, or the digest where there is none, is verified at once all the same, so that a damaged table is
   * refused. In one that is sealed but that no compiler wrote, a fault may be found only then: a TableError out of a
   * lookup. Default false.
   */
  readonly lazily?: boolean;
}

/**
 * Loads a table from its text, its UTF-8 bytes, or the data that `JSON.parse` made of it. Throws a TableError where it
 * cannot be used, and nothing else.
 */
export function loadTable(source: string | Uint8Array | object, options: LoadOptions = {}): Table {
  const lazily = options.lazily === true;
  const data = readTableData(source, { quickly: lazily });
  const automata = new Automata(data);
  if (!lazily) automata.readAll();
  return new Table({
    digest: data.digest,
    shellTools: shellToolsOf(data),
    layers: checkedLayers(data),
    ...rulesAndLists(data, automata, lazily),
  });
}

function checkedLayers(data: SealedTableData): SealedTableData["layers"] {
  check(data.layers.length > 0 && data.layers[0]!.trusted, "the first layer has to be the trusted one");
  check(data.layers.filter((layer) => layer.trusted).length === 1, "only one layer can be trusted");
  for (const { agentDefaults = [] } of data.layers) {
    const agents = new Set(agentDefaults.map(({ agent }) => agent));
    check(agents.size === agentDefaults.length, "an agent has two defaults in one layer");
  }
  return data.layers;
}

function shellToolsOf(data: SealedTableData): Record<string, ShellTool> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know no other object without prototype
  const tools = Object.create(null) as Record<string, ShellTool>;
  for (const { tool, ...fields } of data.shellTools) {
    check(!Object.hasOwn(tools, tool), `the shell tool \`${tool}\` is there twice`);
    // Not an assignment, which a tool named `__proto__` would turn into something else.
    Object.defineProperty(tools, tool, { value: Object.freeze(fields), enumerable: true });
  }
  return Object.freeze(tools);
}

function rulesAndLists(
  data: SealedTableData,
  automata: Automata,
  lazily: boolean,
): { rules: TableRule[]; lists: RuleList[] } {
  const rules = data.rules.map((rule, index) => {
    check(rule.layer < data.layers.length, `rule ${index} is of a layer that is not there`);
    check(rule.programs.length > 0 && rule.programs.every(isWellFormed), `rule ${index} has no proper pattern`);
    return Object.freeze(tableRule(rule, index));
  });
  const listed = listsOf(rules);
  check(listed.length === data.lists.length, "the lists are not those of the rules");
  const alphabets = new Alphabets(rules);
  const counts = new MemberCounts();
  const lists = listed.map((list, index) => {
    const listData = data.lists[index]!;
    const same = list.layer === listData.layer && list.surface === listData.surface && list.agent === listData.agent;
    check(same, "the lists are not those of the rules");
    const alphabet = (name: PartName): Alphabet => alphabets.of(list.surface)[isFolded(name) ? "folded" : "plain"];
    const part = (name: PartName): Part | null =>
      partOf(automata, lazily, counts.of(list, name), list, listData, name, () => alphabet(name));
    return {
      layer: list.layer,
      surface: list.surface,
      agent: list.agent,
      alphabets: () => alphabets.of(list.surface),
      parts: forEachPart(part),
    };
  });
  return { rules, lists };
}

/** What a rule's pattern tells. */
type PatternFacts = Pick<TableRule, "fixedWords" | "directory" | "catchAll">;

/** A rule with what its pattern tells, which is found out when first asked: most rules never are. */
function tableRule(rule: RuleData, index: number): TableRule {
  let facts: PatternFacts | null = null;
  const told = (): PatternFacts => (facts ??= patternFacts(rule));
  return {
    ...rule,
    index,
    get fixedWords() {
      return told().fixedWords;
    },
    get directory() {
      return told().directory;
    },
    get catchAll() {
      return told().catchAll;
    },
  };
}

function patternFacts(rule: RuleData): PatternFacts {
  const paths = isPathSurface(rule.surface);
  const clauses = rule.with.length + rule.without.length;
  const directories = new Set(rule.programs.map((program) => (paths ? fixedDirectory(program) : null)));
  return {
    fixedWords: rule.surface === "bash" ? Math.min(...rule.programs.map(fixedWords)) : 0,
    directory: directories.size === 1 ? [...directories][0]! : null,
    catchAll: clauses === 0 && rule.programs.some(matchesAll),
  };
}

function partOf(
  automata: Automata,
  lazily: boolean,
  count: number,
  list: ListedRules<TableRule>,
  listData: ListData,
  name: PartName,
  alphabet: () => Alphabet,
): Part | null {
  const stored = listData[name];
  if (count === 0) {
    check(stored === null, "an automaton has no rules");
    return null;
  }
  const collect = (): TableRule[] => membersOf(list, name);
  if (stored !== null) {
    const open = (): StoredAutomaton => automata.open(stored, alphabet(), count);
    return new Part(lazily ? open : open(), collect);
  }
  const part: Part = new Part(() => {
    const members = (): readonly TableRule[] => part.members;
    if (lazily) return new SelectingAutomaton(members, alphabet, name);
    return new LazyAutomaton(() => machineFor(members(), alphabet(), name));
  }, collect);
  return part;
}

/** The automata of a table. Each is unpacked once, however many lists name it: a small table must not become large. */
class Automata {
  readonly #data: SealedTableData;
  readonly #read = new Map<number, AutomatonData>();
  readonly #unpacked = new Map<number, StoredAutomaton>();

  constructor(data: SealedTableData) {
    this.#data = data;
  }

  /** Reads all of them, also those that no list names. */
  readAll(): void {
    for (const index of this.#data.automata.keys()) this.#readOne(index);
  }

  /** The automaton of an index, for a list that has so many rules. */
  open(index: number, alphabet: Alphabet, count: number): StoredAutomaton {
    check(index < this.#data.automata.length, "an automaton is missing");
    const data = this.#readOne(index);
    const classes = this.#data.alphabets[data.alphabet];
    const fits =
      classes?.length === alphabet.classes.length && classes.every((one, at) => one === alphabet.classes[at]);
    check(fits, "the character classes of an automaton are not those of its rules");
    let automaton = this.#unpacked.get(index);
    if (automaton === undefined) this.#unpacked.set(index, (automaton = unpack(data, alphabet)));
    check(automaton.ranks <= count, "an automaton names a rule that its list does not have");
    return automaton;
  }

  #readOne(index: number): AutomatonData {
    let data = this.#read.get(index);
    if (data === undefined) this.#read.set(index, (data = readAutomaton(this.#data.automata[index], index)));
    return data;
  }
}

/** How many rules the parts of lists have, counted once for the rules that lists share. */
class MemberCounts {
  readonly #forAll = new Map<readonly TableRule[], Map<PartName, number>>();

  of(list: ListedRules<TableRule>, part: PartName): number {
    const count = (rules: readonly TableRule[]): number =>
      rules.reduce((sum, rule) => sum + (isMember(rule, part) ? 1 : 0), 0);
    let parts = this.#forAll.get(list.forAll);
    if (parts === undefined) this.#forAll.set(list.forAll, (parts = new Map<PartName, number>()));
    let shared = parts.get(part);
    if (shared === undefined) parts.set(part, (shared = count(list.forAll)));
    return shared + count(list.own);
  }
}

function unpack(automaton: AutomatonData, alphabet: Alphabet): StoredAutomaton {
  try {
    return new StoredAutomaton(automaton, alphabet);
  } catch (error) {
    if (error instanceof RangeError) return refuse(error.message);
    throw error;
  }
}

function check(condition: boolean, what: string): asserts condition {
  if (!condition) refuse(what);
}

function refuse(what: string): never {
  throw new TableError("invalid", `the table cannot be used: ${what}; compile the policy again`);
}
