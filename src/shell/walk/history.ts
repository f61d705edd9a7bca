/** History expansion: what makes commands of earlier ones. */
import type { Engine } from "../engine.ts";
import { expandsHistory } from "../options.ts";
import type { ShellState } from "../state.ts";
import type { Span } from "../syntax.ts";

/** Says of a shell that expands its history (`!!`, `^a^b`) that what follows is not read as it stands. */
export function floorHistory(engine: Engine, state: ShellState, span: Span): void {
  if (!expandsHistory(state)) return;
  const detail = "with history expansion on, words that begin with `!` or `^` become other commands";
  engine.recorder.floor("<unparseable-bash-command>", span, detail);
}
