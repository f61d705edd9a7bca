/** The options that a shell is started with. */
import { anchoredAt, spanOfFields } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import { withOptions } from "../options.ts";
import { optionsOf } from "../state.ts";
import type { ShellState } from "../state.ts";
import { fieldOf, textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { NAMES_START_FILE } from "./assignments.ts";
import { childOf, withoutHome } from "./child.ts";
import { floorHistory } from "./history.ts";
import { runWrittenFile } from "./written-files.ts";

/** Commands that run others as another user, whose home directory is another. */
const AS_OTHER_USER: ReadonlySet<string> = new Set(["sudo", "doas", "su", "runuser", "pkexec"]);

const SHELLS: ReadonlySet<string> = new Set("bash sh dash ash rbash zsh ksh mksh ksh93 oksh".split(" "));

/** The state of a shell that a command starts with these words; with `expands`, it may expand its history at once. */
function startedWith(
  engine: Engine,
  state: ShellState,
  { name, words }: { readonly name: string; readonly words: readonly Field[] },
  expands: boolean,
  context: Context,
): ShellState {
  const started = SHELLS.has(name) ? withOptions(state, optionsIn(words)) : state;
  if (expands) floorHistory(engine, started, spanOfFields(words, context));
  return started;
}

/** The options that the words turn on: `-O NAME`, `-o NAME`, `-H`; null for one of which the name is not known. */
function optionsIn(words: readonly Field[]): readonly (string | null)[] {
  const texts = words.map(textOf);
  const clusters = texts.filter((text) => text !== null && /^-[A-Za-z]/.test(text)).join("");
  const names = /[oO]/.test(clusters) ? texts.slice(1).filter((text) => text === null || /^[a-z_]+$/i.test(text)) : [];
  const spelled = names.map((text) => SPELLINGS.get(normal(text ?? "")) ?? text);
  if (clusters.includes("i")) spelled.push("history", "histexpand");
  else if (clusters.includes("H")) spelled.push("histexpand");
  return spelled;
}

/** How other shells spell an option's name. */
function normal(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["globdots", "dotglob"],
  ["nullglob", "nullglob"],
  ["cshnullglob", "nullglob"],
  ["nocaseglob", "nocaseglob"],
]);

/**
 * The shell that a command starts with the words in front of its program; `expands` where that is read line by line, so
 * that its history may be expanded.
 */
export function shellFor(
  engine: Engine,
  name: string,
  words: readonly Field[],
  run: Run,
  context: Context,
  positional: ShellState["positional"],
  expands = true,
): ShellState {
  const child = startedWith(engine, childOf(run.environment, positional), { name, words }, expands, context);
  for (const variable of NAMES_START_FILE) {
    for (const value of child.variables.has(variable) ? optionsOf(child, variable) : []) {
      if (value === null) continue;
      const field = fieldOf(value, spanOfFields(words, context));
      runWrittenFile(engine, field, child, run.environment.base, anchoredAt(context, words), false);
    }
  }
  const state = name === "bash" ? child : { ...child, options: new Set([...child.options, "other shell"]) };
  return AS_OTHER_USER.has(name) ||
    context.origin.some((origin) => AS_OTHER_USER.has(origin.replace("wrapped by ", "")))
    ? withoutHome(state)
    : state;
}
