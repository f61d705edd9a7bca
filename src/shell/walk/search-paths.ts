/** Lists of directories in which commands and modules are looked for: what a new value adds to the one before. */
import type { Value } from "../../text.ts";
import { PATH_BEFORE, PYTHONPATH_BEFORE } from "../state.ts";
import { compact } from "../value.ts";
import type { Settings } from "../words/scope.ts";

/** A value of `PATH` or `PYTHONPATH` as it is judged; that of any other variable as it is. */
export function addedToPath(name: string, value: Value, { cwd, home }: Settings): Value {
  if (name === "PYTHONPATH") {
    const known = value.map((piece) => (piece === PYTHONPATH_BEFORE ? "" : piece));
    return compact(known.map((piece) => (typeof piece === "string" ? belowDot(piece, cwd) : piece)));
  }
  if (name !== "PATH") return value;
  const [first, last] = value;
  // Behind what is there, such a directory hides no command.
  const appended = first === PATH_BEFORE && value.length === 2 && typeof last === "string" ? last : "";
  if (
    appended.startsWith(":") &&
    appended
      .slice(1)
      .split(":")
      .every((one) => isInstalled(one, home))
  )
    return ["/usr/bin"];
  return compact(value.map((piece) => (piece === PATH_BEFORE ? "/usr/bin" : piece)));
}

/** A list of directories with those below the working directory as names that start from it. */
function belowDot(text: string, cwd: string): string {
  const names = text.split(":").map((one) => {
    if (one === cwd || one === `${cwd}/`) return ".";
    return one.startsWith(`${cwd}/`) ? `./${one.slice(cwd.length + 1)}` : one;
  });
  return names.join(":");
}

/** A directory of the system's, or one below home, into which commands are installed. */
function isInstalled(directory: string, home: string): boolean {
  if (/^\/(?:usr\/local|usr\/lib|opt)\/(?!\.\.)[\w+-][\w.+-]*(?:\/[\w+-][\w.+-]*)*$/.test(directory)) return true;
  const rest = home.length > 1 && directory.startsWith(`${home}/`) ? directory.slice(home.length + 1) : "";
  return /^(?:\.[\w-]+(?:\/[\w-]+)*|go)\/(?:bin|shims)$/.test(rest);
}
