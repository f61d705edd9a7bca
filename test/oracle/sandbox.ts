/**
 * Real bash, fenced in: runs programs with nothing on their PATH but shims that record how they were called.
 *
 * Where it can (Linux, as root), everything runs in namespaces of its own, in which the whole disk is read-only but
 * for the sandbox, and nothing outlives a batch of programs. Elsewhere the PATH and the vocabulary of the programs are the fence.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What happened when bash ran a program. */
export interface Recording {
  /** The argument lists of the commands that ran, names included. */
  readonly commands: readonly (readonly string[])[];
  /** Absolute paths, without links resolved, of the files that bash opened. Null where nobody watched. */
  readonly files: readonly string[] | null;
}

/** A tracer makes a run several times slower, so it watches one program in so many. */
const TRACED_EVERY = 4;

/** Seconds after which a program is stopped. What it did until then counts. */
const LIMIT_S = 3;

export class Sandbox {
  readonly #directory = mkdtempSync(join(tmpdir(), "tollgate-bash-"));
  #batch = 0;
  readonly #fenced: boolean;
  readonly #traced: boolean;

  /** `commands` are the names that a program may call; `real` are those of them that do what they do elsewhere. */
  constructor(commands: readonly string[], real: readonly string[] = []) {
    for (const folder of ["bin", "programs", "records", "traces"]) mkdirSync(join(this.#directory, folder));
    for (const command of commands) this.#write(`bin/${command}`, SHIM, 0o755);
    for (const command of real)
      symlinkSync(command === "sh" ? "/bin/bash" : executable(command), join(this.#directory, "bin", command));
    this.#write("driver", driver(this.#directory), 0o755);
    this.#fenced = spawnSync("unshare", ["-m", "-p", "--fork", "--kill-child", "true"]).status === 0;
    this.#traced = spawnSync("strace", ["-o", join(this.#directory, "probe"), "true"]).status === 0;
  }

  /** The directory in which programs run, which is also their HOME. It holds `dir`, `x.txt`, `a` and `.env`. */
  get work(): string {
    return join(this.#directory, "work");
  }

  /** What this machine lacks, for people; empty where nothing. */
  get missing(): readonly string[] {
    return [...(this.#fenced ? [] : ["unshare"]), ...(this.#traced ? [] : ["strace"])];
  }

  /** Runs each program in a fresh directory. Programs that would need more than the time limit are cut short. */
  run(programs: readonly string[]): Recording[] {
    // What a program leaves running in the background must not be taken for what a later one does.
    this.#batch += 1;
    for (const folder of ["programs", "records", "traces"]) {
      for (const file of readdirSync(join(this.#directory, folder))) rmSync(join(this.#directory, folder, file));
    }
    for (const [index, program] of programs.entries()) this.#write(`programs/${index}`, program, 0o644);
    const script = [
      join(this.#directory, "driver"),
      String(programs.length),
      String(this.#batch),
      this.#traced ? "traced" : "plain",
    ];
    const fence = [
      "-m",
      "-p",
      "--fork",
      "--kill-child",
      "--propagation",
      "private",
      "sh",
      "-c",
      FENCE,
      "fence",
      this.#directory,
    ];
    const [command, args] = this.#fenced ? ["unshare", [...fence, "bash", ...script]] : ["bash", script];
    const { error } = spawnSync(command, args, {
      stdio: "ignore",
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    });
    if (error !== undefined) throw error;
    return programs.map((_, index) => ({
      commands: this.#commands(index),
      files: this.#traced && index % TRACED_EVERY === 0 ? this.#files(index) : null,
    }));
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #write(name: string, text: string, mode: number): void {
    writeFileSync(join(this.#directory, name), text);
    chmodSync(join(this.#directory, name), mode);
  }

  #commands(index: number): string[][] {
    const file = join(this.#directory, "records", `${this.#batch}.${index}`);
    if (!existsSync(file)) return [];
    const fields = readFileSync(file, "utf8").replaceAll(NEWLINE, "\n").split("\0");
    const commands: string[][] = [];
    for (let at = 0; at < fields.length - 1;) {
      const count = Number(fields[at]);
      commands.push(fields.slice(at + 1, at + 1 + count));
      at += 1 + count;
    }
    return commands;
  }

  #files(index: number): string[] {
    const trace = join(this.#directory, "traces", `${this.#batch}.${index}`);
    if (!existsSync(trace)) return [];
    const files = new Set<string>();
    for (const line of readFileSync(trace, "utf8").split("\n")) {
      const opened = /\bopenat\(AT_FDCWD<([^>]*)>, "((?:[^"\\]|\\.)*)", ([A-Z_|]+)/.exec(line);
      const [, directory = "", name = "", flags = ""] = opened ?? [];
      if (opened === null || flags.includes("O_DIRECTORY")) continue;
      const path = resolve(directory, name.replaceAll(/\\(["\\])/g, "$1"));
      if (!this.#isOwn(path)) files.add(path);
    }
    return [...files];
  }

  /** Files that bash and the loader open by themselves; `/dev/null` is the input of background jobs. */
  #isOwn(name: string): boolean {
    if (name.startsWith(this.#directory)) return !name.startsWith(`${this.work}/`);
    return /^\/(?:lib|lib64|usr|proc)\/|^\/etc\/(?:ld|locale|passwd|nsswitch)|^\/dev\/(?:null|tty|fd\/\d+)|\/sh-thd[.-]|\/userdb\//.test(
      name,
    );
  }
}

/** Where a command of this machine is. Throws where it is nowhere. */
function executable(command: string): string {
  const found = ["/usr/bin", "/bin"].map((directory) => join(directory, command)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`this machine has no \`${command}\`, which the oracle runs`);
  return found;
}

/** Makes the disk read-only but for the directory, then runs what follows. */
const FENCE = 'd=$1; shift; mount --bind "$d" "$d" && mount -o remount,bind,ro / && exec "$@"';

/** Stands for a newline in a record: bash writes its output line by line, and lines of several shims would mix. */
const NEWLINE = "\x1E";

/** Records the number of words, then the words, each ended by NUL: in one write. */
const SHIM = `#!/bin/bash
printf '%s\\0' "$(($# + 1))" "\${0##*/}" "\${@//$'\\n'/$'\\x1E'}" >> "$TOLLGATE_RECORD"
`;

function driver(directory: string): string {
  return `
for ((i = 0; i < $1; i++)); do
  rm -rf '${directory}/work'; mkdir -p '${directory}/work/dir/sub'; cd '${directory}/work' || exit 1
  for f in a x.txt .env dir/in; do echo x > "$f"; done
  trace=()
  [ "$3" = traced ] && ((i % ${TRACED_EVERY} == 0)) && trace=(strace -f -qq -y -o "${directory}/traces/$2.$i" -e trace=openat)
  timeout -s KILL ${LIMIT_S} "\${trace[@]}" env -i PATH='${directory}/bin' HOME='${directory}/work' LC_ALL=C.UTF-8 \\
    TOLLGATE_RECORD="${directory}/records/$2.$i" /bin/bash "${directory}/programs/$i" </dev/null >/dev/null 2>&1
done
wait
`;
}
