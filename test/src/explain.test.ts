import { describe, expect, test } from "vitest";
import { compilePolicy } from "../../compiler/index.ts";
import { createGate } from "../../src/index.ts";
import { cases, openCase } from "../corpus/case.ts";
import { openGate } from "./gate/open-gate.ts";

describe("an explanation", () => {
  test("tells the decision that is made, for every case of the corpus", async () => {
    for (const of of cases) {
      const gate = await openCase(of);
      const call = { tool: of.tool, input: of.input };
      const { decision, steps, deciding } = gate.explain(call);
      expect(decision, of.id).toEqual(gate.decide(call));
      const step = steps[deciding ?? -1];
      expect(step, of.id).toMatchObject({
        action: decision.action,
        surface: decision.surface,
        value: decision.value,
        reached: true,
      });
    }
  });

  test("is plain data", async () => {
    const gate = await openGate("bash: ask *\nbash: allow ls *\npath: deny *.env\n");
    const explanation = gate.explain({ tool: "bash", input: { command: 'ls $(cat .env) > "$X"' } });
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  });

  test("tells the commands, where they stand, and what runs them", async () => {
    const { units } = (await openGate("")).explain({ tool: "bash", input: { command: "sudo rm x; echo $(ls)" } });
    expect(units.map(({ text, wrappedBy, origin }) => ({ text, wrappedBy, origin }))).toMatchObject([
      { text: "sudo rm x", wrappedBy: null, origin: [] },
      { text: "rm x", wrappedBy: 0, origin: ["wrapped by sudo"] },
      { text: "echo …", wrappedBy: null, origin: [] },
      { text: "ls", wrappedBy: null, origin: ["inside command substitution"] },
    ]);
    expect(units[0]?.range).toEqual({ start: 0, end: 9 });
    expect(units[0]?.wrapper).toEqual({ name: "sudo", sentinel: "<indirection-bash-wrapper>" });
  });

  test("tells the paths, where they lead and on which side of the fence they lie", async () => {
    const gate = await openGate("default: allow\npath: deny *.env\n", { links: { out: "/etc" } });
    const { paths } = gate.explain({ tool: "bash", input: { command: 'cat out/hosts a > /dev/null < "$X/a"' } });
    expect(paths).toMatchObject([
      { value: "/srv/project/out/hosts", resolved: "/etc/hosts", place: "outside", access: "read", unit: 0 },
      { value: "/srv/project/a", resolved: null, place: "inside", access: "read" },
      { place: "device", access: "write" },
      { place: "unknown", access: "read" },
    ]);
  });

  test("tells the rules that a rule overrode, last first", async () => {
    const gate = await openGate("bash: ask *\nbash: allow git *\nbash: deny git push *\n");
    const { steps } = gate.explain({ tool: "bash", input: { command: "git push" } });
    expect(steps[0]?.rule?.text).toBe("deny git push *");
    expect(steps[0]?.overridden.map(({ text }) => text)).toEqual(["allow git *", "ask *"]);
  });

  test("tells that an ask was lifted, and by which rule", async () => {
    const gate = await openGate("bash: ask *\nbash: allow sudo ls *\n");
    const { steps } = gate.explain({ tool: "bash", input: { command: "sudo ls" } });
    expect(steps.map(({ action, lifted }) => [action, lifted?.text ?? null])).toEqual([
      ["allow", null],
      ["allow", "allow sudo ls *"],
      ["allow", "allow sudo ls *"],
    ]);
  });

  test("tells what stands after a denial, and that it was not reached", async () => {
    const gate = await openGate("bash: allow *\npath: deny *.env\n");
    const { steps, deciding } = gate.explain({ tool: "bash", input: { command: "cat .env" } });
    expect(steps.map(({ surface, reached }) => [surface, reached])).toEqual([
      ["path", true],
      ["bash", false],
    ]);
    expect(deciding).toBe(0);
  });

  test("of a call that cannot be read has no steps", async () => {
    const explanation = (await openGate("default: allow\n")).explain({ tool: "read", input: { path: 5 } });
    expect(explanation).toMatchObject({
      kind: "path",
      steps: [],
      deciding: null,
      decision: { sentinel: "<gate-error>" },
    });
  });
});

describe("a rule of a project that is not trusted", () => {
  const sources = (user: string, project: string) =>
    [
      { file: "user.gate", text: user },
      { file: "project.gate", text: project, scope: "project" },
    ] as const;

  async function decide(user: string, project: string, command: string) {
    const { table } = compilePolicy(sources(user, project));
    const gate = await createGate({ table: table!, cwd: "/srv/project", home: "/home/dev", platform: "linux" });
    return gate.decide({ tool: "bash", input: { command } });
  }

  test("lifts no floor, though it names the wrapper and what it wraps", async () => {
    expect((await decide("bash: allow *\n", "bash: allow sudo rm *\n", "sudo rm x")).action).toBe("ask");
    expect((await decide("bash: allow sudo rm *\n", "", "sudo rm x")).action).toBe("allow");
  });

  test("opens no wrapper", async () => {
    expect((await decide("bash: allow *\nwrapper: ask *\n", "wrapper: allow sudo\n", "sudo ls")).action).toBe("ask");
    expect((await decide("bash: allow *\n", "wrapper: allow sudo\n", "sudo ls")).action).toBe("ask");
  });

  test("tightens", async () => {
    expect(await decide("bash: allow *\n", "bash: deny rm *\n", "rm x")).toMatchObject({
      action: "deny",
      rule: { file: "project.gate" },
    });
  });
});
