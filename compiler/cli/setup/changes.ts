/**
 * Changes of files, shown before they are made.
 */
import type { AgentName } from "../../../src/agents/contract.ts";
import { cellsOf } from "../../display.ts";
import { EXIT, Failure } from "../exit-code.ts";
import { bytesOf, writeWhole } from "./disk.ts";

/** A file as it is and as it will be. */
export interface Change {
  readonly path: string;
  /** Null where there is none yet. */
  readonly before: Buffer | null;
  readonly after: Buffer;
  /** The agent whose file it is; null for the gate's own. */
  readonly agent: AgentName | null;
  /** What is not shown line by line. */
  readonly summary: string | null;
}

/** What a person is shown: the lines that go and the lines that come. */
export function showChange({ path, before, after, summary }: Change): string {
  const title = `${before === null ? "new file" : "change"}: ${path}\n`;
  if (summary !== null) return `${title}  ${summary}\n`;
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const gone = old.slice(head, old.length - tail).map((line) => `  - ${shown(line)}\n`);
  const come = now.slice(head, now.length - tail).map((line) => `  + ${shown(line)}\n`);
  return title + gone.join("") + come.join("");
}

function linesOf(bytes: Buffer | null): string[] {
  return bytes === null ? [] : bytes.toString("utf8").replace(/\n$/, "").split("\n");
}

/** A line of somebody's file, in which nothing is hidden and nothing speaks to the terminal. */
function shown(line: string): string {
  return cellsOf(line.replace(/\r$/, ""))
    .map(({ text }) => text)
    .join("");
}

/** Makes a change, unless somebody changed the file since it was planned. Throws {@link Failure} where it cannot. */
export function applyChange({ path, before, after }: Change): void {
  checkUnchanged(path, before);
  writeWhole(path, after);
}

/** Throws {@link Failure} where a file is no longer as it was when it was looked at. */
export function checkUnchanged(path: string, before: Buffer | null): void {
  if (!isSame(bytesOf(path), before)) throw new Failure(EXIT.file, `\`${path}\` was changed just now; run this again`);
}

/** True for the same bytes, or for no file twice. */
export function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
