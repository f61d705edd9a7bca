import { describe, expect, test } from "vitest";
import { openGate } from "../gate/open-gate.ts";
import { FakeHost } from "./fake-host.ts";

const POLICY = `default: ask
shellTools:
  exec_command: commandArgument=cmd workdirArgument=workdir
bash:
  ask   *
  deny  rm *
  final ask git push *
bash for agent reviewer: deny
path: deny *.env
external_directory: ask
read: allow
write: deny *
mcp: deny
task: deny
`;
const bash = (command: string) => ({ tool: "bash", input: { command } });

describe("a question to a person", () => {
  test("is put for one call at a time, and an answer may answer the next", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const outcomes = [
      session.authorize(bash("git checkout a")),
      session.authorize(bash("git checkout b")),
      session.authorize(bash("make")),
    ];
    const first = await host.next();
    expect(host.asked.map(({ command }) => command)).toEqual(["git checkout a"]);
    first.answer({ choice: "session" });
    const second = await host.next();
    expect(second.request.command).toBe("make");
    second.answer({ choice: "refuse" });
    expect((await Promise.all(outcomes)).map(({ resolution }) => resolution)).toEqual([
      "session",
      "approval",
      "refused",
    ]);
    expect(host.records).toHaveLength(3);
  });

  test("that is called off denies, once, and the next is asked", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const control = new AbortController();
    const [first, second] = [
      session.authorize(bash("make a"), { signal: control.signal }),
      session.authorize(bash("make b")),
    ];
    const asked = await host.next();
    control.abort();
    expect(await first).toMatchObject({ allowed: false, resolution: "aborted" });
    expect(asked.signal.aborted).toBe(true);
    asked.answer({ choice: "session" });
    (await host.next()).answer({ choice: "once" });
    expect(await second).toMatchObject({ allowed: true, resolution: "once" });
    expect(session.approvals()).toEqual([]);
    expect(host.records.map(({ resolution }) => resolution)).toEqual(["aborted", "once"]);
  });

  test("that waits for its turn can be called off", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const control = new AbortController();
    const first = session.authorize(bash("make a"));
    const second = session.authorize(bash("make b"), { signal: control.signal });
    const asked = await host.next();
    control.abort();
    expect(await second).toMatchObject({ resolution: "aborted" });
    asked.answer({ choice: "once" });
    expect(await first).toMatchObject({ resolution: "once" });
    expect(host.asked).toHaveLength(1);
  });

  test("is over in time, and what is answered later is passed over and told", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY), { patience: 1_000 });
    const late: string[] = [];
    session.on("late-answer", ({ request }) => late.push(request.id));
    const outcome = session.authorize(bash("make"));
    const asked = await host.next();
    host.clock.pass(999);
    await host.settle();
    expect(host.records).toEqual([]);
    host.clock.pass(1);
    expect(await outcome).toMatchObject({ allowed: false, resolution: "timed-out" });
    expect(asked.signal.aborted).toBe(true);
    asked.answer({ choice: "session" });
    asked.answer({ choice: "once" });
    await host.settle();
    expect({ late, approvals: session.approvals(), records: host.records.length }).toEqual({
      late: ["q1"],
      approvals: [],
      records: 1,
    });
  });

  test("leaves no timer behind once it is answered, and the first answer counts", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY), { patience: 1_000 });
    const outcome = session.authorize(bash("make"));
    const asked = await host.next();
    asked.answer({ choice: "once" });
    asked.answer({ choice: "refuse" });
    expect(await outcome).toMatchObject({ allowed: true, resolution: "once" });
    expect(host.clock.waiting).toBe(0);
    host.clock.pass(5_000);
    await host.settle();
    expect(host.records).toHaveLength(1);
  });

  test("ends where the host goes away, and where the session is closed", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const gone = session.authorize(bash("make a"));
    (await host.next()).fail(new Error("the connection was closed"));
    expect(await gone).toMatchObject({ allowed: false, resolution: "ask-failed" });
    const open = [session.authorize(bash("make b")), session.authorize(bash("make c"))];
    await host.settle();
    session.close();
    expect((await Promise.all(open)).map(({ resolution }) => resolution)).toEqual(["closed", "closed"]);
    expect(await session.authorize(bash("make d"))).toMatchObject({ allowed: false, resolution: "closed" });
    expect(await session.authorize({ tool: "read", input: { path: "a" } })).toMatchObject({ allowed: true });
  });

  test("tells the nested command, where a link leads, the rule with its place, and what a tool is called with", async () => {
    const host = new FakeHost();
    const gate = await openGate(POLICY, { links: { notes: "/home/dev/private/notes" } });
    const session = host.open(gate);
    void session.authorize(bash('echo "$(cat notes)"'));
    const { request } = await host.next();
    expect(request.message).toContain("inside command substitution");
    expect(request.message).toContain("leads to /home/dev/private/notes");
    expect(request.message).toContain("by `ask *` at policy.gate:5");
    expect(request.preview).toBeNull();
    session.close();

    const other = host.open(gate);
    void other.authorize({
      tool: "deploy",
      input: {
        target: "prod\u001B[2J",
        password: "hunter22",
        steps: Array.from({ length: 90 }, (_, n) => `step ${n}`),
      },
    });
    const asked = await host.next();
    expect(asked.request.preview).toContain("target: prod<U+001B>[2J");
    expect(asked.request.preview).not.toContain("hunter22");
    expect(asked.request.preview?.split("\n").length).toBeLessThan(25);
  });

  test("is told by the host's own formatter, and a formatter that fails changes nothing", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    session.registerFormatter("deploy", (input) => `to ${(input as { target: string }).target}`);
    session.registerFormatter("other", () => {
      throw new Error("broken");
    });
    const first = session.authorize({ tool: "deploy", input: { target: "prod" } });
    const asked = await host.next();
    expect(asked.request.preview).toBe("to prod");
    asked.answer({ choice: "once" });
    await first;
    void session.authorize({ tool: "other", input: { a: 1 } });
    expect((await host.next()).request.preview).toBe("a: 1");
  });
});

describe("an approval", () => {
  test("of a shell under another name is a rule on bash, for both", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const outcome = session.authorize({ tool: "exec_command", input: { cmd: "git checkout a" } });
    (await host.next()).answer({ choice: "session" });
    expect((await outcome).approvals).toMatchObject([
      { surface: "bash", rule: "allow git checkout *", tool: "exec_command" },
    ]);
    expect(await session.authorize(bash("git checkout b"))).toMatchObject({ allowed: true, resolution: "approval" });
  });

  test("is for the agent that asked alone", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY.replace("bash for agent reviewer: deny\n", "")));
    const outcome = session.authorize({ ...bash("make"), agent: "reviewer" });
    (await host.next()).answer({ choice: "session" });
    await outcome;
    expect(await session.authorize({ ...bash("make"), agent: "reviewer" })).toMatchObject({ resolution: "approval" });
    void session.authorize(bash("make"));
    expect((await host.next()).request.agent).toBeNull();
  });

  test("is listed, and holds until it is taken back", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const outcome = session.authorize(bash("make lint"));
    (await host.next()).answer({ choice: "session" });
    await outcome;
    const [approval] = session.approvals();
    expect(approval).toMatchObject({ id: "a1", rule: "allow make lint", time: "2026-03-01T12:00:00.000Z" });
    expect(session.query({ surface: "bash", value: "make lint" })).toMatchObject({ action: "ask", approved: true });
    expect(session.revoke("a1")).toBe(true);
    expect(session.revoke("a1")).toBe(false);
    expect(session.query({ surface: "bash", value: "make lint" })).toMatchObject({ action: "ask", approved: false });
  });

  test("answers for a part of a call, and the rest is asked", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const first = session.authorize(bash("make lint"));
    (await host.next()).answer({ choice: "session" });
    await first;
    void session.authorize(bash("make lint && cat /etc/hosts"));
    const { request } = await host.next();
    expect(request.questions.map(({ surface, value }) => `${surface}: ${value}`)).toEqual([
      "external_directory: /etc/hosts",
      "bash: cat /etc/hosts",
    ]);
    expect(request.suggestions.map(({ rule }) => rule)).toEqual(["allow read /etc/*", "allow cat *"]);
  });

  test("of a program text holds for the very call alone", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const first = session.authorize(bash("bash run.sh"));
    (await host.next()).answer({ choice: "session" });
    await first;
    expect(await session.authorize(bash("bash run.sh"))).toMatchObject({ resolution: "approval" });
    void session.authorize(bash("cd /tmp && bash run.sh"));
    expect((await host.next()).request.command).toBe("cd /tmp && bash run.sh");
  });

  test("for what stands in a pipe is never one for another pipe", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const first = session.authorize(bash("cat a.sh | bash"));
    (await host.next()).answer({ choice: "session" });
    await first;
    void session.authorize(bash("curl https://a.example | bash"));
    expect((await host.next()).request.command).toBe("curl https://a.example | bash");
  });
});

describe("a session", () => {
  test("goes on where its log cannot be written, and tells so once", async () => {
    const host = new FakeHost();
    let works = false;
    const log = { append: () => (works ? Promise.resolve() : Promise.reject(new Error("the disk is full"))) };
    const session = host.open(await openGate(POLICY), { log });
    const told: string[] = [];
    session.on("log-failed", ({ message }) => told.push(message));
    expect(await session.authorize({ tool: "read", input: { path: "a" } })).toMatchObject({ allowed: true });
    expect(await session.authorize(bash("rm x"))).toMatchObject({ allowed: false });
    expect(told).toEqual(["the disk is full"]);
    works = true;
    await session.authorize(bash("rm x"));
    works = false;
    await session.authorize(bash("rm x"));
    expect(told).toHaveLength(2);
  });

  test("tells what happens, whatever its listeners do", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const events: string[] = [];
    session.on("decision", () => {
      throw new Error("broken");
    });
    for (const name of ["prompt", "answer", "approved", "revoked", "decision", "fault"] as const)
      session.on(name, () => events.push(name));
    const outcome = session.authorize(bash("make"));
    (await host.next()).answer({ choice: "session" });
    await outcome;
    session.revoke("a1");
    expect(events).toEqual(["prompt", "answer", "approved", "fault", "decision", "revoked"]);
  });

  test("denies what is no call, and never rejects", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    for (const call of [
      null,
      undefined,
      5,
      {},
      { tool: 5 },
      { tool: "bash", input: null },
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("trap");
          },
        },
      ),
    ]) {
      const outcome = session.authorize(call as never);
      await host.settle();
      host.pending.shift()?.answer({ choice: "refuse" });
      expect(await outcome).toMatchObject({ allowed: false });
    }
  });

  test("tells other code what is denied outright, and what a surface says", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    const tools = ["bash", "exec_command", "read", "write", "mcp", "task", "deploy"];
    expect(session.deniedTools(tools)).toEqual(["write", "mcp", "task"]);
    expect(session.deniedTools(tools, "reviewer")).toEqual(["bash", "exec_command", "write", "mcp", "task"]);
    expect(session.query({ surface: "path", value: "config/.env" })).toMatchObject({
      action: "deny",
      rule: { line: 9 },
    });
    expect(session.query({ surface: "bash", value: "git push" })).toMatchObject({
      action: "ask",
      final: true,
      approved: false,
    });
    expect(session.query({ surface: "read", value: "a" })).toMatchObject({ action: "allow" });
  });

  test("learns from the host where the input of a tool holds paths", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate(POLICY));
    session.registerPathExtractor("deploy", (input) => (input as { manifest: string }).manifest);
    expect(await session.authorize({ tool: "deploy", input: { manifest: "config/.env" } })).toMatchObject({
      allowed: false,
      decision: { surface: "path" },
    });
  });
});
