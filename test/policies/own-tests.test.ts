/** The policies that ship with the project: nothing is wrong with them, and what they expect is what happens. */
import { describe, expect, test } from "vitest";
import { compilePolicy } from "../../compiler/index.ts";
import type { FileSystem } from "../../src/path/file-system.ts";
import { classifyToolKind, createGate } from "../../src/index.ts";
import type { PolicyTest, ResolvedPolicy } from "../../compiler/rule.ts";
import { listFiles, readProject } from "../project.ts";

/** A disk with nothing on it. */
const emptyDisk: FileSystem = {
  realpath: (path) => {
    if (path === "/") return path;
    throw Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" });
  },
  readdir: (path) => {
    throw Object.assign(new Error(`no such folder: ${path}`), { code: "ENOENT" });
  },
};

type Expectation = PolicyTest["expectations"][number];

/** The input of a call, from what an expectation says after the colon. */
function inputOf({ tool, rest, fenced }: Expectation, { shellTools }: ResolvedPolicy): unknown {
  if (rest.startsWith("{") && !fenced) return JSON.parse(rest) as unknown;
  const shell = shellTools[tool];
  if (shell !== undefined) return { [shell.commandArgument]: rest };
  const kind = classifyToolKind(tool);
  if (kind === "bash") return { command: rest };
  return kind === "path" && rest !== "" ? { path: rest } : {};
}

describe.each(listFiles(["policies"]))("%s", (file) => {
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  const { table, policy, diagnostics } = compilePolicy([{ file, text: readProject(file) }], {
    readInclude: (from, name) => {
      const included = folder(from) + name.replace(/^\.\//, "");
      return { file: included, text: readProject(included) };
    },
  });

  test("has nothing wrong with it", () => {
    expect(diagnostics).toEqual([]);
  });

  test("has tests", () => {
    expect(policy?.tests.flatMap(({ expectations }) => expectations).length).toBeGreaterThan(4);
  });

  for (const { name, directory, agent, expectations } of policy?.tests ?? []) {
    test.each(expectations)(`${name}: $action $tool: $rest`, async (expectation) => {
      if (table === null || policy === null) throw new Error("the policy has errors");
      const cwd = directory ?? "/srv/app";
      const gate = await createGate({ table, cwd, home: "/home/dev", platform: "linux", fileSystem: emptyDisk });
      const input = inputOf(expectation, policy);
      const decision = gate.decide({ tool: expectation.tool, input, ...(agent === null ? {} : { agent }) });
      expect(decision).toMatchObject({ action: expectation.action });
    });
  }
});
