/** docs/testing.md: what it shows is what happens. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { mutantsOf } from "../../../compiler/testing/mutants.ts";
import { runCommandLine } from "../cli/fake-world.ts";
import { readProject, root } from "../../project.ts";
import { own, tested } from "./tested.ts";

const page = readProject("docs/testing.md");

/** The first block of a language. */
function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1] ?? "";
}

test("the policy holds what it expects", async () => {
  const [line = "", ...shown] = block("text").split("\n");
  const args = line.replace("$ tollgate ", "").split(" ");
  expect((await runCommandLine(args, { files: { "policy.gate": block("gate") } })).output).toBe(shown.join("\n"));
});

test("the table of changes names the mutants that there are", async () => {
  const { policy } = await tested("bash:\n  deny git push * with -f\n  allow ls\n");
  const told = [...mutantsOf(policy, own)].filter(({ place }) => place.text.startsWith("deny"));
  const patterns = told.flatMap(({ change }) => /^matches `(.*)`$/.exec(change)?.[1] ?? []);
  expect(patterns).toEqual(["git *", "* push *", "git * *"]);
  for (const pattern of patterns) expect(page).toContain(`\`deny ${pattern} with -f\``);
  expect([...new Set(told.map(({ kind }) => kind))].toSorted()).toEqual(["drop", "generalise", "loosen", "reorder"]);
});

test("the program runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-testing-"));
  try {
    writeFileSync(join(folder, "policy.gate"), `${block("gate")}  allow bash: make\n`);
    const face = JSON.stringify(pathToFileURL(join(root, "compiler/index.ts")).href);
    writeFileSync(join(folder, "run.mts"), block("ts").replace('"tollgate/compiler"', face));
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const run = () =>
      execFileSync(process.execPath, ["--import", tsx, "run.mts"], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    expect(run).toThrow(expect.objectContaining({ status: 1, stdout: "line 12: action\n" }) as Error);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
