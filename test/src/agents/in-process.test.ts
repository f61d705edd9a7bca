/** The plugin and the extension, with what loads them played by the test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilePolicy, serializeTable } from "../../../compiler/index.ts";
import { openCodePlugin } from "../../../src/agents/opencode.ts";
import type { PiApi, PiContext } from "../../../src/agents/pi/api.ts";
import { piExtension } from "../../../src/agents/pi.ts";

const POLICY = `default: ask
bash:
  ask
  allow {ls,git} *
  deny git push * with --force because "use --force-with-lease"
path: deny *.env because "that is a secret"
read: allow
write: deny because "read only"
mcp:
  allow github:*
  deny github:delete_repo because "never"
`;

/** Agents of Pi, as the compiler reads them. */
const AGENT_FILES = {
  "release.md": '---\npermission:\n  bash: { "npm publish": allow, "git push *": allow }\n---\n',
  "reviewer.md": "---\npermission:\n  bash: deny\n---\n",
};

let folder: string;
let table: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-agents-"));
  table = join(folder, "table.json");
  const agents = Object.entries(AGENT_FILES).map(([file, text]) => ({ file, text }));
  const { data } = compilePolicy([{ file: "p.gate", text: POLICY }, ...agents]);
  if (data === null) throw new Error("the policy has errors");
  writeFileSync(table, serializeTable(data));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the plugin for OpenCode", () => {
  /** What a call throws, or null where it goes ahead. */
  async function call(tool: unknown, args: unknown, options = { table }, config?: unknown): Promise<string | null> {
    const hooks = await openCodePlugin(options, { directory: folder });
    if (config !== undefined) await hooks.config(config);
    try {
      await hooks["tool.execute.before"]({ tool }, { args });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : "something else";
    }
  }

  test.each([
    ["bash", { command: "git status" }],
    ["bash", { command: "ls", workdir: "." }],
    ["read", { filePath: "a.txt" }],
  ])("lets an allowed call of %s go ahead: %j", async (tool, args) => {
    expect(await call(tool, args)).toBeNull();
  });

  test.each([
    ["bash", { command: "git push --force" }, "use --force-with-lease"],
    ["bash", { command: "npm run build" }, "npm run build"],
    ["bash", { command: "cat .env", workdir: "/tmp" }, "that is a secret"],
    ["bash", { command: 7 }, "command"],
    ["bash", {}, "command"],
    ["read", { filePath: ".env" }, "that is a secret"],
    ["read", {}, "path"],
    ["write", { filePath: "x", content: "" }, "read only"],
    ["apply_patch", { patchText: "*** Begin Patch\n*** Add File: x\n*** End Patch" }, "read only"],
    ["nosuch", {}, "nosuch"],
    ["", {}, "no tool"],
    [undefined, {}, "no tool"],
  ])("throws for a call of %s that is not: %j", async (tool, args, reason) => {
    expect(await call(tool, args)).toMatch(/^tollgate: /);
    expect(await call(tool, args)).toContain(reason);
  });

  test("knows the servers from the configuration", async () => {
    const config = { mcp: { github: {} } };
    expect(await call("github_list", {}, { table }, config)).toBeNull();
    expect(await call("github_delete_repo", {}, { table }, config)).toContain("never");
    expect(await call("git_hub_list", {}, { table }, config)).toContain("git_hub_list");
  });

  test("asks about every server that it may be where it does not know them", async () => {
    expect(await call("github_list", {})).toBeNull();
    expect(await call("github_list_all", {})).toContain("tollgate");
  });

  test.each([["missing.json"], ["."]])("denies everything where its table is %s", async (name) => {
    expect(await call("bash", { command: "ls" }, { table: join(folder, name) })).toContain("cannot start");
  });

  test("denies everything where it is not told the directory", async () => {
    const hooks = await openCodePlugin({ table }, {});
    await expect(hooks["tool.execute.before"]({ tool: "bash" }, { args: { command: "ls" } })).rejects.toThrow(
      "directory",
    );
  });

  test("writes down what it decides", async () => {
    const log = join(folder, "opencode.jsonl");
    await call("bash", { command: "git push --force" }, { table, log } as { table: string });
    expect(readFileSync(log, "utf8")).toContain("git push --force");
  });

  test("decides as ever where its log cannot be written", async () => {
    const options = { table, log: join(table, "below-a-file.jsonl") } as { table: string };
    expect(await call("bash", { command: "git status" }, options)).toBeNull();
    expect(await call("bash", { command: "git push --force" }, options)).toContain("use --force-with-lease");
  });
});

describe("the extension for Pi", () => {
  type Handler = (event: unknown, ctx: PiContext) => Promise<unknown>;

  /** Loads it, with a person who gives these answers. */
  function load(
    answers: readonly (string | undefined)[] = [],
    options: { table: string } = { table },
    about: Pick<PiContext, "sessionManager" | "getSystemPrompt"> = {},
  ) {
    const handlers = new Map<string, Handler>();
    const shown: string[][] = [];
    const asked: string[] = [];
    const left = [...answers];
    const api = {
      on: (event: string, handler: Handler) => void handlers.set(event, handler),
      getActiveTools: () => ["bash", "read", "write", "codemode"],
      setActiveTools: (tools: string[]) => void shown.push(tools),
    };
    piExtension(options, api as unknown as PiApi);
    const ctx = (hasUI: boolean): PiContext => ({
      ...about,
      cwd: folder,
      hasUI,
      signal: undefined,
      ui: {
        select: async (title) => {
          asked.push(title);
          return left.shift();
        },
        input: async () => left.shift(),
      },
    });
    const call = async (toolName: unknown, input: unknown, hasUI = answers.length > 0) =>
      (await handlers.get("tool_call")?.({ toolName, input }, ctx(hasUI))) as
        | { block: true; reason: string }
        | undefined;
    const send = async (event: string, payload: object) => await handlers.get(event)?.(payload, ctx(false));
    return { call, send, asked, shown };
  }

  test("lets allowed calls go ahead and blocks denied ones", async () => {
    const { call } = load();
    expect(await call("bash", { command: "git status" })).toBeUndefined();
    expect(await call("read", { path: "@a.txt" })).toBeUndefined();
    expect(await call("bash", { command: "git push --force" })).toMatchObject({ block: true });
    expect((await call("read", { path: "@.env" }))?.reason).toContain("that is a secret");
    expect((await call("mcp__github__delete_repo", {}))?.reason).toContain("never");
    expect(await call(7, {})).toMatchObject({ block: true });
  });

  test("blocks what has to be asked where nobody is there", async () => {
    const { call, asked } = load();
    expect((await call("bash", { command: "npm run build" }))?.reason).toMatch(/^tollgate: /);
    expect(asked).toEqual([]);
  });

  test("asks a person, and again for another call", async () => {
    const { call, asked } = load(["Allow once", "Allow once", "Refuse", undefined]);
    const touch = { command: "npm run build" };
    expect(await call("bash", touch)).toBeUndefined();
    expect(await call("bash", touch)).toBeUndefined();
    expect(await call("bash", touch)).toMatchObject({ block: true });
    expect(await call("bash", touch)).toMatchObject({ block: true });
    expect(asked).toHaveLength(4);
    expect(asked[0]).toContain("npm run build");
  });

  test("keeps what is approved for the session, and never lifts a denial with it", async () => {
    const { call, asked } = load(["Allow for the session"]);
    expect(await call("bash", { command: "npm run build" })).toBeUndefined();
    expect(await call("bash", { command: "npm run build" })).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect((await call("bash", { command: "npm run build; cat .env" }))?.reason).toContain("that is a secret");
  });

  test("tells the model why a person refused", async () => {
    const { call } = load(["Refuse, with a reason", "not on a Friday"]);
    expect((await call("bash", { command: "npm run build" }))?.reason).toContain("not on a Friday");
  });

  test("stops what a person types only where the policy denies it", async () => {
    const { send } = load();
    expect(await send("user_bash", { command: "npm run build", cwd: folder })).toBeUndefined();
    expect(await send("user_bash", { command: "cat .env", cwd: folder })).toMatchObject({
      result: { exitCode: 1, output: expect.stringContaining("that is a secret") as string },
    });
  });

  test("hides tools that are denied outright", async () => {
    const { send, shown } = load();
    await send("session_start", {});
    expect(shown).toEqual([["bash", "read", "codemode"]]);
  });

  describe("as an agent", () => {
    const entry = (name: unknown) => ({ type: "custom", customType: "active_agent", data: { name } });
    const session = (...entries: readonly unknown[]) => ({ sessionManager: { getEntries: () => entries } });
    const prompt = (text: string) => ({ getSystemPrompt: () => text });
    const tag = (name: string) => `You help.\n<active_agent name="${name}"/>\n`;
    const publish = { command: "npm publish" };
    const status = { command: "git status" };

    test.each<[string, Pick<PiContext, "sessionManager" | "getSystemPrompt">, boolean, boolean]>([
      ["none", {}, true, false],
      ["one of the session", session(entry("release")), true, true],
      ["one of the session that denies", session(entry("reviewer")), false, false],
      [
        "the last one of the session",
        session(entry("release"), { type: "message" }, entry(" reviewer ")),
        false,
        false,
      ],
      ["one that has ended", session(entry("reviewer"), entry(null)), true, false],
      ["one without a proper name", session(entry(7), null, "x"), true, false],
      ["one of the prompt, which cannot loosen", prompt(tag("release")), true, false],
      ["one of the prompt, which tightens", prompt(tag("reviewer")), false, false],
      ["several of the prompt", prompt(tag("release") + tag("reviewer")), false, false],
      ["one of the session and another of the prompt", { ...session(entry("release")), ...prompt("") }, true, true],
      ["one that nobody knows", session(entry("x")), true, false],
    ])("decides for %s", async (_, about, lets, publishes) => {
      const { call } = load([], { table }, about);
      expect((await call("bash", status)) === undefined).toBe(lets);
      expect((await call("bash", publish)) === undefined).toBe(publishes);
    });

    test("asks a person once where the same rule asks for the agent and without it", async () => {
      const { call, asked } = load(["Allow once"], { table }, prompt(tag("nobody")));
      expect(await call("bash", { command: "npm run build" })).toBeUndefined();
      expect(asked).toHaveLength(1);
    });

    test("hides tools that are denied for it", async () => {
      const { send, shown } = load([], { table }, prompt(tag("reviewer")));
      await send("session_start", {});
      expect(shown).toEqual([["read", "codemode"]]);
    });

    test("denies where it cannot be told which one it is", async () => {
      const broken = () => {
        throw new Error("no session");
      };
      const names = Array.from({ length: 10 }, (_, index) => tag(`a${index}`)).join("");
      for (const about of [{ sessionManager: { getEntries: broken } }, { getSystemPrompt: broken }, prompt(names)]) {
        const { call } = load([], { table }, about);
        expect((await call("bash", status))?.reason).toMatch(/^tollgate: denied, since it cannot be told/);
      }
    });
  });

  test("denies everything where its table cannot be read", async () => {
    const { call, send } = load([], { table: join(folder, "missing.json") });
    expect((await call("bash", { command: "ls" }))?.reason).toContain("cannot start");
    expect(await send("user_bash", { command: "ls", cwd: folder })).toMatchObject({ result: { exitCode: 1 } });
  });
});
