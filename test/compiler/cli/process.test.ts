/** The command line as a process of its own: streams, pipes and files as they really are. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../project.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-"));
  writeFileSync(join(folder, "p.gate"), "default: allow\nbash: deny rm *\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(...args: readonly string[]) {
  const main = join(root, "compiler/cli/main.ts");
  return spawn(process.execPath, ["--import", import.meta.resolve("tsx"), main, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
  });
}

/** Gives a process its input and waits for it. */
async function finish(child: ReturnType<typeof start>, input: string) {
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output, errors };
}

const call = (id: number, command: string) => `${JSON.stringify({ id, tool: "bash", input: { command } })}\n`;

describe("the command line as a process", () => {
  test("answers a stream far larger than any buffer, in order", async () => {
    const count = 20_000;
    const input = Array.from({ length: count }, (_, id) => call(id, id % 2 === 0 ? "ls" : "rm x")).join("");
    const { code, output, errors } = await finish(start("decide", "--policy", "p.gate"), input);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const answers = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; action: string });
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, id) => id));
    expect(answers.every(({ id, action }) => action === (id % 2 === 0 ? "allow" : "deny"))).toBe(true);
  });

  test("answers a line before the next one comes", async () => {
    const child = start("decide", "--policy", "p.gate");
    const answers: string[] = [];
    for (const [id, command] of ["ls", "rm x"].entries()) {
      const answer = new Promise<string>((resolve) =>
        child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString())),
      );
      child.stdin.write(call(id, command));
      answers.push(await answer);
    }
    expect(answers.map((answer) => (JSON.parse(answer) as { action: string }).action)).toEqual(["allow", "deny"]);
    expect(await finish(child, "")).toMatchObject({ code: 0 });
  });

  test("ends quietly where the reader goes away", async () => {
    const child = start("decide", "--policy", "p.gate");
    child.stdout.once("data", () => child.stdout.destroy());
    const input = Array.from({ length: 50_000 }, (_, id) => call(id, "ls")).join("");
    expect(await finish(child, input)).toMatchObject({ code: 0, errors: "" });
  });

  test("replaces a table at once, and leaves nothing else behind", async () => {
    for (let run = 0; run < 2; run++) {
      expect(await finish(start("compile", "p.gate", "-o", "t.json"), "")).toEqual({ code: 0, output: "", errors: "" });
    }
    expect(readdirSync(folder).toSorted()).toEqual(["p.gate", "t.json"]);
    expect(JSON.parse(readFileSync(join(folder, "t.json"), "utf8"))).toHaveProperty("format");
    expect(await finish(start("compile", "p.gate", "-o", "no/t.json"), "")).toMatchObject({ code: 3 });
    expect(await finish(start("compile", "p.gate", "-o", "."), "")).toMatchObject({ code: 3 });
    expect(readdirSync(folder).toSorted()).toEqual(["p.gate", "t.json"]);
  });

  test("takes the home directory and the working directory of the process", async () => {
    writeFileSync(join(folder, "home.gate"), "default: allow\nread: deny ~/secret\n");
    const { output } = await finish(start("explain", "--policy", "home.gate", "read", "secret"), "");
    expect(output).toContain("DENY");
  });
});
