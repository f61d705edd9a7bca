/** What `doctor` says of homes in which something is amiss, and of those in which nothing is. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AGENTS, type AgentName } from "../../../../src/agents/contract.ts";
import { CAPABILITIES } from "../../../../src/agents/capabilities.ts";
import { type MadeHome, POLICY, SETTINGS, TABLE, withMadeHome } from "./made-home.ts";

let made: MadeHome;

withMadeHome((one) => (made = one));

const at = (path: string) => join(made.home, path);
const init = async (...args: readonly string[]) => {
  expect(await made.tollgate(["init", "--yes", ...args])).toMatchObject({ code: 0, errors: "" });
};
const doctor = async (...args: readonly string[]) => await made.tollgate(["doctor", "--brief", ...args]);
/** What stands behind the agent's name, and the lines below it, of the first agent. */
const verdict = (output: string) => /^[^:\n]+: (.*)\n/.exec(output)?.[1];

describe("the verdict on an agent", () => {
  test("is that it asks, where all is in place", async () => {
    await init("claude");
    const { code, output } = await doctor("claude");
    expect({ code, verdict: verdict(output) }).toEqual({ code: 0, verdict: "asks the gate" });
    expect(output).toContain(`+ told to ask in ${at(SETTINGS)}`);
    expect(output).toContain("+ a write of the gate's own table is denied by the command that it runs");
    expect(output).toContain("? a setting of another type than it has to be makes Claude Code drop its file");
  });

  test("is that it asks as far as can be told, where something could not be looked at", async () => {
    await init("codex");
    const { code, output } = await doctor("codex");
    expect({ code, verdict: verdict(output) }).toEqual({ code: 0, verdict: "asks the gate, as far as can be told" });
  });

  test("is that it does not ask, where nothing tells it to; and no word of a policy that nobody made yet", async () => {
    const { code, output } = await doctor("claude");
    expect({ code, verdict: verdict(output) }).toEqual({ code: 1, verdict: "does not ask the gate" });
    expect(output).toContain(`! ${at(SETTINGS)} does not tell it to ask; run \`tollgate init claude\``);
    expect(output).not.toContain("policy.gate");
  });

  test("is the same after an undo as before", async () => {
    made.put(SETTINGS, "{}");
    const before = await doctor("claude");
    await init("claude");
    await made.tollgate(["init", "--undo", "--yes"]);
    expect(await doctor("claude")).toEqual(before);
  });

  test("is that it is not in order, where it asks but not as it has to", async () => {
    await init("claude");
    made.put(POLICY, "bash: deny\n");
    const { code, output } = await doctor("claude");
    expect({ code, verdict: verdict(output) }).toEqual({ code: 1, verdict: "not in order" });
  });
});

describe("without names,", () => {
  test("it looks at the agents that are here, and lists the others", async () => {
    made.put(".gemini/settings.json", "{}");
    const { output } = await doctor();
    expect(output).toMatch(/^Gemini CLI: /);
    expect(output).toContain(`not found here: ${AGENTS.filter((agent) => agent !== "gemini").join(", ")}\n`);
  });

  test("it asks for one where none is here, as `init` does", async () => {
    for (const command of ["doctor", "init"]) {
      const { code, errors } = await made.tollgate([command]);
      expect({ code, errors }).toEqual({
        code: 2,
        errors: `error: no agent is found here\nhelp: name the one that you mean: ${AGENTS.join(", ")}\n`,
      });
    }
  });
});

test("a name that no agent has is sent to the page of the command that was called", async () => {
  for (const command of ["doctor", "init"]) {
    expect((await made.tollgate([command, "zzzzzz"])).errors).toContain(`\`tollgate help ${command}\``);
    expect((await made.tollgate([command, "cluade"])).errors).toContain("did you mean `claude`?");
  }
});

test("unless it has to be brief, it says what each agent lets a gate do", async () => {
  const { output } = await made.tollgate(["doctor", "claude"]);
  const { failure, unseen, switchedOff } = CAPABILITIES.claude;
  expect(output).toContain(`    gate fails:      ${failure}\n`);
  expect(output).toContain(`    never seen:      ${unseen}\n`);
  expect(output).toContain(`    switched off by: ${switchedOff}\n`);
  expect((await doctor("claude")).output).not.toContain("gate fails:");
});

const TRIED = CAPABILITIES.claude.tried ?? "";

test.each<[agent: AgentName, script: string | null, says: string]>([
  ["claude", `echo '${TRIED} (Claude Code)'`, `+ version ${TRIED}, which is the one that was tried`],
  ["claude", "echo 99.0.1", `? version 99.0.1; its ways are known from ${TRIED}`],
  ["claude", "echo soon", `claude does not tell its version; its ways are known from ${TRIED}`],
  ["claude", "exit 1", "claude does not tell its version"],
  ["claude", null, `? its program is not on the PATH; its ways are known from ${TRIED}`],
  ["cursor", null, "? its program is not on the PATH; its ways are known from its documentation alone"],
])("of %s, whose program runs `%s`, it says: %s", async (agent, script, says) => {
  if (script !== null) made.program(agent, script);
  expect((await doctor(agent)).output).toContain(says);
});

/** What was done to a home in which all was in place, and what is said of it. */
const AMISS: readonly (readonly [what: string, agent: AgentName, spoil: () => void, says: readonly string[]])[] = [
  [
    "a policy that is gone",
    "claude",
    () => rmSync(at(POLICY)),
    ["policy.gate is not there; run `tollgate init claude`"],
  ],
  [
    "a table that is gone",
    "claude",
    () => rmSync(at(TABLE)),
    ["table.json is not there; run `tollgate init claude`", "! it denies every call (exit code 2): tollgate: "],
  ],
  [
    "a policy that was changed",
    "claude",
    () => made.put(POLICY, "include preset:self-protection\n"),
    ["table.json is not what POLICY says by now; run `tollgate init claude`"],
  ],
  [
    "a policy with an error",
    "claude",
    () => made.put(POLICY, "bash: ask\nbash: dney\n"),
    [
      "policy.gate` line 2: `dney` is no action, so it cannot be compiled; `tollgate check POLICY` shows all of it; until that is mended, what was compiled before holds",
    ],
  ],
  [
    "a policy that is no text",
    "claude",
    () => made.put(POLICY, new Uint8Array([0xe9])),
    ["policy.gate` is no UTF-8 text; until that is mended, what was compiled before holds"],
  ],
  [
    "a policy with an error, and no table",
    "claude",
    () => {
      made.put(POLICY, "bash: dney\n");
      rmSync(at(TABLE));
    },
    ["`tollgate check POLICY` shows all of it\n"],
  ],
  [
    "a table that is damaged",
    "pi",
    () => made.put(TABLE, "{"),
    ["table.json is not what POLICY says by now", "! it denies every call: "],
  ],
  [
    "a table that is damaged",
    "opencode",
    () => made.put(TABLE, "{"),
    ["table.json is not what POLICY says by now", "! it denies every call: "],
  ],
  [
    "a module that cannot be loaded",
    "pi",
    () => made.put(".pi/agent/extensions/tollgate.js", "piExtension(\n"),
    ["tollgate.js cannot be loaded: SyntaxError: "],
  ],
  [
    "a module that goes away",
    "pi",
    () => made.put(".pi/agent/extensions/tollgate.js", "process.exit(); // piExtension\n"),
    ["tollgate.js cannot be loaded: it ends Node without a word"],
  ],
  [
    "settings that were cut short",
    "claude",
    () => made.put(SETTINGS, made.read(SETTINGS).slice(0, -9)),
    [`settings.json line 14: something that is no JSON, for which Claude Code drops the whole file`],
  ],
  [
    "an agent of Pi that is no text",
    "pi",
    () => made.put(".pi/agent/agents/a.md", new Uint8Array([0xe9])),
    ["is no UTF-8 text, so nobody can tell what that agent may do"],
  ],
  [
    "a command line with a character that no command line has",
    "claude",
    () => made.put(SETTINGS, made.read(SETTINGS).replace("--log", "\\u0000 --log")),
    ["! it cannot be tried: "],
  ],
  [
    "a command line by hand that fails otherwise than by a denial",
    "claude",
    () =>
      made.put(
        SETTINGS,
        JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "tollgate-hook claude" }] }] } }),
      ),
    ["! it fails (exit code 127), and most agents go on with the call then: "],
  ],
  [
    "a command line by hand that is killed",
    "claude",
    () => {
      made.program("tollgate-hook", "kill -KILL $$");
      const command = "exec tollgate-hook claude";
      made.put(SETTINGS, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } }));
    },
    ["! it fails (ended by SIGKILL), and most agents go on with the call then: "],
  ],
];

test.each(AMISS)("of %s, %s: it says what is wrong", async (_, agent, spoil, says) => {
  await init(agent);
  spoil();
  const { code, output, errors } = await doctor(agent);
  if (errors === "") {
    expect(code).toBe(1);
    expect(output).not.toContain("asks the gate\n");
  } else expect(code).toBe(3);
  for (const sentence of says) expect(output + errors).toContain(sentence.replaceAll("POLICY", at(POLICY)));
});

test.each<[AgentName, string, string]>([
  ["claude", SETTINGS, "for which Claude Code drops the whole file"],
  ["codex", ".codex/hooks.json", "for which Codex CLI drops the whole file"],
  ["copilot", ".copilot/hooks/tollgate.json", "for which Copilot CLI drops the whole file"],
  ["cursor", ".cursor/hooks.json", "which Cursor may not read"],
  ["gemini", ".gemini/settings.json", "with which Gemini CLI does not start"],
])("of %s with a comma too many in %s, it says what the agent makes of that", async (agent, path, says) => {
  await init(agent);
  made.put(path, made.read(path).replace(/\}\s*$/, ",}"));
  const { code, output } = await doctor(agent);
  expect(code).toBe(1);
  expect(output).toContain(`: a comma behind the last one, ${says}\n`);
});

describe("a policy that leaves the gate's own table to the agent", () => {
  test.each(AGENTS.map((agent) => [agent] as const))("is told of, by a call of %s that was tried", async (agent) => {
    made.put(POLICY, "default: allow\n");
    await init(agent);
    const { code, output } = await doctor(agent);
    expect(code).toBe(1);
    expect(output).toContain("! it does not deny a write of the gate's own table");
  });
});

/** Settings that make an agent pass over the gate, and what is said of them. */
test.each<[AgentName, string, string, string]>([
  [
    "claude",
    "work/project/.claude/settings.json",
    '{"disableAllHooks": true}',
    "`disableAllHooks` in FILE switches its hooks off",
  ],
  ["claude", "work/project/.claude/settings.json", "{ x", "FILE is not JSON, so its hooks are not read"],
  ["claude", "work/project/.claude/settings.json", "[]", "FILE is not a JSON object, so its hooks are not read"],
  [
    "claude",
    "work/project/.claude/settings.json",
    `{"a": ${"[".repeat(100_000)}`,
    "FILE is nested too deeply, so its hooks are not read",
  ],
  [
    "codex",
    ".codex/config.toml",
    "[features]\nhooks = false\n",
    "`features.hooks = false` in FILE switches its hooks off",
  ],
  ["codex", ".codex/config.toml", "x = 1\n[features\n", "FILE line 2 is no TOML, so Codex reads none of its hooks"],
])("of %s with %s: %j, it says that the gate is passed over", async (agent, path, text, says) => {
  await init(agent);
  const file = made.put(path, text);
  const { code, output } = await doctor(agent);
  expect(code).toBe(1);
  expect(output).toContain(`! ${says.replace("FILE", file)}`);
});

describe("of Codex, which has to trust the hook,", () => {
  const answer = (message: object) => `cat <<'END'\n${JSON.stringify(message)}\nEND\ncat > /dev/null`;
  test.each([
    ["says nothing", "exit 0", "it gave no answer"],
    ["refuses", answer({ id: 1, error: { code: -1 } }), '{"code":-1}'],
    ["speaks otherwise", "echo hello", "is not valid JSON"],
    ["knows of no hooks", `${answer({ id: 1 }).split("\ncat >")[0]}\n${answer({ id: 2, result: 3 })}`, null],
  ])("it tells where that %s", async (_, script, why) => {
    await init("codex");
    made.program("codex", script);
    const { code, output } = await doctor("codex");
    if (why === null) {
      expect(code).toBe(1);
      expect(output).toContain("! Codex does not list the hook");
      return;
    }
    expect(code).toBe(0);
    expect(output).toContain("? whether Codex trusts the hook was not checked: ");
    expect(output).toContain(why);
    expect(output).toContain("(start `codex` and say `/hooks`) is passed over without a word");
  });
});

test.each<[AgentName]>([["claude"], ["pi"]])(
  "of %s in a directory that is gone, it says that nothing runs",
  async (agent) => {
    await init(agent);
    const { code, output } = await made.tollgate(["doctor", "--brief", agent], "", { cwd: at("gone") });
    expect(code).toBe(1);
    expect(output).toContain("! it does not run: ");
  },
);

test("for a project it names the project's files, and the command that is for projects", async () => {
  const project = async () => (await doctor("--project", "claude")).output;
  const file = join(made.project, ".claude/settings.json");
  expect(await project()).toContain(`${file} does not tell it to ask; run \`tollgate init --project claude\``);
  await init("--project", "claude");
  expect(verdict(await project())).toBe("asks the gate");
  const policy = join(made.project, ".tollgate/policy.gate");
  rmSync(policy);
  expect(await project()).toContain(`! ${policy} is not there; run \`tollgate init --project claude\``);
});

test("of a project's agents of Pi it names those that the project's table lacks", async () => {
  made.put("work/project/.pi/agents/mine.md", "---\npermission:\n  write: deny\n---\n");
  await init("--project", "pi");
  const file = made.put("work/project/.pi/agents/mine.md", "---\npermission:\n  write: ask\n---\n");
  const { code, output } = await doctor("--project", "pi");
  expect(code).toBe(1);
  expect(output).toContain(
    `! ${file} has permissions that are not in the table as they stand there; run \`tollgate init --project pi\``,
  );
});
