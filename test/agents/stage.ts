/**
 * Folders of its own for a run: a home, a project that is a git repository, and a place outside of both.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Stage {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  readonly outside: string;
  /** For every process of the run: nothing of this machine's own settings, and no keys. */
  readonly environment: Readonly<Record<string, string>>;
  write(path: string, text: string): void;
  remove(): void;
}

export function makeStage(): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tollgate-stage-")));
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const [home, work, outside, tmp] = [folder("home"), folder("work"), folder("outside"), folder("tmp")];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(work, "README.md"), "# sample\n");
  write(join(work, "deploy.key"), "made-up\n");
  symlinkSync("deploy.key", join(work, "notes.txt"));
  write(join(home, ".gitconfig"), "[user]\n\tname = t\n\temail = t@example.invalid\n[init]\n\tdefaultBranch = main\n");
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TMPDIR: tmp,
    LANG: "C.UTF-8",
    TERM: "dumb",
    NO_COLOR: "1",
    CI: "1",
  };
  execFileSync("sh", ["-c", "git init -q && git add -A && git commit -qm start"], { cwd: work, env: environment });
  return {
    root,
    home,
    work,
    outside,
    environment,
    write,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
