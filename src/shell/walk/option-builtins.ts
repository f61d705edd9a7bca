/** `set` and `shopt`: options of the shell, and its positional parameters. */
import { spanOfFields } from "../engine.ts";
import type { Engine, Run } from "../engine.ts";
import { without } from "../maps.ts";
import { FOLLOWED_OPTIONS, withOptions } from "../options.ts";
import { UNKNOWN_POSITIONAL, withOption } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Span } from "../syntax.ts";
import { frontOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { anySet } from "./assignments.ts";
import { holding } from "./evaluation.ts";
import { positionalOf } from "./functions.ts";
import { floorHistory } from "./history.ts";

/** `set -- a b`, `set -a`. */
export function setOptions(engine: Engine, words: readonly Field[], run: Run): ShellState {
  const before = holding(
    run.environment,
    words.map((field) => field.each),
  );
  const read = readSet(words);
  let state = withSetOptions(engine, read, words, before, run);
  const { zero } = state.positional;
  if (read.isRefused || (state.options.has("other shell") && read.isUncommon)) {
    state = { ...state, positional: { ...UNKNOWN_POSITIONAL, zero } };
    // It sets an array of which the name is among the words.
    return state.options.has("other shell") && /A/.test(read.letters.on + read.letters.off)
      ? anySet(state, "set")
      : state;
  }
  const { parameters } = read;
  return parameters === null ? state : { ...state, positional: positionalOf(parameters, zero) };
}

interface SetWords {
  /** Letters of options, and names of others, null for one that is not known, by whether they are turned on. */
  readonly letters: { readonly on: string; readonly off: string };
  readonly names: { readonly on: readonly (string | null)[]; readonly off: readonly (string | null)[] };
  /** The words that become the positional parameters, or null where those stay as they are. */
  readonly parameters: readonly Field[] | null;
  /** One of the options is none, or not known to be one. */
  readonly isRefused: boolean;
  /** Other shells read it otherwise. */
  readonly isUncommon: boolean;
}

const LETTERS = /^[abefhkmnoprtuvxBCEHPT]*$/;
const COMMON_LETTERS = /^[abCefhmnouvx]*$/;
const LETTER_NAMES: ReadonlyMap<string, string> = new Map([
  ["H", "histexpand"],
  ["a", "allexport"],
  ["k", "keyword"],
]);
const NAMES: ReadonlySet<string> = new Set(
  [
    "allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof interactive-comments",
    "keyword monitor noclobber noexec noglob nolog notify nounset onecmd physical pipefail posix privileged verbose vi",
    "xtrace",
  ].flatMap((line) => line.split(" ")),
);

/** Reads the words as bash does: each `o` of a cluster takes the next word, and a lone `-` ends the options. */
function readSet(words: readonly Field[]): SetWords {
  const letters = { on: "", off: "" };
  const names: { on: (string | null)[]; off: (string | null)[] } = { on: [], off: [] };
  let isLone = false;
  const end = (parameters: readonly Field[] | null, isRefused = false): SetWords => {
    const all = letters.on + letters.off;
    const refused = isRefused || !LETTERS.test(all) || names.on.concat(names.off).some((name) => !isOptionName(name));
    return { letters, names, parameters, isRefused: refused, isUncommon: isLone || !COMMON_LETTERS.test(all) };
  };
  let at = 0;
  while (at < words.length) {
    const field = words[at];
    const text = textOf(field);
    if (text === null) {
      const isParameter = field?.count === "one" && /^[^-+]/.test(frontOf(field.each));
      return isParameter ? end(words.slice(at)) : end(null, true);
    }
    if (text === "--") return end(words.slice(at + 1));
    // Without words behind it, the parameters stay.
    if (text === "-") {
      isLone = true;
      return end(at + 1 < words.length ? words.slice(at + 1) : null);
    }
    if (!/^[-+]/.test(text)) return end(words.slice(at));
    isLone ||= text === "+";
    const side = text.startsWith("-") ? "on" : "off";
    letters[side] += text.slice(1);
    at++;
    for (let left = text.split("o").length - 1; left > 0; left--) {
      const next = words[at];
      // It lists the options where no name stands there.
      if (next === undefined || /^(?:$|[-+])/.test(textOf(next) ?? "x")) continue;
      names[side].push(textOf(next));
      at++;
    }
  }
  return end(null);
}

function isOptionName(name: string | null): boolean {
  return name !== null && NAMES.has(name);
}

function withSetOptions(
  engine: Engine,
  { letters, names }: SetWords,
  words: readonly Field[],
  before: ShellState,
  run: Run,
): ShellState {
  const span = spanOfFields(words, run.context);
  const on = [...names.on];
  for (const [letter, name] of LETTER_NAMES) if (letters.on.includes(letter)) on.push(name);
  let state = withSetNames(engine, on, withOptions(before, on), span);
  if (letters.off.includes("a") || names.off.includes("allexport"))
    state = { ...state, options: without(state.options, "allexport") };
  if (/[Ho]/.test(letters.on + letters.off)) floorHistory(engine, state, span);
  return state;
}

/** The state with what options mean that are turned on by name. */
function withSetNames(engine: Engine, names: readonly (string | null)[], state: ShellState, span: Span): ShellState {
  if (names.includes("keyword")) {
    const detail = "with `set -k`, words that look like assignments are none of the command's";
    engine.recorder.floor("<unparseable-bash-command>", span, detail);
  }
  return names.includes("allexport") ? withOption(state, "allexport") : state;
}

const SHOPT_OPTIONS = [...FOLLOWED_OPTIONS].filter((name) => !name.startsWith("hist"));

/** `shopt -s nullglob`, `shopt -so history`. */
export function setShellOptions(
  engine: Engine,
  operands: readonly Field[],
  { environment: state, context }: Run,
): ShellState {
  const texts = operands.map(textOf);
  const flags = texts.filter((text) => text?.startsWith("-") === true).join("");
  const words = texts.filter((text) => text?.startsWith("-") !== true);
  // Without `-o`, one of which the name is not known is none of those of `set`.
  const names = flags.includes("o") ? words : words.flatMap((name) => (name === null ? SHOPT_OPTIONS : [name]));
  if (flags.includes("s") || (flags === "" && words[0] === null)) {
    const ofSet = flags.includes("o") ? names : [];
    const next = withSetNames(engine, ofSet, withOptions(state, names), spanOfFields(operands, context));
    floorHistory(engine, next, spanOfFields(operands, context));
    return next;
  }
  if (!flags.includes("u")) return state;
  return { ...state, options: new Set([...state.options].filter((name) => !names.includes(name))) };
}
