import { expect, test } from "vitest";
import { fixPolicy } from "../../../compiler/analysis/fix.ts";

async function fixed(text: string): Promise<string | null> {
  const { texts } = await fixPolicy([{ file: "policy.gate", text }]);
  return texts.get("policy.gate") ?? null;
}

test.each([
  [
    "a rule that another one takes in",
    "bash:\n  ask *   # all\n  allow ls *\n  allow ls x  # one\r\n  ask rm\n",
    "bash:\n  ask *   # all\n  allow ls *\n  ask rm\n",
  ],
  ["a rule that a later one takes in", "mcp:\n  deny a:b\n  deny a:*\n", "mcp:\n  deny a:*\n"],
  ["one of two rules that say the same", "mcp:\n  deny a\n  deny a\n", "mcp:\n  deny a\n"],
  ["a directive behind a rule", 'bash: ask *   # tollgate: allow-finding shadowed-rule "x"\n', "bash: ask *\n"],
  ["two stars", "path: deny **/*.env\n", "path: deny */*.env\n"],
  ["a group that nobody names", "group a:\n  rm *\n  mv *\nbash: ask *\n", "bash: ask *\n"],
  ["a directive for nothing", '# tollgate: allow-finding shadowed-rule "x"\nbash: ask *', "bash: ask *"],
])("mends %s, and nothing else", async (_, text, expected) => {
  expect(await fixed(text)).toBe(expected);
});

test.each([
  ["a rule that needs a person to decide", "mcp:\n  deny a\n  allow a*\n"],
  ["a rule with another action between", "bash:\n  ask *\n  allow ls *\n  deny ls -x *\n  allow ls y\n"],
  ["a rule that allows a path", "path:\n  allow ~/a*\n  allow ~/ab\n"],
  ["a rule on the line of its surface", "mcp: deny a*\nmcp: deny ab\n"],
  ["a policy with errors", "bash: alow x\npath: deny **\n"],
])("leaves %s", async (_, text) => {
  expect(await fixed(text)).toBeNull();
});
