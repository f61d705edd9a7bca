import { describe, expect, it } from "vitest";
import { emitTable } from "../../../compiler/emit.ts";
import { loadTable } from "../../../src/table/load.ts";
import { ANY_CHARACTERS, BOUNDARY, HOME, READ, type Value, WRITE } from "../../../src/text.ts";
import { layerOf, policyOf } from "../../oracle/policy-of.ts";

const table = loadTable(
  emitTable(
    policyOf(
      [
        "bash: ask *",
        "bash: allow git *",
        "bash: deny git push * with --force",
        "bash@reviewer: deny",
        "bash@reviewer: allow git log *",
        "skill@reviewer: allow review",
        "path: ask *",
        "path: deny *.env",
        "path: allow write /tmp/*",
        "path: allow ~/dev/",
        "path: allow /tmp/x/*.md",
      ],
      layerOf(["bash: deny curl *", "bash: ask git push *", "path: allow /tmp/*"], { trusted: false }),
    ),
  ),
);

function question(...values: Value[]): { written: Value[]; readings: Value[] } {
  return { written: values, readings: [] };
}

function words(...some: string[]): Value {
  return [some.join(BOUNDARY)];
}

describe("a table", () => {
  it("knows which surfaces have rules", () => {
    expect(table.has("bash", null)).toBe(true);
    expect(table.has("skill", null)).toBe(false);
    expect(table.has("skill", "reviewer")).toBe(true);
    expect(table.has("skill", "stranger")).toBe(false);
    expect(["mcp", "__proto__", "constructor", ""].map((surface) => table.has(surface, null))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("gives an agent its rules after those for all", () => {
    const ask = (agent: string | null, ...some: string[]): string =>
      table.lookup("bash", agent, question(words(...some))).action;
    expect([ask("reviewer", "git", "log"), ask("reviewer", "git", "diff"), ask("reviewer", "curl")]).toEqual([
      "allow",
      "deny",
      "deny",
    ]);
    expect([ask("__proto__", "git", "log"), ask(null, "git", "log"), ask(null, "ls")]).toEqual([
      "allow",
      "allow",
      "ask",
    ]);
  });

  it("answers on a surface without rules by the default", () => {
    expect(table.lookup("skill", "stranger", question(["review"])).action).toBe("ask");
    expect(table.lookup("skill", "reviewer", question(["review"])).action).toBe("allow");
    expect(table.lookup("toString", null, question(["x"]), { unmatched: "deny" })).toEqual({
      action: "deny",
      rule: null,
      matched: false,
      mixed: false,
      final: false,
    });
  });

  it("tells the fixed directories of the rules that allow", () => {
    expect(table.directories("path", null)).toEqual(["/tmp", `${HOME}/dev`, "/tmp/x"]);
    expect(table.directories("bash", null)).toEqual([]);
    expect(table.directories("read", null)).toEqual([]);
  });
});

describe("the paths that a table's rules which ask or deny are bound to", () => {
  const bound = loadTable(
    emitTable(
      policyOf(
        [
          "path: deny ~/.netrc",
          "path: deny /tmp/secret*",
          "path: deny write ~/.ssh/",
          "path: deny *.env",
          "path: ask /data/a",
          "path: ask",
          "path: allow /opt/*",
          "path@reviewer: ask /srv/x",
          "read: deny notes.md",
          "bash: deny cat /etc/passwd",
        ],
        layerOf(["path: deny /var/log/*"], { trusted: false }),
      ),
    ),
  );

  it("are whole patterns, or their directories", () => {
    const all = [`${HOME}/.netrc`, "/tmp", `${HOME}/.ssh`, "/data/a", "/var/log"];
    expect(bound.restrictedPaths("path", null)).toEqual(all);
    expect(bound.restrictedPaths("read", null)).toEqual(["notes.md"]);
  });

  it("are an agent's own too", () => {
    expect(bound.restrictedPaths("path", "reviewer")).toContain("/srv/x");
  });

  it("are none on other surfaces", () => {
    expect(bound.restrictedPaths("bash", null)).toEqual([]);
    expect(bound.restrictedPaths("ls", null)).toEqual([]);
  });
});

describe("the last restrictive rule", () => {
  const restrictive = (...values: Value[]): string | undefined =>
    table.restrictive("path", null, question(...values))?.text;

  it("is the last that asks or denies, whatever allows after it", () => {
    expect(restrictive([`${READ}/tmp/x/.env`])).toBe("deny *.env");
    expect(restrictive([`${WRITE}/tmp/x`])).toBe("ask *");
    expect(table.restrictive("skill", "reviewer", question(["review"]))).toBeNull();
    expect(table.restrictive("mcp", null, question(["x"]))).toBeNull();
  });

  it("is the strictest of all layers", () => {
    expect(table.restrictive("bash", null, question(words("git", "push", "--force")))?.text).toBe(
      "deny git push * with --force",
    );
    expect(table.restrictive("bash", null, question(words("curl", "x")))?.text).toBe("deny curl *");
  });

  it("is rather a specific one where holes leave several", () => {
    expect(restrictive([`${READ}/tmp/`, ANY_CHARACTERS])).toBe("deny *.env");
  });

  it("sees through readings, aliases and case", () => {
    const asked = { written: [["x"]], readings: [[`${READ}a.env`]] };
    expect(table.restrictive("path", null, asked)?.text).toBe("deny *.env");
    const alias = { written: [["x"]], readings: [], aliases: [{ directory: "/tmp", value: [`${READ}a.env`] }] };
    expect(table.restrictive("path", null, alias)?.text).toBe("deny *.env");
    expect(table.restrictive("path", null, question([`${READ}A.ENV`]), { fold: true })?.text).toBe("deny *.env");
    expect(table.restrictive("path", null, question([`${READ}A.ENV`]))?.text).toBe("ask *");
  });
});

describe("the rules that match", () => {
  const matching = (agent: string | null, ...values: Value[]): string[] =>
    table.matching("bash", agent, question(...values)).map((rule) => rule.text);

  it("are told last first, layer by layer", () => {
    expect(matching(null, words("git", "push", "--force"))).toEqual([
      "ask git push *",
      "deny git push * with --force",
      "allow git *",
      "ask *",
    ]);
    expect(matching("reviewer", words("git", "log"))).toEqual(["allow git log *", "deny", "allow git *", "ask *"]);
    expect(table.matching("mcp", null, question(["x"]))).toEqual([]);
  });

  it("are those that may match, with holes", () => {
    expect(matching(null, ["git", BOUNDARY, ANY_CHARACTERS])).toEqual(["ask git push *", "allow git *", "ask *"]);
  });

  it("trust readings only to restrict", () => {
    const asked = { written: [words("ls")], readings: [words("git", "push")] };
    expect(table.matching("bash", null, asked).map((rule) => rule.text)).toEqual(["ask git push *", "ask *"]);
  });

  it("are told once for each place in the policy", () => {
    const group = policyOf(["bash: deny rm *", "bash: deny rm -r *"]);
    const [first, second] = group.layers[0]!.rules;
    const both = {
      ...group,
      layers: [{ ...group.layers[0]!, rules: [first!, { ...second!, source: first!.source }] }],
    };
    const rules = loadTable(emitTable(both)).matching("bash", null, question(words("rm", "-r")));
    expect(rules.map((rule) => rule.index)).toEqual([1]);
  });
});
