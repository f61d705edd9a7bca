/** The options that a shell is started with. */
import { spanOfFields } from "../engine.ts";
import type { Context, Engine } from "../engine.ts";
import { withOptions } from "../options.ts";
import type { ShellState } from "../state.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { floorHistory } from "./history.ts";

const SHELLS: ReadonlySet<string> = new Set("bash sh dash ash rbash zsh ksh mksh ksh93 oksh".split(" "));

/** The state of a shell that a command starts with these words; with `expands`, it may expand its history at once. */
export function startedWith(
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
