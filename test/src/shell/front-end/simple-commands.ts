import type { Reading, SimpleCommand, Word } from "../../../../src/shell/syntax.ts";

/** Every simple command of a reading, wherever it stands. */
export function simpleCommands(reading: Reading): SimpleCommand[] {
  const found: SimpleCommand[] = [];
  const pending: unknown[] = [reading.script];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if ("kind" in node && node.kind === "simple") found.push(node as SimpleCommand);
    for (const child of Object.values(node)) if (typeof child === "object") pending.push(child);
  }
  return found;
}

/** The text of a word, with `…` for what is not literal. */
export function textOf(word: Word): string {
  return word.parts.map((part) => (part.kind === "literal" ? part.text : "…")).join("");
}
