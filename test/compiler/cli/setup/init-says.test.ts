/** What `init` tells a person: what is left to do, what it cannot do, and what it leaves. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { wiredCommands } from "../../../../compiler/cli/setup/wiring.ts";
import { AGENTS } from "../../../../src/agents/contract.ts";
import { root } from "../../../project.ts";
import { type MadeHome, POLICY, SETTINGS, TABLE, withMadeHome } from "./made-home.ts";

let made: MadeHome;

withMadeHome((one) => (made = one));

const at = (path: string) => join(made.home, path);
const init = async (...args: readonly string[]) => await made.tollgate(["init", "--yes", ...args]);
const notesOf = (output: string) => output.split("\n").flatMap((line) => /^note: (.*)$/.exec(line)?.[1] ?? []);

const RUNNING = "an agent that is running now may go on without asking until it is started again";

/** A program in the place of Codex that lists the hook, trusted or not. */
function codexThat(trustStatus: string): void {
  const [command] = wiredCommands(made.read(".codex/hooks.json"), "codex");
  const hook = { key: "k", currentHash: "h", enabled: true, command, trustStatus };
  const answers = [
    { id: 1, result: {} },
    { id: 2, result: { data: [{ hooks: [hook] }] } },
  ].map((answer) => JSON.stringify(answer));
  made.program("codex", `cat <<'END'\n${answers.join("\n")}\nEND\ncat > /dev/null`);
}

describe("what is left to a person", () => {
  test("is said where an agent's file changes, of that agent alone", async () => {
    expect(notesOf((await init("codex")).output)).toEqual([
      RUNNING,
      "Codex runs a new hook only once you trust it: start `codex` and say `/hooks`",
    ]);
    codexThat("trusted");
    expect(notesOf((await init("codex", "cursor")).output)).toEqual([
      RUNNING,
      "Cursor is wired by its documentation; this version was not tried with the program itself",
    ]);
    expect(notesOf((await init("codex", "cursor", "claude")).output)).toEqual([RUNNING]);
  });

  test("is said again until it is done: that Codex has to trust the hook", async () => {
    await init("codex", "claude");
    codexThat("untrusted");
    const untrusted = [
      "Codex does not trust the hook (untrusted), and passes over it without a word; start `codex` and say `/hooks`",
    ];
    const again = await init("codex", "claude");
    expect(again.code).toBe(0);
    expect(notesOf(again.output)).toEqual(untrusted);
    expect(again.output).toContain(
      "nothing to change: all is in place for codex, claude; `tollgate doctor` tells whether it works\n",
    );
    // Also where something else changes.
    made.put(POLICY, "include preset:self-protection\n");
    expect(notesOf((await init("codex", "claude")).output)).toEqual(untrusted);
    expect(notesOf((await init("claude")).output)).toEqual([]);
    codexThat("trusted");
    expect((await init("codex", "claude")).output).toBe(
      "nothing to change: all is in place for codex, claude; `tollgate doctor` tells whether it works\n",
    );
  });

  test("is said with its reason where Codex cannot be asked", async () => {
    await init("codex");
    expect(notesOf((await init("codex")).output)).toEqual([
      "whether Codex trusts the hook was not checked: `codex` is not on the PATH; one that you have not trusted (start `codex` and say `/hooks`) is passed over without a word",
    ]);
  });

  test("is said again of a file that the policy leaves to the agent, until it keeps it", async () => {
    made.put(POLICY, "bash: ask\n");
    const open = `${at(SETTINGS)}, which tells Claude Code to ask, is not kept from the agent; add \`path: final deny write `;
    expect(notesOf((await init("claude")).output)).toEqual([expect.stringContaining(open), RUNNING]);
    const [note, ...more] = notesOf((await init("claude")).output);
    expect(more).toEqual([]);
    expect(note).toContain(open);
    made.put(POLICY, `${/`(path: .*)` to /.exec(note ?? "")?.[1]}\n`);
    expect(notesOf((await init("claude")).output)).toEqual([]);
  });

  test("is nothing where nothing was done", async () => {
    const { output } = await made.tollgate(["init", "codex"], "n\n");
    expect(output).toMatch(/make these changes\? \[y\/N\] nothing was changed\n$/);
    expect(notesOf(output)).toEqual([]);
  });

  test("is not to commit what `--project` wrote, which is said when it is written", async () => {
    expect((await init("--project", "claude")).output).toContain("do not commit them");
    expect(notesOf((await init("--project", "claude")).output)).toEqual([]);
  });
});

test("a folder whose name no policy can hold is told of", async () => {
  vi.stubEnv("CLAUDE_CONFIG_DIR", at("x\u202Ey"));
  expect(notesOf((await init("claude")).output)).toContainEqual(
    expect.stringContaining("is not kept from the agent, and no rule can name it"),
  );
});

test.each(["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "PI_CODING_AGENT_DIR", "XDG_CONFIG_HOME"])(
  "a folder that %s does not name whole is refused",
  async (variable) => {
    vi.stubEnv(variable, "./here");
    for (const command of ["init", "doctor"]) {
      expect(await made.tollgate([command, "claude"])).toEqual({
        code: 2,
        output: "",
        errors: `error: \`${variable}\` is \`./here\`, which is no absolute path\nhelp: set it to one, or to nothing\n`,
      });
    }
    vi.stubEnv(variable, "");
    expect((await init("claude")).code).toBe(0);
  },
);

test("the policies of several agents of Pi are counted", async () => {
  for (const name of ["a", "b"]) made.put(`.pi/agent/agents/${name}.md`, "---\npermission:\n  write: deny\n---\n");
  expect((await init("pi")).output).toContain("and the permissions of 2 agents of Pi: ");
});

/** Homes in which `init` can do nothing, and what it says. */
const REFUSED: readonly (readonly [what: string, path: string, text: string | Uint8Array, says: string])[] = [
  ["settings that are no text", SETTINGS, new Uint8Array([0xe9]), "FILE` is no UTF-8 text, so it cannot be added to"],
  ["hooks that are no list", ".gemini/settings.json", '{"hooks": 1}', "FILE` line 1: `hooks` has to be an object"],
  [
    "a policy with an error",
    POLICY,
    "bash: ask\nbash: dney\n",
    "FILE` line 2: `dney` is no action, so it cannot be compiled",
  ],
  [
    "an agent of Pi with an error",
    ".pi/agent/agents/a.md",
    "---\npermission:\n  write: dney\n---\n",
    "FILE` line 3: `dney` is no action, so it cannot be compiled\nhelp: `tollgate check --policy POLICY --policy FILE` shows all of it",
  ],
  [
    "an agent of Pi that is no text",
    ".pi/agent/agents/a.md",
    new Uint8Array([0xe9]),
    "FILE` is no UTF-8 text, so nobody can tell what that agent may do",
  ],
];

test.each(REFUSED)("%s: it says what is wrong, and changes nothing", async (_, path, text, says) => {
  const file = made.put(path, text);
  const before = made.everything();
  const { code, output, errors } = await init("claude", "gemini");
  expect({ code: code === 0, output }).toEqual({ code: false, output: "" });
  expect(errors).toContain(says.replaceAll("FILE", file).replaceAll("POLICY", at(POLICY)));
  expect(made.everything()).toEqual(before);
});

/** The command line in a process of its own, as somebody whom permissions hold: root may do all. */
function asOrdinaryUser(...args: readonly string[]): { code: number | null; output: string; errors: string } {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) for (const path of [made.home, ...readdirSync(made.home, { recursive: true })]) give(String(path));
  const main = join(root, "compiler/cli/main.ts");
  const run = spawnSync(process.execPath, ["--import", import.meta.resolve("tsx"), main, ...args], {
    cwd: made.project,
    env: { PATH: made.path, HOME: made.home },
    encoding: "utf8",
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return { code: run.status, output: run.stdout, errors: run.stderr };
}

const NOBODY = 65_534;

function give(path: string): void {
  chownSync(resolve(made.home, path), NOBODY, NOBODY);
}

describe.runIf(process.platform !== "win32")("what is read-only", () => {
  test.each([
    ["a file", SETTINGS, 0o444],
    ["a folder", dirname(SETTINGS), 0o555],
  ])("is left so, and nothing else is changed: %s", async (_, path, mode) => {
    made.put(SETTINGS, "{}");
    chmodSync(at(path), mode);
    const before = made.everything();
    const { code, output, errors } = asOrdinaryUser("init", "--yes", "claude");
    chmodSync(at(path), 0o755);
    expect({ code, output, errors }).toEqual({
      code: 3,
      output: "",
      errors: `error: \`${at(SETTINGS)}\` cannot be written: it is not permitted\nhelp: nothing was changed\n`,
    });
    expect(made.everything()).toEqual(before);
  });

  test("keeps the gate in it, and the gate whole, until it can be written again", async () => {
    made.put(SETTINGS, "{}");
    await init("claude");
    chmodSync(at(SETTINGS), 0o444);
    const { code, errors } = asOrdinaryUser("init", "--undo", "--yes");
    expect(code).toBe(3);
    expect(errors).toContain(`not all was undone: \`${at(SETTINGS)}\` cannot be written: it is not permitted`);
    expect(existsSync(at(TABLE))).toBe(true);
    chmodSync(at(SETTINGS), 0o644);
    expect((await made.tollgate(["init", "--undo", "--yes"])).code).toBe(0);
    expect(made.read(SETTINGS)).toBe("{}");
  });
});

test("nothing in a line that is shown speaks to the terminal, and nothing is hidden", async () => {
  made.put(".gemini/settings.json", '{\r\n\t// \u001B[2J\u202E\r\n\t"a": 1 // \u001B[8m\r\n}\r\n');
  const { output } = await made.tollgate(["init", "gemini"]);
  expect(output).toContain('"a": 1 // <U+001B>[8m\n');
  for (const hidden of ["\u001B", "\u202E", "\r"]) expect(output).not.toContain(hidden);
});

describe("an undo", () => {
  const undo = async () => (await made.tollgate(["init", "--undo", "--yes"])).output;

  test("is shown first, and is not done unless told to", async () => {
    await init("claude");
    const before = made.everything();
    const { code, output } = await made.tollgate(["init", "--undo"], "no\n");
    expect(code).toBe(0);
    expect(output).toContain(`remove ${at(SETTINGS)}\n`);
    expect(output).toMatch(/do this\? \[y\/N\] nothing was changed\n$/);
    expect(made.everything()).toEqual(before);
  });

  test("names what it does about each file", async () => {
    made.put(SETTINGS, "{}");
    made.put(".gemini/settings.json", "{}");
    made.put(".codex/hooks.json", "{}");
    await init("claude", "gemini", "codex");
    made.put(".gemini/settings.json", `${made.read(".gemini/settings.json")}\n`);
    made.put(".codex/hooks.json", made.read(".codex/hooks.json").slice(0, -1));
    const output = await undo();
    expect(output).toContain(`put ${at(SETTINGS)} back as it was\n`);
    expect(output).toContain(`take the gate out of ${at(".gemini/settings.json")}, which was changed since\n`);
    expect(output).toContain(`cannot take the gate out: \`${at(".codex/hooks.json")}\` is not JSON\n`);
    expect(output).toContain(`remove ${at(TABLE)}\n`);
  });

  test("names what is gone already, and what is as it was", async () => {
    made.put(TABLE, "{}");
    await init("claude");
    made.put(TABLE, "{}");
    rmSync(at(SETTINGS));
    const output = await undo();
    expect(output).toContain(`${at(SETTINGS)} is gone already\n`);
    expect(output).toContain(`${at(TABLE)} is as it was\n`);
    expect(made.read(TABLE)).toBe("{}");
    expect(await undo()).toBe("nothing to undo: no change of `tollgate init` is left here\n");
  });

  test("keeps what was decided, and says so", async () => {
    await init("claude");
    await made.tollgate(["doctor", "claude"]);
    const log = at(".config/tollgate/log.jsonl");
    expect(existsSync(log)).toBe(true);
    expect(await undo()).toContain(`keep ${log}, which holds what was decided\n`);
    expect(existsSync(log)).toBe(true);
    expect(await undo()).toContain("nothing to undo");
  });

  test("passes over files that are not on record and that nobody can read", async () => {
    await init("claude");
    mkdirSync(at(".gemini/settings.json"), { recursive: true });
    made.put(".cursor/hooks.json", '{ "tollgate-hook');
    mkdirSync(at(".codex"));
    symlinkSync("nowhere", at(".codex/hooks.json"));
    const output = await undo();
    expect(output).toContain(`remove ${at(SETTINGS)}\n`);
    expect(output).not.toMatch(/gemini|cursor|codex/);
    expect(output).toMatch(/\ndone\n$/);
  });
});

test("when all is done, it names what tells whether it works", async () => {
  expect((await init(...AGENTS)).output).toMatch(/\ndone; `tollgate doctor` tells whether it works\n$/);
});
