/** Forms of one command or of one file, hidden and harmless: what a user's own rule has to reach, and what it must not. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePolicy } from "../../compiler/index.ts";
import { createGate, type Gate } from "../../src/index.ts";
import {
  environment,
  everyday,
  hidden,
  hiddenByEvaluation,
  hiddenByWrapper,
  leadsOutside,
  lookAlike,
  namesEnv,
  namesSecret,
  opensEnv,
  otherNames,
  readsSource,
  runsNothing,
  runsUnseen,
  writesSource,
} from "./forms.ts";

const directory = mkdtempSync(join(tmpdir(), "tollgate-forms-"));
mkdirSync(join(directory, "a"));
mkdirSync(join(directory, "src"));
for (const file of [".env", "a/.env", "list", "src/a.ts", "package.json"]) writeFileSync(join(directory, file), "x\n");
symlinkSync(".env", join(directory, "link"));
symlinkSync("a", join(directory, "dirlink"));
afterAll(() => rmSync(directory, { recursive: true }));

async function gateOf(policy: string): Promise<Gate> {
  const { table, diagnostics } = compilePolicy([{ file: "forms.gate", text: policy }]);
  if (table === null) throw new Error(diagnostics.map((diagnostic) => diagnostic.message).join("; "));
  return createGate({ table, cwd: directory, home: "/home/dev", platform: "linux" });
}

describe("a denied command is denied in every form that bash runs", async () => {
  const gate = await gateOf("default: allow\nbash:\n  allow *\n  deny rm *\n");
  test.each([...hidden, ...hiddenByEvaluation, ...hiddenByWrapper])("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).toBe("deny");
  });
});

describe("a text that only mentions a denied command is allowed", async () => {
  const gate = await gateOf("default: allow\nbash:\n  allow *\n  deny rm *\n  deny git push *\nwrapper: allow *\n");
  test.each(lookAlike)("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).toBe("allow");
  });
});

describe("a denied file is out of reach of every command that opens it", async () => {
  const gate = await gateOf("default: allow\nbash: allow *\npath: deny *.env\nwrapper: allow *\n");
  test.each([...opensEnv, ...namesEnv])("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).not.toBe("allow");
  });
});

describe("an everyday command is not asked about", async () => {
  const policy = "bash: allow *\npath:\n  deny *.env\n  deny ~/.ssh/\nexternal_directory: ask\nwrapper: allow *\n";
  const gate = await gateOf(policy);
  test.each(everyday)("%j", (command) => {
    const { action, reason } = gate.decide({ tool: "bash", input: { command } });
    expect(action, reason ?? "").toBe("allow");
  });
});

describe("a command that is made another one does not stay allowed", async () => {
  const wrappers = "bash sh sudo env command exec export read eval source";
  const allowed = wrappers.split(" ").map((name) => `  allow ${name}\n`);
  const gate = await gateOf(`default: allow\nbash: allow *\npath: allow *\nwrapper:\n${allowed.join("")}`);
  test.each(environment)("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).not.toBe("allow");
  });
});

describe("a directory that must not be written", async () => {
  const policy = "default: allow\nbash: allow *\nwrapper: allow *\npath:\n  allow *\n  deny write src/\n";
  const gate = await gateOf(policy);
  test.each(readsSource)("can be read: %j", (command) => {
    const { action, reason } = gate.decide({ tool: "bash", input: { command } });
    expect(action, reason ?? "").toBe("allow");
  });
  test.each(writesSource)("cannot be written: %j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).toBe("deny");
  });
});

describe("a program that no rule sees is asked about", async () => {
  const gate = await gateOf("default: allow\nbash:\n  allow *\n  deny rm *\n");
  test.each(runsUnseen)("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).not.toBe("allow");
  });
});

describe("a change of directory that may lead outside is not allowed", async () => {
  const gate = await gateOf("default: allow\nbash: allow *\nexternal_directory: deny\nwrapper: allow *\n");
  test.each(leadsOutside)("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).not.toBe("allow");
  });
});

describe("a program that runs nothing else is not asked about", async () => {
  const gate = await gateOf("default: allow\nbash:\n  allow *\n  deny rm *\n");
  test.each(runsNothing)("%j", (command) => {
    const { action, reason } = gate.decide({ tool: "bash", input: { command } });
    expect(action, reason ?? "").toBe("allow");
  });
});

describe("a name that is no file's is allowed", async () => {
  const gate = await gateOf("default: allow\nbash: allow *\npath: deny *secret*\nwrapper: allow *\n");
  test.each(namesSecret)("%j", (command) => {
    const { action, reason } = gate.decide({ tool: "bash", input: { command } });
    expect(action, reason ?? "").toBe("allow");
  });

  test("but not where there is such a file", () => {
    writeFileSync(join(directory, "secret"), "x\n");
    for (const command of [
      "git log secret",
      "npm install ./secret",
      "node -e \"read('secret')\"",
      "docker build secret",
    ])
      expect(gate.decide({ tool: "bash", input: { command } }).action, command).toBe("deny");
    rmSync(join(directory, "secret"));
  });
});

describe("a command by another name, or with its flags elsewhere", async () => {
  const rules = [
    "npm install * with -g|--global",
    "git push * with --force|-f",
    "docker run * with --privileged",
    "docker {rm,rmi} *",
    "{pip install,npm publish,kubectl delete,pnpm add,yarn add} *",
  ];
  const denied = rules.map((rule) => `  deny ${rule}\n`);
  const gate = await gateOf(`default: allow\nbash:\n  allow *\n${denied.join("")}wrapper: allow *\n`);
  test.each(otherNames)("%j", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).toBe("deny");
  });
  test.each(["npm install x", "npm run build -g", "docker run x", "git push"])("%j is another matter", (command) => {
    expect(gate.decide({ tool: "bash", input: { command } }).action).toBe("allow");
  });
});
