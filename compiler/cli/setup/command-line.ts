/**
 * Command lines that stand in agents' settings: which are the gate's, and how one differs from the one that `init` writes.
 */
import { HOOK_AGENTS } from "../../../src/agents/contract.ts";
import { MARK } from "./hook-line.ts";

/**
 * The words of a line, as a shell would take them; operators are words of their own. Variables and the like stay as they
 * are written.
 */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  const end = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (quote !== null) {
      if (character === quote) quote = null;
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === "\\" && /[^\w.]/.test(line[at + 1] ?? "")) {
      // Before a letter it is a separator of Windows.
      word = (word ?? "") + line[++at]!;
    } else if (/\s/.test(character)) end();
    else if (/[;&|<>()]/.test(character)) {
      end();
      words.push(character);
    } else word = (word ?? "") + character;
  }
  end();
  return words;
}

/** A line that starts the gate, in its parts. */
interface OwnLine {
  /** What stands before the program: the shell with its script, the watchdog, Node. */
  readonly starter: readonly string[];
  readonly program: string;
  readonly agent: string;
  /** What stands behind the agent. */
  readonly rest: readonly string[];
}

/** The parts of a line that starts the gate; null for every other line, also where it speaks of the gate. */
function ownLine(line: string): OwnLine | null {
  const words = wordsOf(line);
  const at = programIn(words);
  const [program, agent] = [words[at], words[at + 1]];
  if (program === undefined || !HOOK_AGENTS.some((known) => known === agent)) return null;
  return { starter: words.slice(0, at), program, agent: agent!, rest: words.slice(at + 2) };
}

/** True for a command line that starts the gate. */
export function isOwnLine(line: string): boolean {
  return line.includes(MARK) && ownLine(line) !== null;
}

/** Where the program is among the words of a line; behind its end where the line starts something else. */
function programIn(words: readonly string[]): number {
  // As `init` writes it: `sh -c SCRIPT tollgate-hook NODE PROGRAM AGENT …`.
  const isScript = /^(?:ba|da|z)?sh$/.test(baseName(words[0])) && words[1] === "-c" && words[3] === MARK;
  let at = isScript ? 4 : 0;
  for (let before = -1; before !== at;) {
    before = at;
    if (/^[A-Za-z_]\w*=/.test(words[at] ?? "") || /^(?:exec|env)$/.test(baseName(words[at]))) at++;
    if (/^g?timeout$/.test(baseName(words[at]))) at = behindTimeout(words, at);
  }
  if (/^node(?:js)?$/.test(baseName(words[at]))) {
    at++;
    return isScriptOfHook(baseName(words[at])) ? at : words.length;
  }
  const name = baseName(words[at]);
  // In a script the interpreter may have any name.
  if (isScript && isScriptOfHook(baseName(words[at + 1]))) return at + 1;
  return name === MARK || isScriptOfHook(name) ? at : words.length;
}

/** The place behind `timeout`, its options and its duration. */
function behindTimeout(words: readonly string[], from: number): number {
  let at = from + 1;
  while (words[at]?.startsWith("-") === true) at += /^-[ks]$/.test(words[at]!) ? 2 : 1;
  return at + 1;
}

function isScriptOfHook(name: string): boolean {
  return name === `${MARK}.cjs`;
}

function baseName(word: string | undefined): string {
  return (word ?? "").replace(/^.*[/\\]/, "").replace(/\.(?:exe|cmd|ps1)$/i, "");
}

/** What differs between a line of the gate and the one that `init` writes, as the ends of sentences about it. */
export function lineDifferences(stands: string, wanted: string): string[] {
  if (stands === wanted) return [];
  const [one, other] = [ownLine(stands), ownLine(wanted)];
  if (one === null || other === null) return ["its command line does not start the gate"];
  const found: string[] = [];
  if (one.agent !== other.agent) found.push(`it asks as \`${one.agent}\`, not as \`${other.agent}\``);
  for (const option of ["--table", "--log"]) {
    const [value, due] = [valueOf(one, option), valueOf(other, option)];
    if (value === due) continue;
    if (value === null) found.push(`it has no \`${option}\``);
    else found.push(value === "" ? `its \`${option}\` names no file` : `its \`${option}\` is ${value}, not ${due}`);
  }
  if (one.program !== other.program) found.push(`it runs ${one.program}, not ${other.program}`);
  const [node, dueNode] = [one.starter.at(-1), other.starter.at(-1)];
  if (watchOf(one) !== watchOf(other)) {
    found.push("what runs it and makes a failure a denial is not what `init` writes");
  } else if (node !== dueNode) found.push(`it runs by ${node ?? "itself"}, not by ${dueNode}`);
  if (withoutOptions(one) !== withoutOptions(other)) found.push(`it goes on with \`${withoutOptions(one)}\``);
  return found.length > 0 ? found : ["its command line is written in another way than `init` writes it"];
}

/** What runs Node, and whether the gate is told that it is watched. */
function watchOf({ starter, rest }: OwnLine): string {
  return [...starter.slice(0, -1), ...rest.filter((word) => word === "--watched")].join("\0");
}

function valueOf({ rest }: OwnLine, option: string): string | null {
  const at = rest.indexOf(option);
  return at < 0 ? null : (rest[at + 1] ?? "");
}

function withoutOptions({ rest }: OwnLine): string {
  const left: string[] = [];
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === "--table" || rest[at] === "--log") at++;
    else if (rest[at] !== "--watched") left.push(rest[at]!);
  }
  return left.join(" ");
}
