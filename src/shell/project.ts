/**
 * The projector: a shell command's text as what it would run and touch.
 */
import { keyOf, plain } from "../text.ts";
import { MAX_COMMAND_CHARACTERS } from "./bounds.ts";
import { changeDirectory, SESSION_BASE } from "./directory.ts";
import type { Context, ProgramReader } from "./engine.ts";
import type { Base, BashProgram, PathMention } from "./program.ts";
import { recordFaults } from "./record/faults.ts";
import { recordPath } from "./record/mention-recorder.ts";
import { ANY_NAME } from "./record/names.ts";
import { Recorder } from "./recorder.ts";
import { forget, initialState, join, UNKNOWN_POSITIONAL } from "./state.ts";
import type { ShellState } from "./state.ts";
import { Walk } from "./walk/walk.ts";
import type { Settings } from "./words/scope.ts";

export interface ProjectionContext {
  readonly parsers: ProgramReader;
  /** The home directory, as the shell would write it. */
  readonly home: string;
  /** The session's working directory, absolute. */
  readonly cwd: string;
  /** The directory that the tool was told to run the command in: a `cd` in front of it. Null for none. */
  readonly workdir: string | null;
  /** How the system reads the names of commands. Told from `cwd` where absent: a drive letter is win32's. */
  readonly platform?: Settings["platform"];
}

/**
 * What a command would run and touch. Never throws: an error of the projector's own is the floor `<gate-error>`. The
 * work is bounded, and linear in the command but for what its loops, functions and braces repeat.
 */
export function projectBash(command: string, context: ProjectionContext): BashProgram {
  const whole = { start: 0, end: command.length };
  const recorder = new Recorder();
  if (command.length > MAX_COMMAND_CHARACTERS) {
    recorder.floor("<oversized-bash-command>", whole, `this is longer than ${MAX_COMMAND_CHARACTERS} characters`);
    return programOf(command, recorder);
  }
  try {
    project(command, context, recorder);
    return programOf(command, recorder);
  } catch (error) {
    const failed = new Recorder();
    const detail = error instanceof Error ? error.message.slice(0, 200) : "an unknown error";
    failed.floor("<gate-error>", whole, `the command could not be projected: ${detail}`);
    return programOf(command, failed);
  }
}

function programOf(source: string, recorder: Recorder): BashProgram {
  const { units, floors, links, entered, linked, partly } = recorder;
  // Where the program makes links, one may stand below a directory that is not known in full, at whatever time.
  const paths = linked ? recorder.paths.map((path) => partly.get(path) ?? path) : recorder.paths;
  return { source, units, paths: withoutRepetition(paths), floors, links, entered };
}

/** Ways of reading a command differ in some of its words alone; the others are named once. */
function withoutRepetition(paths: readonly PathMention[]): readonly PathMention[] {
  // Mostly there is one mention of a place, and no need for what tells it from others there.
  const places = new Map<string, PathMention | Set<string>>();
  return paths.filter((path) => {
    const { span, access, unit, certainty, role } = path;
    const place = `${span.start} ${span.end} ${unit} ${access} ${certainty} ${role}`;
    const known = places.get(place);
    if (known === undefined) {
      places.set(place, path);
      return true;
    }
    const keys = known instanceof Set ? known : new Set([keyOfMention(known)]);
    places.set(place, keys);
    const before = keys.size;
    return keys.add(keyOfMention(path)).size > before;
  });
}

/** A text that is equal for mentions of one place that say the same. */
function keyOfMention({ value, base }: PathMention): string {
  return JSON.stringify([keyOf(value), base.kind === "known" ? base.directories : null]);
}

function project(
  command: string,
  { parsers, home, cwd, workdir, platform }: ProjectionContext,
  recorder: Recorder,
): void {
  const settings: Settings = { home, cwd, platform: platform ?? (/^[A-Za-z]:[\\/]/.test(cwd) ? "win32" : "linux") };
  const base = workdir === null ? SESSION_BASE : enter(workdir, home);
  const walk = new Walk(recorder, settings, parsers);
  const start: Context = {
    origin: [],
    source: command,
    anchor: null,
    input: null,
    fed: false,
    names: ANY_NAME,
    wrappedBy: null,
    remote: false,
    depth: 0,
    loops: 0,
    calls: [],
    frame: null,
    jumps: [],
    shell: { deferred: [], exits: [], visited: base, seen: null },
  };
  if (workdir !== null) {
    const value = [plain(workdir)];
    const span = { start: 0, end: 0 };
    recordPath(
      walk,
      { span, value, access: "read", base: SESSION_BASE, unit: null, certainty: "path", role: "directory" },
      start,
    );
  }
  // bash drops NUL bytes where it reads a program from a file, and refuses them elsewhere.
  const source = plain(command.replaceAll("\0", ""));
  if (source.length < command.length) {
    recorder.floor(
      "<unparseable-bash-command>",
      { start: 0, end: command.length },
      "the command holds a NUL character",
    );
  }
  const { readings, agree } = parsers.read(source);
  recordFaults(recorder, readings, agree, null);
  const initial = initialState(home, base);
  const ends = readings.map(({ script }) =>
    walk.shell(initial, { ...start, source: script.source }, (state, context) =>
      walk.list(script.statements, state, context),
    ),
  );
  runUncalled(walk, ends.reduce(join, { ...initial, dead: true }), start);
}

function enter(workdir: string, home: string): Base {
  const directory = /^~(?=\/|$)/.test(workdir) ? home + workdir.slice(1) : workdir;
  return changeDirectory(SESSION_BASE, [plain(directory)]);
}

/**
 * Runs the functions that nothing in the program calls, with whatever arguments. What bash calls by itself, it may have
 * called at any time.
 */
function runUncalled(walk: Walk, end: ShellState, start: Context): void {
  const { defined, called, recalled } = walk.recorder;
  const anytime = forget(end);
  for (const one of defined.values()) {
    const isRecalled = recalled.has(one.definition.name) || recalled.has(null);
    if (called.has(one.definition) && !isRecalled) continue;
    called.add(one.definition);
    const context: Context = {
      ...start,
      origin: [...one.origin, `in function ${one.definition.name}`],
      source: one.source,
      anchor: one.anchor,
      calls: [one.definition],
    };
    const state = { ...(isRecalled ? anytime : end), level: end.level + 1, positional: UNKNOWN_POSITIONAL };
    walk.shell(state, context, (begun, within) => walk.command(one.definition.body, begun, within));
  }
}
