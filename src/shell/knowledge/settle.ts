/**
 * What the words of a command mean, once all its options are known: roles, and the commands that it runs.
 */
import type { OperandList } from "./entry.ts";
import { isResettingTrap } from "./irregular.ts";
import { lookUpKey, UNKNOWN } from "./notation.ts";
import type { Meaning } from "./notation.ts";
import { meaningsOf } from "./operands.ts";
import type { Operand } from "./operands.ts";
import type { OptionValuePlace, Progress } from "./progress.ts";
import type { Role, WordReading } from "./reading.ts";
import { addEffects, addEntrypoint, addTail, addTransport } from "./wrapping.ts";
import type { Place } from "./word.ts";
import type { Wrapping } from "./wrapping.ts";

/** Most operands that are tried as each of the things they may be; the command is unknown enough by then. */
const MOST_DOUBTFUL = 16;

/** Gives every operand and every value its role, and records what they make the command run. */
export function settle(progress: Progress): void {
  settleValues(progress);
  const to = wrappingOf(progress);
  const lists = progress.activeLists();
  if (progress.earlier.length > 0) {
    const { terminated } = progress;
    progress.terminated = "no";
    const before = progress.activeLists();
    progress.terminated = terminated;
    settleOperands(progress, to, progress.earlier, before);
  }
  settleOperands(progress, to, progress.operands, lists);
  for (const { start, meaning } of progress.tails) if (meaning !== UNKNOWN) addTail(to, meaning, start);
  if (progress.tails.length === 0) addEntrypoint(to);
  addInput(progress);
  openVariables(progress);
  if (progress.entry.sequence) addSequence(progress);
}

/** A script of awk that opens what a variable names: then what is assigned to variables may be names of files. */
function openVariables(progress: Progress): void {
  if (!progress.scripts.some((script) => script.language === "awk" && script.opaque)) return;
  for (const [at, reading] of progress.readings.entries()) {
    if (reading.kind !== "option" || reading.role !== "data") continue;
    if (!reading.name.endsWith("=") && !reading.name.startsWith("-v ")) continue;
    progress.readings[at] = { ...reading, role: "unknown" };
  }
}

/** `tmux new \; run 'rm x'`: behind a semicolon stands another sub-command. */
function addSequence(progress: Progress): void {
  const end = progress.words.findIndex((word, at) => at > 0 && word.whole && word.front.endsWith(";"));
  if (end < 0 || end + 1 >= progress.words.length) return;
  const words = Array.from({ length: progress.words.length - end - 1 }, (_, index) => end + 1 + index);
  const prefix = `${progress.command} `;
  progress.wrapped.push({ kind: "program", words, valueStart: 0, language: "shell", remote: false, prefix });
}

/** Gives the values of options their roles; before a sub-command, those of the global options. */
export function settleValues(progress: Progress): void {
  const to = wrappingOf(progress);
  for (const value of progress.valued) settleValue(progress, to, value);
  progress.valued.length = 0;
}

/** `+x`, or `KEY=VALUE`: a word that means the same wherever it stands. */
export function settleWord(progress: Progress, meaning: Meaning, place: Place, certain: boolean): Role {
  addEffects(wrappingOf(progress), meaning, place, null);
  return roleOf(progress, new Set([meaning]), certain, progress.textOf(place));
}

function wrappingOf(progress: Progress): Wrapping {
  return {
    words: progress.words,
    entry: progress.entry,
    values: progress.values,
    present: progress.maybe.size === 0 ? progress.seen : new Set([...progress.seen, ...progress.maybe]),
    assignments: progress.assignments,
    wrapped: progress.wrapped,
    scripts: progress.scripts,
    lists: progress.lists,
    inputNames: progress.inputNames,
  };
}

function settleValue(progress: Progress, to: Wrapping, value: OptionValuePlace): void {
  const { option, index, word, start, exact } = value;
  const meanings = valueMeanings(progress, value);
  const reading = progress.readings[word];
  if (reading?.kind !== "option" && reading?.kind !== "option-value") return;
  const place = { word, start: start ?? 0 };
  const only = meanings.size === 1 ? [...meanings][0] : undefined;
  if (only?.kind === "keyed") {
    settleKeyed(progress, to, only, place, option.name, reading);
    return;
  }
  if (only?.kind === "named-file") {
    settleNamedFile(progress, place, option.name, reading);
    return;
  }
  for (const meaning of meanings) addEffects(to, meaning, place, null);
  if (progress.entry.data.special === "env" && option.name === "-S") addSplit(progress, place);
  const role = roleOf(progress, meanings, reading.certain || (exact && start !== null), progress.textOf(place));
  progress.readings[word] = { ...reading, role };
  // The option's own word tells the role of the value that follows it.
  const own = progress.readings[word - 1];
  if (index === 0 && start === null && own?.kind === "option" && own.name === option.name) {
    progress.readings[word - 1] = { ...own, role };
  }
}

function valueMeanings(progress: Progress, { option, index }: OptionValuePlace): Set<Meaning> {
  const pick = (list: readonly Meaning[]): Meaning => list[Math.min(index, list.length - 1)] ?? UNKNOWN;
  let meanings = new Set([pick(option.value?.values ?? [])]);
  for (const variant of progress.entry.variants) {
    const other = variant.options.get(option.name);
    if (other === undefined) continue;
    const active = progress.isActive(variant);
    if (active === "yes") meanings = new Set([pick(other)]);
    else if (active === "maybe") meanings.add(pick(other));
  }
  return meanings;
}

/** `-o ProxyCommand=CMD`, `-c core.pager=CMD`; ssh also takes a blank for the `=`. */
function settleKeyed(
  progress: Progress,
  to: Wrapping,
  keyed: Meaning & { kind: "keyed" },
  place: Place,
  name: string,
  reading: WordReading & { kind: "option" | "option-value" },
): void {
  const word = progress.words[place.word];
  const front = word?.front ?? "";
  let at = place.start;
  while (at < front.length && front[at] !== "=" && front[at] !== " ") at++;
  if (at >= front.length) {
    progress.readings[place.word] = { ...reading, role: word?.whole === true ? "data" : "unknown" };
    return;
  }
  const key = front.slice(place.start, at);
  // ssh takes `KEY VALUE` and `KEY = VALUE` as well.
  const value = at + (/^ *=? */.exec(front.slice(at, at + MOST_BLANKS))?.[0].length ?? 1);
  const meaning = lookUpKey(keyed.keys, key);
  const whole = progress.textOf(place);
  // `git -c core.pager=cat`
  const inert = whole !== null && progress.entry.isHarmless(name, whole);
  if (!inert) addEffects(to, meaning, { word: place.word, start: value }, null);
  // `git -c url.ext::COMMAND.insteadOf=x`
  if (/^url\./i.test(key)) addTransport(to, { word: place.word, start: place.start + "url.".length });
  const role = roleOf(progress, new Set([meaning]), reading.certain);
  progress.readings[place.word] = {
    kind: "option",
    name: `${name} ${key}`,
    valueStart: value,
    role,
    certain: reading.certain,
  };
}

/** Most blanks between a key and its value. */
const MOST_BLANKS = 64;

/** `--data-urlencode NAME@FILE`; with a `=` before the `@` it is text. */
function settleNamedFile(
  progress: Progress,
  place: Place,
  name: string,
  reading: WordReading & { kind: "option" | "option-value" },
): void {
  const word = progress.words[place.word];
  const text = word?.front.slice(place.start) ?? "";
  const mark = /[=@]/.exec(text);
  if (mark?.[0] === "@") {
    const valueStart = place.start + mark.index + 1;
    progress.readings[place.word] = { kind: "option", name, valueStart, role: "read", certain: reading.certain };
  } else {
    progress.readings[place.word] = { ...reading, role: mark !== null || word?.whole === true ? "data" : "unknown" };
  }
}

/** `env -S 'A=1 rm x' y`: the text is split into words of env's own, to which the others are added. */
function addSplit(progress: Progress, place: Place): void {
  const words = [place.word];
  for (let at = place.word + 1; at < progress.words.length; at++) words.push(at);
  progress.wrapped.push({
    kind: "program",
    words,
    valueStart: place.start,
    language: "shell",
    remote: false,
    prefix: "env ",
  });
}

function settleOperands(
  progress: Progress,
  to: Wrapping,
  operands: readonly Operand[],
  lists: readonly OperandList[],
): void {
  const all = meaningsOf(operands, lists);
  // A word before the first hole is what its place makes it; only an option in the hole could still change that. So is
  // the hole itself, where it is one word and no option.
  const plain = progress.hidden ? meaningsOf(operands, plainLists(progress)) : all;
  const { special } = progress.entry.data;
  if (special === "pairs") addPair(progress, to, operands);
  let doubtful = 0;
  const inert =
    special === "trap" &&
    isResettingTrap(
      progress.words,
      operands.map((operand) => operand.word),
    );
  for (const [index, operand] of operands.entries()) {
    const meanings = all[index] ?? new Set([UNKNOWN]);
    const reading = progress.readings[operand.word];
    if (operand.ghost || reading?.kind !== "operand") continue;
    const place = { word: operand.word, start: 0 };
    const next = operands[index + 1]?.word ?? null;
    // Where a word may be one of several things, each is tried, but not for each of thousands of words.
    if (meanings.size > 1) doubtful++;
    if (!inert && (meanings.size === 1 || doubtful <= MOST_DOUBTFUL)) {
      for (const meaning of meanings) addEffects(to, meaning, place, next);
    }
    const before = operand.word < progress.hiddenAt || (operand.word === progress.hiddenAt && operand.max === 1);
    const certain = reading.certain && (plain === all || !before || isSame(plain[index], meanings));
    const role = roleOf(
      progress,
      (before ? plain[index] : undefined) ?? meanings,
      reading.certain,
      progress.textOf(place),
    );
    progress.readings[operand.word] = { ...reading, role, certain };
  }
}

/** The lists that hold before the first hole. Only behind it the options may have come to their end. */
function plainLists(progress: Progress): readonly OperandList[] {
  const { terminated } = progress;
  if (terminated === "maybe") progress.terminated = "no";
  const lists = progress.activeLists(false);
  progress.terminated = terminated;
  return lists;
}

function isSame(one: ReadonlySet<Meaning> | undefined, other: ReadonlySet<Meaning>): boolean {
  return one?.size === other.size && [...one].every((meaning) => other.has(meaning));
}

/** `git config KEY VALUE`, `npm config set KEY=VALUE` */
function addPair(progress: Progress, to: Wrapping, operands: readonly Operand[]): void {
  const [key, value] = operands;
  const { keys } = progress.entry;
  if (keys === null || key === undefined) return;
  const name = progress.words[key.word]?.front ?? "";
  const equals = name.indexOf("=");
  if (equals > 0) addEffects(to, lookUpKey(keys, name.slice(0, equals)), { word: key.word, start: equals + 1 }, null);
  if (value === undefined) return;
  addEffects(to, lookUpKey(keys, name), { word: value.word, start: 0 }, null);
}

/** Input that is run as a program. */
function addInput(progress: Progress): void {
  let { input } = progress.entry;
  for (const variant of progress.entry.variants) {
    if (variant.input === null) continue;
    const active = progress.isActive(variant);
    if (active === "yes") input = variant.input === "none" ? null : variant.input;
    // `bash -n $X`: where it may be run, it is asked about.
    else if (active === "maybe" && variant.input !== "none") input ??= variant.input;
  }
  if (input === null || progress.tails.length > 0) return;
  const given = progress.count.min + progress.earlier.length;
  if (given === 0 || input.always) {
    progress.wrapped.push({
      kind: "input",
      language: input.language,
      ...(progress.entry.data.remote === true ? { remote: true as const } : {}),
    });
  }
}

/** The role that stands for all the meanings. Where there is doubt, `data` and its like are not trusted. */
function roleOf(
  progress: Progress,
  meanings: ReadonlySet<Meaning>,
  certain: boolean,
  text: string | null = null,
): Role {
  const roles = new Set<Role>();
  for (const meaning of meanings) roles.add(plainRole(meaning));
  const role = roles.size === 1 ? ([...roles][0] ?? "unknown") : joined(roles);
  if (isFile(role)) return text === "-" ? "data" : role;
  if (progress.trusted && (certain || progress.entry.plain)) return role;
  return maybeFile(roles) ?? "unknown";
}

function plainRole(meaning: Meaning): Role {
  switch (meaning.kind) {
    case "role":
      return meaning.role;
    case "piped":
      return meaning.role;
    case "run":
    case "list":
      return "read";
    case "script":
      if (meaning.language === "make") return "unknown";
      return meaning.language === "sql" || meaning.language === "make-word" ? "data" : "pattern";
    case "keyed":
    case "named-file":
      return "unknown";
    default:
      return "data";
  }
}

/** One role for several: what may be written counts as written, and what may be no file is only maybe one. */
function joined(roles: ReadonlySet<Role>): Role {
  for (const role of roles) if (!isFile(role)) return maybeFile(roles) ?? "unknown";
  return isWritten(roles) ? "both" : "read";
}

/** What stands for several roles of which some may be no file's; null where none is. */
function maybeFile(roles: ReadonlySet<Role>): Role | null {
  if (![...roles].some((role) => isFile(role) || REMOTE.has(role))) return null;
  return isWritten(roles) ? "maybe-both" : "maybe-read";
}

function isWritten(roles: ReadonlySet<Role>): boolean {
  return roles.has("both") || roles.has("write") || roles.has("remote-or-write");
}

const REMOTE: ReadonlySet<Role> = new Set(["remote-or-read", "remote-or-write"]);

function isFile(role: Role): boolean {
  return role === "read" || role === "write" || role === "both" || role === "directory" || role === "working-directory";
}
