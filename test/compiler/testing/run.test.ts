import { describe, expect, test } from "vitest";
import { testPolicy, compilePolicy } from "../../../compiler/index.ts";
import { deciderMessage, failureMessage } from "../../../compiler/testing/cases.ts";
import { tested } from "./tested.ts";

const rules = `shellTools:
  exec: commandArgument=cmd workdirArgument=dir
bash:
  ask
  allow {cat,cd,ls} *
  deny  rm   *          because "use trash"
bash for agent bot: deny
path: deny *.env
external_directory: allow ~/notes/
mcp: allow github:get_*
skill: allow pdf
task: deny
`;

/** Why the expectations of a test fail, by their inputs. */
async function failures(...expectations: string[]): Promise<(string | null)[]> {
  const { outcomes } = await tested(`${rules}test "a":\n${expectations.join("\n")}\n`);
  return outcomes.map(({ failure }) => (failure === null ? null : failureMessage(failure)));
}

describe("an expectation", () => {
  test("holds where the gate gives its answer", async () => {
    expect(
      await failures(
        "allow bash: ls",
        "ask bash: make",
        "deny bash: rm -rf x",
        "deny read: config/.env",
        "ask read: README.md",
        "allow mcp: github:get_issue",
        "allow skill: pdf",
        "deny task: {}",
        "deny task:",
        'deny exec: {"cmd": "cat .env", "dir": "/srv/app"}',
        "deny exec: rm x",
        "allow bash: cat ~/notes/a",
      ),
    ).toEqual(Array.from({ length: 12 }, () => null));
  });

  test("fails with what was expected and what came", async () => {
    expect(await failures("allow bash: rm x", "deny bash: ls")).toEqual([
      "expected allow, got deny",
      "expected deny, got allow",
    ]);
  });

  test("fails where its text is no input of its tool", async () => {
    expect(await failures("deny task: words")).toEqual([
      'the input of `task` has to be a JSON object, like `{"path": "…"}`',
    ]);
  });

  test("between fences is a command, whatever it starts with", async () => {
    expect(await failures("deny bash: ```", "{ rm x; }", "```", "deny exec: ```", "ls", "rm x", "```")).toEqual([
      null,
      null,
    ]);
  });

  test("is made in the directory and as the agent of its test", async () => {
    const { outcomes } = await tested(
      `${rules}test "a" in "/home/user/notes":\n  allow bash: cat ../notes/a\n  ask bash: cat ../b\ntest "b" as agent bot:\n  deny bash: ls\n`,
    );
    expect(outcomes.map(({ failure }) => failure)).toEqual([null, null, null]);
  });
});

describe("`by`", () => {
  test("holds for the rule that decides, however both are spaced and whatever its reason", async () => {
    expect(await failures("deny bash: rm x", "by deny rm *", "deny bash: rm x", "  by bash :  deny   rm  *")).toEqual([
      null,
      null,
    ]);
  });

  test("fails for another rule, and for the same on another surface", async () => {
    expect(await failures("deny bash: rm x", "by deny rm x", "deny bash: rm x", "by path: deny rm *")).toEqual([
      "expected that `deny rm x` decides",
      "expected that `deny rm *` of `path` decides",
    ]);
  });

  test("default holds where no rule decides", async () => {
    expect(await failures("ask read: README.md", "by default", "deny task: {}", "by default")).toEqual([
      null,
      "expected that no rule decides",
    ]);
  });

  test("names a rule on a group by its group", async () => {
    const { outcomes } = await tested(
      'group g:\n  rm *\nbash: deny @g\ntest "a":\n  deny bash: rm x\n    by deny @g\n',
    );
    expect(outcomes.map(({ failure }) => failure)).toEqual([null]);
  });
});

test("a failure tells what decided, and where it stands", async () => {
  const { outcomes } = await tested(`${rules}test "a":\n  allow bash: rm x\n  allow read: x\n  allow bash: sudo ls\n`);
  expect(outcomes.map(({ failure }) => failure && deciderMessage(failure))).toEqual([
    "`deny rm *` of `bash` at a.gate:6:3 decided",
    "no rule of `read` matches, and the default is `ask`",
    expect.stringContaining("ask"),
  ]);
});

describe("testPolicy", () => {
  test("tells whether all of a policy's tests hold", async () => {
    const policy = (expected: string) =>
      compilePolicy([{ file: "a", text: `bash: deny\ntest "a":\n  ${expected} bash: ls\n` }]);
    expect(await testPolicy(policy("deny"))).toMatchObject({ holds: true, outcomes: [{ failure: null }] });
    expect(await testPolicy(policy("allow"))).toMatchObject({
      holds: false,
      outcomes: [{ failure: { kind: "action" } }],
    });
    expect(await testPolicy(compilePolicy([{ file: "a", text: "x" }]))).toEqual({ holds: false, outcomes: [] });
  });
});
