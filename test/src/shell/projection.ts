/** Programs as lines of text, for cases that people read. */
import { displayValue } from "../../../src/shell/record/display.ts";
import { loadParsers } from "../../../src/shell/parsers.ts";
import type { Base, BashProgram, CommandUnit, PathMention } from "../../../src/shell/program.ts";
import { projectBash } from "../../../src/shell/project.ts";
import type { ProjectionContext } from "../../../src/shell/project.ts";

const parsers = await loadParsers();

/** What a command projects to, run by `/home/dev` in `/srv/project`. */
export function project(command: string, options: Partial<ProjectionContext> = {}): BashProgram {
  return projectBash(command, { parsers, home: "/home/dev", cwd: "/srv/project", workdir: null, ...options });
}

/** `rm x · inside command substitution`, and `sudo rm x !sudo` for a wrapper. */
export function unitLine({ text, origin, wrapper }: CommandUnit): string {
  return [text, ...origin].join(" · ") + (wrapper === null ? "" : ` !${wrapper.name}`);
}

/** `read a.txt`, `write? b` for a word that may be a path, `read c from sub` for a base other than the session's. */
export function pathLine({ access, value, certainty, base, role }: PathMention): string {
  const from = directories(base) === "." ? "" : ` from ${directories(base)}`;
  const as = role === "operand" ? "" : ` (${role})`;
  return `${access}${{ path: "", word: "?", existing: "??" }[certainty]} ${displayValue(value)}${from}${as}`;
}

function directories(base: Base): string {
  return base.kind === "unknown" ? "unknown" : base.directories.join(" or ");
}
