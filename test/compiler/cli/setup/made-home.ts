/** A home directory for one test, with the command line run in it. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { run } from "../../../../compiler/cli/run.ts";
import { processWorld } from "../../../../compiler/cli/world.ts";

const ownWorld = processWorld();

/** Files of a home, as `init` names them. */
export const SETTINGS = ".claude/settings.json";
export const POLICY = ".config/tollgate/policy.gate";
export const TABLE = ".config/tollgate/table.json";

/** Gives every test of a file a home of its own, in whose PATH the programs of the home alone are found. */
export function withMadeHome(take: (made: MadeHome) => void): void {
  let made: MadeHome;
  beforeEach(() => {
    made = new MadeHome();
    vi.stubEnv("PATH", made.path);
    take(made);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    made.remove();
  });
}

export class MadeHome {
  readonly home = mkdtempSync(join(tmpdir(), "tollgate-init-"));
  readonly project = join(this.home, "work", "project");

  constructor() {
    mkdirSync(this.project, { recursive: true });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Runs the command line. `input` is what is typed, or is asked for that when a question is put. */
  async tollgate(
    args: readonly string[],
    input: string | (() => string) = "",
    more: { readonly home?: string; readonly cwd?: string } = {},
  ): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
    const texts = { output: "", errors: "" };
    const output = (name: "output" | "errors") => ({
      color: false,
      columns: 100,
      write: async (text: string) => {
        texts[name] += text;
        await Promise.resolve();
      },
    });
    const world = {
      ...ownWorld,
      input: (async function* () {
        await Promise.resolve();
        yield Buffer.from(typeof input === "string" ? input : input());
      })(),
      output: output("output"),
      errors: output("errors"),
      home: this.home,
      cwd: this.project,
      ...more,
    };
    return { code: await run(args, world), ...texts };
  }

  /** Writes a file, and answers its whole name. */
  put(path: string, text: string | Uint8Array): string {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Puts a program where `PATH` finds it, once that is {@link path}. */
  program(name: string, script: string): void {
    chmodSync(this.put(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  }

  /** A `PATH` with the programs of this home, and with none of the agents of this machine. */
  get path(): string {
    return `${join(this.home, "bin")}:/usr/bin:/bin`;
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), "utf8");
  }

  /** Every file with its bytes, and every folder. */
  everything(folder = this.home): Record<string, string> {
    const found: Record<string, string> = {};
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: "" }, this.everything(path));
      else found[path] = entry.isFile() ? readFileSync(path, "base64") : "no file";
    }
    return found;
  }
}
