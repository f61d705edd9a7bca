/**
 * What is compared: a policy, a table, or either as it stands in a revision of git (`REV:FILE`).
 */
import { execFileSync } from "node:child_process";
import { isAbsolute, posix } from "node:path";
import type { SealedTableData } from "../../src/table/shape.ts";
import { compilePolicy } from "../index.ts";
import type { IncludedFile } from "../loading/gather.ts";
import { textOf } from "../utf8.ts";
import { diagnosticsText } from "./diagnostics-text.ts";
import { EXIT, Failure } from "./exit-code.ts";
import { readBytes, readInclude, utf8 } from "./files.ts";
import { openTableData } from "./table-file.ts";
import type { World } from "./world.ts";

/** A revision and a file in it. A single letter before the colon is a drive. */
const REVISION = /^([^:]{2,}):(.+)$/s;

/** The table that a name on the command line stands for. Throws {@link Failure} where there is none. */
export async function readCompared(name: string, world: World): Promise<SealedTableData> {
  const inRevision = REVISION.exec(name);
  if (inRevision === null || isThere(name, world))
    return await tableOf(name, readBytes(name, world), readInclude(world), world);
  const [, revision, file] = inRevision;
  return await readRevision(revision!, file!, world);
}

/** The table of a file in a revision of git. Includes are read in the same revision. */
export async function readRevision(revision: string, file: string, world: World): Promise<SealedTableData> {
  const include = (from: string, included: string) => {
    if (isAbsolute(included)) return null;
    const path = posix.join(posix.dirname(from.slice(revision.length + 1)), included);
    const bytes = show(revision, path, world);
    const text = bytes === null ? null : textOf(bytes);
    return text === null ? null : { file: `${revision}:${path}`, text };
  };
  const bytes = show(revision, file, world);
  if (bytes === null) throw new Failure(EXIT.file, `\`${file}\` cannot be read in the revision \`${revision}\``);
  return await tableOf(`${revision}:${file}`, bytes, include, world);
}

/** True where a revision of git exists. */
export function isRevision(revision: string, world: World): boolean {
  return git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], world) !== null;
}

/** True where a file is in a revision. */
export function isInRevision(revision: string, file: string, world: World): boolean {
  return git(["cat-file", "-e", `${revision}:./${relative(file)}`], world) !== null;
}

/** The policies below the working directory that git knows now or knew in a revision, sorted. */
export function trackedPolicies(revision: string, world: World): string[] {
  const now = git(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.gate"], world);
  const before = git(["ls-tree", "-r", "-z", "--name-only", revision, "./"], world);
  const names = [now, before].flatMap((bytes) =>
    bytes === null ? [] : Buffer.from(bytes).toString("utf8").split("\0"),
  );
  return [...new Set(names.filter((name) => name.endsWith(".gate")))].toSorted();
}

/** The table of a policy that says nothing. */
export function emptyTable(): SealedTableData {
  return compilePolicy([]).data!;
}

export function isThere(name: string, world: World): boolean {
  try {
    world.readFile(name);
    return true;
  } catch {
    return false;
  }
}

function show(revision: string, file: string, world: World): Uint8Array | null {
  return git(["show", "--end-of-options", `${revision}:./${relative(file)}`], world);
}

function relative(file: string): string {
  return file.replace(/^(?:\.\/)+/, "");
}

/** What git says, or null where it fails. */
function git(args: readonly string[], world: World): Uint8Array | null {
  try {
    return execFileSync("git", args, { cwd: world.cwd, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
  } catch {
    return null;
  }
}

/** A table, where the file holds JSON, else the table of a policy. */
async function tableOf(
  file: string,
  bytes: Uint8Array,
  include: (from: string, name: string) => IncludedFile | null,
  world: World,
): Promise<SealedTableData> {
  const text = utf8(`\`${file}\``, textOf(bytes));
  if (text.trimStart().startsWith("{")) return openTableData(file, text);
  const policy = compilePolicy([{ file, text }], { readInclude: include });
  if (policy.data !== null) return policy.data;
  await world.errors.write(diagnosticsText(policy, world.errors));
  throw new Failure(EXIT.problems, `\`${file}\` has errors, so there is nothing to compare`);
}
