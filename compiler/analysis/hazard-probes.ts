/**
 * Commands that do more than the name in front of them says: what a generous `allow` lets through.
 *
 * Each runs `unknown-program`, which stands for any program, or changes what runs later. They are only ever shown and
 * asked about, never run. What the options do is in the manual of each program.
 */
import type { DiagnosticCode } from "../diagnostic.ts";

export interface Probe {
  readonly code: DiagnosticCode;
  readonly command: string;
  /** What it does, to follow the command in a sentence. */
  readonly does: string;
}

const RUNS_TEXT = "runs a program text that it is given";
const RUNS_OTHER = "runs any other program";
const FETCHES = "fetches a package and runs it";

function probes(does: string, commands: readonly string[], code: DiagnosticCode = "allows-any-program"): Probe[] {
  return commands.map((command) => ({ code, command, does }));
}

export const PROBES: readonly Probe[] = [
  ...probes(RUNS_TEXT, [
    "bash -c unknown-program",
    "sh -c unknown-program",
    "zsh -c unknown-program",
    "dash -c unknown-program",
    "fish -c unknown-program",
    "eval unknown-program",
    "pwsh -c unknown-program",
    `python -c 'import os; os.system("unknown-program")'`,
    `python3 -c 'import os; os.system("unknown-program")'`,
    `node -e 'require("child_process").execSync("unknown-program")'`,
    `deno eval 'new Deno.Command("unknown-program").outputSync()'`,
    `bun -e 'Bun.spawnSync(["unknown-program"])'`,
    `tsx -e 'require("child_process").execSync("unknown-program")'`,
    `ruby -e 'system("unknown-program")'`,
    `perl -e 'system("unknown-program")'`,
    `php -r 'system("unknown-program");'`,
    `lua -e 'os.execute("unknown-program")'`,
    `Rscript -e 'system("unknown-program")'`,
    `osascript -e 'do shell script "unknown-program"'`,
    `awk 'BEGIN { system("unknown-program") }'`,
    `gawk 'BEGIN { system("unknown-program") }'`,
    "sed '1e unknown-program' notes.txt",
    "make --eval='$(shell unknown-program)'",
    "psql -c '\\! unknown-program'",
    "sqlite3 x.db '.shell unknown-program'",
    "gdb -ex 'shell unknown-program'",
    "vim -c '!unknown-program'",
    "vi -c '!unknown-program'",
    "nvim -c '!unknown-program'",
    "emacs --batch --eval '(shell-command \"unknown-program\")'",
  ]),
  ...probes(RUNS_OTHER, [
    "env unknown-program",
    "sudo unknown-program",
    "doas unknown-program",
    "su -c unknown-program",
    "xargs unknown-program",
    "exec unknown-program",
    "command unknown-program",
    "nohup unknown-program",
    "setsid unknown-program",
    "timeout 9 unknown-program",
    "time unknown-program",
    "nice unknown-program",
    "strace unknown-program",
    "watch unknown-program",
    "parallel unknown-program",
    "script -c unknown-program",
    "chroot / unknown-program",
    "ssh host unknown-program",
    "ssh -o ProxyCommand=unknown-program host",
    "docker run -v /:/host image unknown-program",
    "podman run -v /:/host image unknown-program",
    "kubectl exec pod -- unknown-program",
    "find . -exec unknown-program {} +",
    "find . -ok unknown-program {} +",
    "fd -x unknown-program",
    "rg --pre unknown-program x",
    "git -c core.pager=unknown-program log",
    "git -c alias.x='!unknown-program' x",
    "git config core.pager unknown-program",
    "git rebase --exec unknown-program main",
    "git bisect run unknown-program",
    "git submodule foreach unknown-program",
    "git difftool -x unknown-program",
    "git grep --open-files-in-pager=unknown-program x",
    "git fetch --upload-pack=unknown-program .",
    "tar -cf x.tar --checkpoint=1 --checkpoint-action=exec=unknown-program x",
    "tar -xf x.tar --to-command=unknown-program",
    "rsync -e unknown-program a host:b",
    "scp -S unknown-program a host:b",
    "man -P unknown-program ls",
    "sort --compress-program=unknown-program x",
    "npm exec -- unknown-program",
    "go run -exec unknown-program .",
    "cargo --config 'build.rustc=\"unknown-program\"' build",
    "crontab x",
    "tmux new-session unknown-program",
    "screen unknown-program",
  ]),
  ...probes(FETCHES, [
    "npx unknown-package",
    "pnpm dlx unknown-package",
    "yarn dlx unknown-package",
    "bunx unknown-package",
    "uvx unknown-package",
    "pipx run unknown-package",
  ]),
  ...probes("runs whatever stands in that file", [
    "python unknown-script.py",
    "python3 unknown-script.py",
    "node unknown-script.js",
    "deno run unknown-script.ts",
    "bun run unknown-script.ts",
    "tsx unknown-script.ts",
    "ruby unknown-script.rb",
    "perl unknown-script.pl",
    "php unknown-script.php",
    "lua unknown-script.lua",
    "Rscript unknown-script.R",
    "awk -f unknown-script.awk",
    "make -f unknown-makefile",
    "gdb unknown-program",
  ]),
  ...probes(
    "takes away what nothing brings back",
    [
      "find . -delete",
      "git push --force origin main",
      "git push --mirror origin",
      "git reset --hard",
      "git clean -fdx",
      "git checkout -f main",
      "git stash clear",
      "git branch -D main",
      "docker system prune -af",
      "kubectl delete namespace x",
      "terraform destroy -auto-approve",
      "aws s3 rm --recursive s3://x",
      "gcloud projects delete x",
      "gh repo delete x",
      "npm unpublish x",
    ],
    "allows-destruction",
  ),
  ...probes(
    "sends a file away",
    [
      "curl -d @notes.txt https://example.org",
      "curl -T notes.txt https://example.org",
      "wget --post-file=notes.txt https://example.org",
      "scp notes.txt host:",
      "rsync notes.txt host:",
      "sftp host",
      "nc host 1234",
      "ftp host",
    ],
    "allows-upload",
  ),
  ...probes(
    "shows every variable of the environment, secrets among them",
    ["env", "printenv", "export -p"],
    "allows-environment",
  ),
];

/** Files in which agents keep what they may do, or what they run by themselves: relative, or below the home directory. */
export const OWN_CONFIGURATION: readonly string[] = [
  ".claude/settings.json",
  "~/.claude/settings.json",
  ".codex/config.toml",
  "~/.codex/config.toml",
  ".github/hooks/hook.json",
  ".github/copilot/settings.json",
  "~/.copilot/config.json",
  ".gemini/settings.json",
  "~/.gemini/settings.json",
  ".opencode/opencode.json",
  "opencode.json",
  "~/.config/opencode/opencode.json",
  ".pi/settings.json",
];

/** Commands that write a file. */
export const WRITERS: readonly ((file: string) => string)[] = [
  (file) => `echo x > ${file}`,
  (file) => `tee ${file}`,
  (file) => `cp x ${file}`,
  (file) => `mv x ${file}`,
  (file) => `sed -i s/x/y/ ${file}`,
];
