/** What files hold that the program itself has written or copied, as far as its text tells. */
import { keyOf, knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { resolveDirectory, seenFrom } from "../directory.ts";
import type { Engine } from "../engine.ts";
import { MAX_OPTIONS } from "../limits.ts";
import type { Base } from "../program.ts";
import type { Copy } from "../recorder.ts";
import type { Span } from "../syntax.ts";
import { compact, distinct, endOf, frontOf, isUnknown, waysOf } from "../value.ts";

/** Most files whose texts are remembered, and most texts of one. */
const MOST_FILES = 256;
const MOST_TEXTS = 8;

/** Most copies of copies that are followed. */
const MOST_COPIES = 8;

/** Remembers that a file may hold a text. Of a file that is added to, each part by itself. */
export function rememberText(engine: Engine, name: Value, base: Base, text: Value, span: Span): void {
  if (!text.some((piece) => typeof piece !== "string" || piece.trim() !== "")) return;
  const { written } = engine.recorder;
  for (const path of pathsOf(name, base, engine.settings.cwd)) {
    if (path.startsWith("/dev/")) continue;
    const texts = distinct([...(written.get(path) ?? []), text]);
    if ((written.size < MOST_FILES || written.has(path)) && texts.length <= MOST_TEXTS) written.set(path, texts);
    else engine.recorder.floor("<oversized-bash-command>", span, "more is written into files than is followed");
  }
}

/** Remembers that a file may be a copy of another one. */
export function rememberCopy(engine: Engine, name: Value, base: Base, source: Value, span: Span): void {
  for (const text of textsOf(engine, source, base)) rememberText(engine, name, base, text, span);
  const froms = knownText(source) === null ? [] : pathsOf(source, base, engine.settings.cwd);
  for (const [index, made] of pathsOf(name, base, engine.settings.cwd).entries()) {
    const from = froms[index];
    if (from !== undefined) engine.recorder.copy(made, { target: source, from }, span);
  }
}

/** The texts that a file may hold, of those that the program has written. */
export function textsOf(engine: Engine, name: Value, base: Base): readonly Value[] {
  const { copies, written } = engine.recorder;
  if (written.size === 0) return [];
  const paths = new Set(
    waysOf(name, MAX_OPTIONS).flatMap((way) => {
      const own = pathsOf(way, base, engine.settings.cwd);
      return knownText(way) === null ? [...own, ...pathsLike(engine, way)] : own;
    }),
  );
  return distinct(
    [...paths].flatMap((path) => {
      const texts: Value[] = [];
      let at: string | null = path;
      for (let hops = 0; at !== null && hops < MOST_COPIES; hops++) {
        texts.push(...(written.get(at) ?? []));
        at = sourceOf(copies, at);
      }
      return texts;
    }),
  );
}

/** The files that a name may be which is not known in full, by how their last names begin and end: a glob. */
function pathsLike({ recorder }: Engine, name: Value): readonly string[] {
  if (isUnknown(name)) return [];
  const slash = name.findLastIndex((piece) => typeof piece === "string" && piece.includes("/"));
  const last = name[slash];
  const start = typeof last === "string" ? [last.slice(last.lastIndexOf("/") + 1)] : [];
  const own = compact([...start, ...name.slice(slash + 1)]);
  const [front, end] = [`/${frontOf(own)}`, endOf(own)];
  return [...recorder.written.keys(), ...recorder.copies.keys()].filter(
    (path) => path.endsWith(end) && path.includes(front),
  );
}

/** What a file may be a copy of: by its own name, or by that of a directory above it. */
function sourceOf(copies: ReadonlyMap<string, Copy>, path: string): string | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const from = copies.get(path.slice(0, end))?.from ?? null;
    if (from !== null) return from + path.slice(end);
  }
  return null;
}

/** The texts of files by their last name, in whatever directory: `PATH=.:$PATH; x`. */
export function textsNamed(engine: Engine, name: string): readonly Value[] {
  const { written } = engine.recorder;
  return distinct([...written].flatMap(([path, texts]) => (isNamed(path, name) ? texts : [])));
}

/** Whether the last name of a path is this one. */
export function isNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

/** What a file is remembered by: one whose name is not known in full is taken for another of the same look. */
export function pathsOf(name: Value, base: Base, cwd: string): readonly string[] {
  return seenFrom(base, name).flatMap(({ base: start, value }) => {
    const text = knownText(value);
    if (text === null) return [`\0${keyOf(value)}`];
    const directories = start.kind === "known" ? start.directories : SOMEWHERE;
    const paths = directories.map((directory) => resolveDirectory(directory, text));
    // `$PWD/f` is the same file as `f`.
    return paths.map((path) => (path.startsWith("\0") ? path : resolveDirectory(cwd, path)));
  });
}

/** Stands for a directory of which only a run tells: a file in one is taken for that of the same name in any other. */
const SOMEWHERE = ["\0"];
