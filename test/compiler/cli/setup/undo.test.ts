/** `init --undo` after what people, other versions and disks do in between. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AGENTS } from "../../../../src/agents/contract.ts";
import { MadeHome, SETTINGS, TABLE } from "./made-home.ts";

let made: MadeHome;

beforeEach(() => {
  made = new MadeHome();
});
afterEach(() => made.remove());

const RECORD = ".config/tollgate/setup.json";
const undo = () => made.tollgate(["init", "--undo", "--yes"]);
const init = (...agents: readonly string[]) => made.tollgate(["init", "--yes", ...agents]);

/** Another Node than before, so that the line of the hook changes. */
async function initWithOtherNode(...agents: readonly string[]): Promise<void> {
  const { execPath } = process;
  const other = join(made.home, "node");
  symlinkSync(execPath, other);
  process.execPath = other;
  try {
    expect(await init(...agents)).toMatchObject({ code: 0, errors: "" });
  } finally {
    process.execPath = execPath;
    rmSync(other);
  }
}

/** Makes a file one that cannot be written, whoever runs this; answers what lets it be written again. */
function block(path: string): () => void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.draft`);
  mkdirSync(draft);
  return () => rmdirSync(draft);
}

const replaceIn = (path: string, from: string, to: string): void => {
  const text = made.read(path);
  expect(text).toContain(from);
  made.put(path, text.replace(from, to));
};

describe("what a person changed", () => {
  test("before a second init that rewrote the line stays, and only the gate goes", async () => {
    made.put(SETTINGS, '{"model":"opus"}');
    await init("claude");
    const line = made.read(SETTINGS);
    replaceIn(SETTINGS, "opus", "sonnet");
    await initWithOtherNode("claude");
    expect(made.read(SETTINGS)).not.toBe(line.replace("opus", "sonnet"));
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(made.read(SETTINGS)).toBe('{"model":"sonnet"}');
    expect(existsSync(join(made.home, ".config/tollgate"))).toBe(false);
  });

  test("before and after several inits stays", async () => {
    const before = '// mine\n{\n  "a": 1, // one\n  "hooks": { "BeforeTool": [ /* none */ ] }\n}\n';
    made.put(".gemini/settings.json", before);
    await init("gemini");
    replaceIn(".gemini/settings.json", "// one", "// two");
    await initWithOtherNode("gemini");
    replaceIn(".gemini/settings.json", "mine", "yours");
    await initWithOtherNode("gemini");
    await init("gemini");
    replaceIn(".gemini/settings.json", "none", "nothing");
    await undo();
    expect(made.read(".gemini/settings.json")).toBe(
      before.replace("one", "two").replace("mine", "yours").replace("none", "nothing"),
    );
  });

  test("in a file that init made stays, and a file in which nothing else is left goes", async () => {
    await init(...AGENTS);
    const gemini = join(made.home, ".gemini/settings.json");
    writeFileSync(gemini, `${readFileSync(gemini, "utf8")}\n`);
    replaceIn(".codex/hooks.json", "{\n", '{\n  "description": "x",\n');
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(existsSync(gemini)).toBe(false);
    expect(JSON.parse(made.read(".codex/hooks.json"))).toEqual({ description: "x" });
  });

  test("is all that there is where a person took the gate out, or emptied the file", async () => {
    made.put(SETTINGS, "{}");
    made.put(".codex/hooks.json", '{"description": "1"}');
    await init("claude", "codex");
    made.put(SETTINGS, "");
    made.put(".codex/hooks.json", '{"description": "2"}');
    const { code, output } = await undo();
    expect(code).toBe(0);
    expect(output).toContain("has nothing of the gate in it");
    expect(made.read(SETTINGS)).toBe("");
    expect(made.read(".codex/hooks.json")).toBe('{"description": "2"}');
  });

  test("at the end of a file on one line does not keep the gate in", async () => {
    const before = '{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[{"type":"command","command":"x"}]}]}}';
    made.put(SETTINGS, before);
    await init("claude");
    made.put(SETTINGS, `${made.read(SETTINGS)}\n`);
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(made.read(SETTINGS)).toBe(`${before}\n`);
  });

  test("while the question stood is not written over", async () => {
    const file = made.put(SETTINGS, "{}");
    const { code, errors } = await made.tollgate(["init", "claude"], () => {
      writeFileSync(file, '{"a": 1}');
      return "y\n";
    });
    expect({ code, errors }).toMatchObject({ code: 3, errors: expect.stringContaining("changed just now") as string });
    expect(made.read(SETTINGS)).toBe('{"a": 1}');
  });
});

describe("a file that cannot be undone", () => {
  test("keeps the gate whole for its agent until it is mended", async () => {
    made.put(SETTINGS, '{"a": 1}');
    made.put(".codex/hooks.json", "{}");
    await init("claude", "codex");
    const policy = made.read(".config/tollgate/policy.gate");
    made.put(SETTINGS, `${made.read(SETTINGS)}}`);
    const first = await undo();
    expect(first.code).toBe(1);
    expect(first.errors).toContain(`\`${join(made.home, SETTINGS)}\` is not JSON`);
    expect(first.errors).toContain("run `tollgate init --undo` again");
    expect(made.read(".codex/hooks.json")).toBe("{}");
    expect(made.read(SETTINGS)).toContain("tollgate-hook");
    expect(made.read(".config/tollgate/policy.gate")).toBe(policy);
    expect(existsSync(join(made.home, TABLE))).toBe(true);

    made.put(SETTINGS, made.read(SETTINGS).replace(/\}$/, "\n"));
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(made.read(SETTINGS)).toBe('{"a": 1}\n');
    expect(existsSync(join(made.home, ".config"))).toBe(false);
    expect((await undo()).output).toContain("nothing to undo");
  });

  test("is one that cannot be written; the others are undone", async () => {
    made.put(SETTINGS, "{}");
    made.put(".gemini/settings.json", "{}");
    const before = made.everything();
    await init("claude", "codex", "gemini");
    const free = block(join(made.home, SETTINGS));
    const { code, errors } = await undo();
    expect({ code, errors }).toMatchObject({ code: 3, errors: expect.stringContaining("cannot be written") as string });
    expect(made.read(".gemini/settings.json")).toBe("{}");
    expect(made.read(SETTINGS)).toContain("tollgate-hook");
    expect(existsSync(join(made.home, TABLE))).toBe(true);
    free();
    expect((await undo()).code).toBe(0);
    expect(made.everything()).toEqual(before);
  });

  test("is one that cannot be read", async () => {
    const file = made.put(SETTINGS, "{}");
    await init("claude");
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    expect(await undo()).toMatchObject({ code: 3, errors: expect.stringContaining("is a directory") as string });
    expect(existsSync(join(made.home, TABLE))).toBe(true);
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    expect((await undo()).code).toBe(0);
    expect(made.read(SETTINGS)).toBe("{}");
  });

  test("is one with bytes that are no text", async () => {
    made.put(SETTINGS, "{}");
    await init("claude");
    const bytes = Buffer.concat([readFileSync(join(made.home, SETTINGS)), Buffer.from([0xff])]);
    made.put(SETTINGS, bytes);
    expect(await undo()).toMatchObject({ code: 1, errors: expect.stringContaining("no UTF-8 text") as string });
    expect(readFileSync(join(made.home, SETTINGS)).equals(bytes)).toBe(true);
  });
});

describe("an init that was done by half", () => {
  test.each([[SETTINGS], [".gemini/settings.json"], [".codex/hooks.json"]])("at %s is undone", async (path) => {
    made.put(SETTINGS, '{"a": 1}');
    made.put(".codex/hooks.json", '{"description": "b"}');
    made.put(".gemini/settings.json", '{"c": 1}');
    const before = made.everything();
    const free = block(join(made.home, path));
    const { code, errors } = await init("claude", "codex", "gemini");
    free();
    expect(code).toBe(3);
    expect(errors).toContain(`\`${join(made.home, path)}\` cannot be written`);
    expect(errors).toContain("`tollgate init --undo` takes back what was done");
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(made.everything()).toEqual(before);
  });

  test("the second time is undone, and so is what the first did", async () => {
    made.put(SETTINGS, '{"a": 1}');
    const before = made.everything();
    await init("claude");
    made.put(".config/tollgate/policy.gate", "bash: deny\n");
    const table = made.read(TABLE);
    const free = block(join(made.home, TABLE));
    expect((await init("claude")).code).toBe(3);
    free();
    expect(made.read(TABLE)).toBe(table);
    await undo();
    expect(existsSync(join(made.home, TABLE))).toBe(false);
    rmSync(join(made.home, ".config"), { recursive: true });
    expect(made.everything()).toEqual(before);
  });
});

describe("a record", () => {
  test.each([["{"], ["[]"], ['{"version": 1, "files": [{"path": 3}]}'], ['{"version":1,"files":[null]}']])(
    "that is damaged (%s) is told of, and without it the gate is taken out as far as it is found",
    async (text) => {
      made.put(SETTINGS, '{"a": 1}');
      await init("claude", "pi");
      made.put(RECORD, text);
      const wired = made.read(SETTINGS);
      const { code, errors } = await undo();
      expect({ code, errors }).toMatchObject({ code: 3, errors: expect.stringContaining("is damaged") as string });
      expect((await init("codex")).code).toBe(3);
      expect(made.read(SETTINGS)).toBe(wired);
      expect(existsSync(join(made.home, ".codex"))).toBe(false);

      rmSync(join(made.home, RECORD));
      expect((await undo()).output).toContain("which is not on record");
      expect(JSON.parse(made.read(SETTINGS))).toEqual({ a: 1, hooks: { PreToolUse: [] } });
      expect(existsSync(join(made.home, ".pi/agent/extensions/tollgate.js"))).toBe(false);
    },
  );

  test("of a file that had the gate in it from elsewhere does not put that back", async () => {
    made.put(SETTINGS, '{"a": 1}');
    await init("claude");
    rmSync(join(made.home, RECORD));
    await initWithOtherNode("claude");
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(JSON.parse(made.read(SETTINGS))).toEqual({ a: 1, hooks: { PreToolUse: [] } });
  });
});

describe("in the place of a file,", () => {
  test("a folder is refused", async () => {
    mkdirSync(join(made.home, SETTINGS), { recursive: true });
    const before = made.everything();
    for (const command of [["init", "--yes"], ["doctor"]]) {
      const { code, errors } = await made.tollgate([...command, "claude"]);
      expect({ code, errors }).toMatchObject({ code: 3, errors: expect.stringContaining("is a directory") as string });
    }
    expect(made.everything()).toEqual(before);
  });

  test("a pipe is refused, and not waited for", async () => {
    for (const path of [SETTINGS, ".pi/agent/agents/a.md"]) {
      mkdirSync(join(made.home, dirname(path)), { recursive: true });
      execFileSync("mkfifo", [join(made.home, path)]);
      const agent = path === SETTINGS ? "claude" : "pi";
      expect((await made.tollgate(["init", "--yes", agent])).code).toBe(3);
      expect(existsSync(join(made.home, ".config"))).toBe(false);
      rmSync(join(made.home, path));
    }
  });

  test("a link to nothing is refused, and stays", async () => {
    const file = join(made.home, SETTINGS);
    mkdirSync(dirname(file));
    symlinkSync("../dotfiles/claude.json", file);
    const { code, errors } = await init("claude");
    expect({ code, errors }).toMatchObject({ code: 3, errors: expect.stringContaining("it is a link") as string });
    expect(readlinkSync(file)).toBe("../dotfiles/claude.json");
    rmSync(file);
    symlinkSync("settings.json", file);
    expect((await init("claude")).errors).toContain("its links lead in a circle");
  });

  test("a link that was made since keeps what it leads to, without the gate", async () => {
    await init("claude");
    const file = join(made.home, SETTINGS);
    const real = made.put("dotfiles/claude.json", readFileSync(file));
    rmSync(file);
    symlinkSync(real, file);
    expect(await undo()).toMatchObject({ code: 0, errors: "" });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toBe("{}\n");
  });
});

test("of two members of a name the last is added to, once", async () => {
  const before = '{"hooks": {"PreToolUse": []}, "hooks": {"Stop": []}}';
  made.put(SETTINGS, before);
  await init("claude");
  const after = made.read(SETTINGS);
  expect(JSON.parse(after)).toMatchObject({ hooks: { PreToolUse: [{ matcher: "*" }], Stop: [] } });
  expect((await init("claude")).output).toContain("nothing to change");
  made.put(SETTINGS, `${after}\n`);
  await undo();
  expect(made.read(SETTINGS)).toBe(`${before}\n`);
});

test("a file that is nested without end is refused", async () => {
  made.put(SETTINGS, `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect(await init("claude")).toMatchObject({ code: 1, errors: expect.stringContaining("nested") as string });
});
