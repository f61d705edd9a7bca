import { describe, expect, it } from "vitest";
import { emitTable } from "../../../compiler/emit.ts";
import type { PolicyLayer } from "../../../compiler/rule.ts";
import { loadTable } from "../../../src/table/load.ts";
import type { Question } from "../../../src/table/question.ts";
import type { LookupOptions, Table } from "../../../src/table/table.ts";
import {
  ANY_CHARACTERS,
  ANY_TEXT,
  BOUNDARY,
  HOME,
  MORE_WORDS,
  type Piece,
  READ,
  VALUE_BOUNDARY,
  type Value,
  WRITE,
} from "../../../src/text.ts";
import { layerOf, policyOf } from "../../oracle/policy-of.ts";

function tableOf(lines: readonly string[], ...others: PolicyLayer[]): Table {
  return loadTable(emitTable(policyOf(lines, ...others)));
}

/** The value of a command's words; a word is a text, or pieces. */
function command(...words: (string | readonly Piece[])[]): Value {
  return words.flatMap((word, index) => [
    ...(index === 0 ? [] : [BOUNDARY]),
    ...(typeof word === "string" ? [word] : word),
  ]);
}

function ask(table: Table, value: Value, options: LookupOptions = {}, surface = "bash"): string {
  const { action, mixed, rule } = table.lookup(surface, null, { written: [value], readings: [] }, options);
  return `${action}${mixed ? " mixed" : ""}: ${rule?.text ?? "no rule"}`;
}

function askQuestion(table: Table, question: Partial<Question>, options: LookupOptions = {}, surface = "bash"): string {
  const { action, rule } = table.lookup(surface, null, { written: [], readings: [], ...question }, options);
  return `${action}: ${rule?.text ?? "no rule"}`;
}

describe("a text without holes", () => {
  const table = tableOf([
    "bash: ask *",
    "bash: allow git *",
    "bash: deny git push *",
    "bash: allow git push --dry-run *",
  ]);

  it("gets the last rule that matches", () => {
    expect(ask(table, command("ls", "-l"))).toBe("ask: ask *");
    expect(ask(table, command("git"))).toBe("allow: allow git *");
    expect(ask(table, command("gitk"))).toBe("ask: ask *");
    expect(ask(table, command("git", "push", "x"))).toBe("deny: deny git push *");
    expect(ask(table, command("git", "push", "--dry-run", "x"))).toBe("allow: allow git push --dry-run *");
    expect(ask(table, command("git push", "x"))).toBe("ask: ask *");
    expect(ask(table, ["git", BOUNDARY, "pu", "sh"])).toBe("deny: deny git push *");
  });

  it("gets the default where none matches", () => {
    const without = tableOf(["bash: allow git *"]);
    const withDefault = loadTable(
      emitTable({ ...policyOf([]), layers: [layerOf(["bash: allow git *"], { default: "deny" })] }),
    );
    const verdict = without.lookup("bash", null, { written: [command("rm")], readings: [] });
    expect(verdict).toEqual({ action: "ask", rule: null, matched: false, mixed: false, final: false });
    expect(ask(withDefault, command("rm"))).toBe("deny: no rule");
    expect(ask(withDefault, command("rm"), { unmatched: "allow" })).toBe("allow: no rule");
    expect(ask(withDefault, command("rm"), {}, "skill")).toBe("deny: no rule");
    expect(ask(withDefault, command("git"), { unmatched: "deny" })).toBe("allow: allow git *");
  });

  it("may be anything", () => {
    for (const text of [
      "",
      "\0",
      "\uD800",
      "\uDC00\uD800",
      "🙂",
      "\uFDEF",
      "x".repeat(100_000),
      BOUNDARY.repeat(1_000),
    ]) {
      expect(ask(table, [text])).toBe("ask: ask *");
    }
  });
});

describe("a `final` rule", () => {
  const table = tableOf([
    "bash: final deny rm * with -r|-R|--recursive with -f|--force",
    "bash: final ask git push *",
    "bash: final allow ls *",
    "bash: allow *",
    "bash: deny git push --force *",
  ]);

  it("holds against every later rule", () => {
    expect(ask(table, command("rm", "-rf", "x"))).toBe("deny: final deny rm * with -r|-R|--recursive with -f|--force");
    expect(ask(table, command("git", "push"))).toBe("ask: final ask git push *");
    expect(ask(table, command("rm", "-r", "x"))).toBe("allow: allow *");
  });

  it("gives way to what is stricter", () => {
    expect(ask(table, command("git", "push", "--force"))).toBe("deny: deny git push --force *");
  });

  it("is told to have decided where it holds the answer up", () => {
    const final = (...words: string[]): boolean =>
      table.lookup("bash", null, { written: [command(...words)], readings: [] }).final;
    expect([final("rm", "-rf"), final("git", "push"), final("git", "push", "--force"), final("ls")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("is the strictest of several, whatever their order", () => {
    const two = tableOf(["bash: final deny rm *", "bash: final ask *", "bash: allow *"]);
    expect(ask(two, command("rm"))).toBe("deny: final deny rm *");
  });
});

describe("flags", () => {
  const table = tableOf([
    "bash: allow git *",
    "bash: deny git push * with --force|-f",
    "bash: allow find * without -exec|-delete",
    "bash: ask find . -name x -delete",
  ]);

  it("are seen by a rule that restricts on any reading", () => {
    expect(ask(table, command("git", "push", "-o", "-f"))).toBe("deny: deny git push * with --force|-f");
    expect(ask(table, ["git", BOUNDARY, "push", BOUNDARY, "-o", VALUE_BOUNDARY, "-f"])).toBe("allow: allow git *");
    expect(ask(table, command("git", "push", "--", "-f"))).toBe("allow: allow git *");
    expect(ask(table, command("git", "push", "--forc"))).toBe("deny: deny git push * with --force|-f");
  });

  it("bar a rule that allows on any reading", () => {
    expect(ask(table, command("find", ".", "-name", "x"))).toBe("allow: allow find * without -exec|-delete");
    expect(ask(table, command("find", ".", "-name", "-delete"))).toBe("ask: no rule");
    expect(ask(table, command("find", ".", "-name", "x", "-delete"))).toBe("ask: ask find . -name x -delete");
  });
});

describe("a value with holes", () => {
  const rules = ["bash: allow *", "bash: deny rm *"];

  it("is asked about where its texts get different answers", () => {
    expect(ask(tableOf(rules), [ANY_CHARACTERS, BOUNDARY, "-rf"])).toBe("ask mixed: deny rm *");
    expect(ask(tableOf(rules.slice(0, 1)), [ANY_CHARACTERS, BOUNDARY, "-rf"])).toBe("allow: allow *");
  });

  it("is answered where no text makes a difference", () => {
    const table = tableOf(["bash: allow git commit *", "bash: deny git push *", "bash: deny * --force x *"]);
    expect(ask(table, command("git", "commit", "-m", [ANY_CHARACTERS]))).toBe("allow: allow git commit *");
    expect(ask(table, ["git", BOUNDARY, "commit", BOUNDARY, ANY_TEXT])).toBe("ask mixed: deny * --force x *");
    expect(ask(table, command("git", ["pu", ANY_CHARACTERS]))).toBe("ask mixed: deny git push *");
    expect(ask(table, ["git", BOUNDARY, "push", MORE_WORDS])).toBe("deny: deny * --force x *");
  });

  it("holds a flag where a hole may be one", () => {
    const table = tableOf(["bash: allow rm *", "bash: deny rm * with -r"]);
    expect(ask(table, command("rm", ["-", ANY_CHARACTERS]))).toBe("ask mixed: deny rm * with -r");
    expect(ask(table, command("rm", ["./", ANY_CHARACTERS]))).toBe("allow: allow rm *");
    expect(ask(table, ["rm", MORE_WORDS])).toBe("ask mixed: deny rm * with -r");
    expect(ask(table, ["rm", BOUNDARY, "--", MORE_WORDS])).toBe("allow: allow rm *");
    expect(ask(table, ["rm", BOUNDARY, "-r", MORE_WORDS])).toBe("deny: deny rm * with -r");
  });

  it.each([
    ["no dot first", [{ kind: "characters", min: 1, max: null, notFirst: "." }, "env"], "allow: allow *"],
    ["a dot first", [ANY_CHARACTERS, "env"], "ask mixed: deny .env"],
    ["no slash", ["etc", { kind: "characters", min: 0, max: null, except: "/" }, "passwd"], "allow: allow *"],
    ["a slash", ["etc", ANY_CHARACTERS, "passwd"], "ask mixed: deny etc/passwd"],
    ["one of a few", [".", { kind: "characters", min: 1, max: 1, among: "ef" }, "nv"], "ask mixed: deny .env"],
    ["none of a few", [".", { kind: "characters", min: 1, max: 1, among: "fg" }, "nv"], "allow: allow *"],
    ["one character or none", ["etc/passw", { kind: "characters", min: 0, max: 1 }], "ask mixed: deny etc/passwd"],
    ["one character", ["etc/pass", { kind: "characters", min: 1, max: 1 }], "allow: allow *"],
    ["a choice", [{ kind: "choice", options: [["a"], [".env"]] }], "ask mixed: deny .env"],
    ["a choice of what is alike", [{ kind: "choice", options: [["a"], ["b"]] }], "allow: allow *"],
    ["a repetition", ["etc", { kind: "repeat", value: ["/", "passwd"] }], "ask mixed: deny etc/passwd"],
    ["nothing at all", [{ kind: "choice", options: [] }], "ask mixed: no rule"],
  ] as const)("holds what a hole can be: %s", (_, value, expected) => {
    expect(ask(tableOf(["bash: allow *", "bash: deny .env", "bash: deny etc/passwd"]), value as Value)).toBe(expected);
  });

  it("may be a path below home where nothing is known of its front", () => {
    const table = tableOf(["path: allow *", "path: deny ~/.ssh/"]);
    expect(ask(table, [READ, ANY_CHARACTERS], {}, "path")).toBe("ask mixed: deny ~/.ssh/");
    expect(ask(table, [READ, HOME, "/", ANY_CHARACTERS], {}, "path")).toBe("ask mixed: deny ~/.ssh/");
    expect(ask(table, [READ, "/etc/", ANY_CHARACTERS], {}, "path")).toBe("allow: allow *");
  });

  it("is asked about where it would take too long to tell", () => {
    const budget = { left: 10 };
    expect(ask(tableOf(rules), [ANY_CHARACTERS, BOUNDARY, "-rf"], { budget })).toBe("ask mixed: no rule");
    expect(budget.left).toBeLessThan(0);
    // The next lookup finds the budget used up; one without holes does not need it.
    expect(ask(tableOf(rules), command("rm", [ANY_CHARACTERS]), { budget })).toBe("ask mixed: no rule");
    expect(ask(tableOf(rules), command("rm"), { budget })).toBe("deny: deny rm *");
  });

  it("is told apart long before all is looked at that it could be", () => {
    const names = ["env", "pem", "key", "aws", "ssh", "npmrc", "netrc", "kube", "gnupg", "docker", "pgpass", "azure"];
    const table = tableOf(["path: allow *", ...names.map((name) => `path: deny *.${name}.*`)]);
    for (const rest of ["/package.json", ".txt", ""]) {
      const budget = { left: 2000 };
      expect(ask(table, [READ, ANY_CHARACTERS, rest], { budget }, "path")).toMatch(/^ask mixed: deny/);
      expect(budget.left).toBeGreaterThan(0);
    }
  });

  it("may be nested without end", () => {
    let value: Value = ["x"];
    for (let depth = 0; depth < 50_000; depth++) {
      value = [depth % 2 === 0 ? { kind: "repeat", value } : { kind: "choice", options: [value] }];
    }
    expect(ask(tableOf(rules), value)).toBe("ask mixed: no rule");
    expect(ask(tableOf(["path: allow *"]), [READ, ...value], { fold: true }, "path")).toBe("ask mixed: no rule");
  });
});

describe("several spellings", () => {
  const table = tableOf(["bash: ask *", "bash: deny rm *", "bash: allow ./rm *"]);

  it("are one question: the last rule that matches any of them wins", () => {
    expect(askQuestion(table, { written: [command("rm"), command("./rm")] })).toBe("allow: allow ./rm *");
    expect(askQuestion(table, { written: [command("ls"), command("rm")] })).toBe("deny: deny rm *");
  });

  it("that are readings count only for rules that restrict", () => {
    expect(askQuestion(table, { written: [command("/x/rm")], readings: [command("rm")] })).toBe("deny: deny rm *");
    expect(askQuestion(table, { written: [command("ls")], readings: [command("./rm")] })).toBe("ask: ask *");
    expect(askQuestion(table, { written: [command("./rm")], readings: [command("rm")] })).toBe("allow: allow ./rm *");
  });

  it("that are readings count for a `final`", () => {
    const final = tableOf(["bash: final deny rm *", "bash: allow *"]);
    expect(askQuestion(final, { written: [command("/x/rm")], readings: [command("rm")] })).toBe(
      "deny: final deny rm *",
    );
  });

  it("may have holes", () => {
    expect(
      askQuestion(table, {
        written: [command("/x/rm", [ANY_CHARACTERS])],
        readings: [command("rm", [ANY_CHARACTERS])],
      }),
    ).toBe("deny: deny rm *");
    expect(askQuestion(table, { written: [[ANY_CHARACTERS]], readings: [command("rm")] })).toBe("ask: deny rm *");
  });

  it("that are aliases are allowed only by the directory that they stand for", () => {
    const paths = tableOf(["path: deny *", "path: allow /tmp/*", "path: allow *.md", "path: deny /tmp/secret"]);
    const alias = (name: string, directory: string) =>
      askQuestion(
        paths,
        { written: [[`${READ}/private/tmp/${name}`]], aliases: [{ directory, value: [`${READ}/tmp/${name}`] }] },
        {},
        "path",
      );
    expect(alias("x", "/tmp")).toBe("allow: allow /tmp/*");
    expect(alias("x", "/var")).toBe("deny: deny *");
    expect(alias("secret", "/tmp")).toBe("deny: deny /tmp/secret");
    const hole = { directory: "/tmp", value: [`${READ}/tmp/sec`, ANY_CHARACTERS] };
    expect(askQuestion(paths, { written: [[`${READ}/private/x`]], aliases: [hole] }, {}, "path")).toMatch(
      /^ask: deny /u,
    );
  });
});

describe("layers", () => {
  const trusted = ["bash: ask *", "bash: allow git *"];
  const project = (lines: string[], answer: "allow" | "ask" | "deny" | null = null) =>
    layerOf(lines, { trusted: false, default: answer });

  it("that are not trusted can only tighten", () => {
    const table = tableOf(trusted, project(["bash: allow *", "bash: deny git push *"]));
    expect(ask(table, command("rm"))).toBe("ask: ask *");
    expect(ask(table, command("git", "log"))).toBe("allow: allow git *");
    expect(ask(table, command("git", "push"))).toBe("deny: deny git push *");
  });

  it("say nothing where they have neither rule nor default", () => {
    expect(ask(tableOf(trusted, project(["bash: deny x"])), command("git"))).toBe("allow: allow git *");
    expect(ask(tableOf(trusted, project(["bash: deny x"], "deny")), command("git"))).toBe("deny: no rule");
    expect(ask(tableOf(trusted, project(["bash: deny x"], "deny")), command("git"), { unmatched: "allow" })).toBe(
      "allow: allow git *",
    );
    expect(ask(tableOf(trusted, project([], "deny")), ["x"], {}, "skill")).toBe("deny: no rule");
  });

  it("are followed together through a value with holes", () => {
    const table = tableOf(["bash: allow *", "bash: deny a *"], project(["bash: deny b *", "bash: ask c *"]));
    expect(ask(table, [{ kind: "choice", options: [["a"], ["b"]] }])).toBe("deny: deny b *");
    expect(ask(table, [{ kind: "choice", options: [["a"], ["c"]] }])).toBe("ask mixed: deny a *");
  });

  it("have floors of their own", () => {
    const table = tableOf(trusted, project(["bash: final deny git push *", "bash: allow *"]));
    expect(ask(table, command("git", "push"))).toBe("deny: final deny git push *");
  });
});

describe("folded case", () => {
  const table = tableOf([
    "path: allow *",
    "path: final deny ~/.SSH/",
    "path: deny read */Straße",
    "path: ask *.ENV",
    "bash: deny RM *",
  ]);
  const at = (path: string, fold: boolean) => ask(table, [READ + path], { fold }, "path");

  it("lets a rule that restricts match names in any case", () => {
    expect(at(`${HOME}/.ssh/id`, true)).toBe("deny: final deny ~/.SSH/");
    expect(at(`${HOME}/.ssh/id`, false)).toBe("allow: allow *");
    expect(at("x/.env", true)).toBe("ask: ask *.ENV");
    expect(at("x/STRASSE", true)).toBe("deny: deny read */Straße");
    expect(at("x/strasse", true)).toBe("deny: deny read */Straße");
    expect(ask(table, [`${WRITE}x/STRASSE`], { fold: true }, "path")).toBe("allow: allow *");
  });

  it("lets no rule that allows do so", () => {
    const allowing = tableOf(["path: deny *", "path: allow /TMP/*"]);
    expect(ask(allowing, [`${READ}/tmp/x`], { fold: true }, "path")).toBe("deny: deny *");
    expect(ask(allowing, [`${READ}/TMP/x`], { fold: true }, "path")).toBe("allow: allow /TMP/*");
  });

  it("is for paths alone", () => {
    expect(ask(table, command("rm"), { fold: true })).toBe("ask: no rule");
  });

  it("sees through holes", () => {
    const hole: Piece = { kind: "characters", min: 1, max: 1 };
    expect(ask(table, [READ, "x/.e", hole, "V"], { fold: true }, "path")).toBe("ask mixed: ask *.ENV");
    expect(ask(table, [READ, "x/Stra", hole, "e"], { fold: true }, "path")).toBe("ask mixed: deny read */Straße");
    expect(ask(table, [READ, "x/Stra", { ...hole, among: "ẞ" }, "e"], { fold: true }, "path")).toBe(
      "ask mixed: deny read */Straße",
    );
    expect(ask(table, [READ, "x/.E", { ...hole, among: "xn" }, "V"], { fold: true }, "path")).toBe(
      "ask mixed: ask *.ENV",
    );
    expect(
      ask(table, [READ, "x/", { kind: "characters", min: 1, max: null, except: "." }], { fold: true }, "path"),
    ).toBe("ask mixed: deny read */Straße");
  });
});
