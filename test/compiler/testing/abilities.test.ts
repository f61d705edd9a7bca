import { describe, expect, test } from "vitest";
import { compilePolicy } from "../../../compiler/index.ts";
import { abilitiesOf } from "../../../compiler/testing/abilities.ts";

function abilities(text: string, surface: string, agent: string | null = null) {
  const { data } = compilePolicy([{ file: "a.gate", text }]);
  if (data === null) throw new Error("the policy has errors");
  const [{ rules, otherwise, exact }] = abilitiesOf(data, [surface], agent) as [ReturnType<typeof abilitiesOf>[number]];
  const texts = (list: readonly { readonly text: string }[]) => list.map((rule) => rule.text);
  return { allow: texts(rules.allow), ask: texts(rules.ask), deny: texts(rules.deny), otherwise, exact };
}

describe("what a policy can", () => {
  test("lists rules by the answer that they give", () => {
    expect(abilities("bash:\n  allow git *\n  deny git push *\n  ask make *\n", "bash")).toEqual({
      allow: ["allow git *"],
      ask: ["ask make *"],
      deny: ["deny git push *"],
      otherwise: "ask",
      exact: true,
    });
  });

  test("leaves out a rule that others decide in place of", () => {
    expect(abilities("bash:\n  allow git push\n  deny git *\n  allow ls\n", "bash")).toMatchObject({
      allow: ["allow ls"],
      deny: ["deny git *"],
    });
    expect(abilities("bash:\n  final deny git *\n  allow git push\n", "bash")).toMatchObject({
      allow: [],
      deny: ["final deny git *"],
    });
    expect(abilities("bash:\n  allow a\n  deny\n", "bash")).toMatchObject({
      allow: [],
      deny: ["deny"],
      otherwise: null,
    });
  });

  test("lists a rule on a group once, and with what of it decides", () => {
    expect(abilities("group g:\n  a\n  b\nbash:\n  allow @g\n  deny a\n", "bash")).toMatchObject({
      allow: ["allow @g"],
      deny: ["deny a"],
    });
  });

  test("counts an agent's own rules in", () => {
    const text = "bash: allow ls\nbash for agent bot: deny\n";
    expect(abilities(text, "bash")).toMatchObject({ allow: ["allow ls"], deny: [] });
    expect(abilities(text, "bash", "bot")).toMatchObject({ allow: [], deny: ["deny"] });
  });

  test("takes the stricter answer where a project is not trusted", () => {
    const { data } = compilePolicy([
      { file: "a", text: "bash: allow\n" },
      { file: "b", text: "bash:\n  allow\n  deny rm *\n", scope: "project" },
    ]);
    const [bash] = abilitiesOf(data!, ["bash"], null);
    expect(bash?.rules.deny.map(({ text }) => text)).toEqual(["deny rm *"]);
    expect(bash?.rules.allow.map(({ file }) => file)).toEqual(["a"]);
  });
});
