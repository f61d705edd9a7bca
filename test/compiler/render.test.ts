import { describe, expect, test } from "vitest";
import { diagnose, placeOf, type Details } from "../../compiler/diagnostic.ts";
import { renderDiagnostic, renderDiagnostics, summary, type RenderOptions } from "../../compiler/render.ts";
import { Source } from "../../compiler/source.ts";

/** The frame of a complaint about the first occurrence of a text in a policy. */
function frame(policy: string, about: string, details: Details = {}, options: RenderOptions = {}): string[] {
  const source = new Source("team.gate", policy);
  const start = policy.indexOf(about);
  const diagnostic = diagnose(
    source,
    "unknown-action",
    { start, end: start + about.length },
    "`x` is no action",
    details,
  );
  return renderDiagnostic(diagnostic, () => source, options).split("\n");
}

/** The columns that stand under the marks. */
function marked(lines: readonly string[]): string {
  const [line = "", marks = ""] = lines.slice(3);
  return line.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1);
}

describe("a code frame", () => {
  test("names the code, the place and the line, and underlines exactly what is meant", () => {
    expect(frame("bash:\n  alow git *\n", "alow", { suggestion: "allow", help: "write one" })).toEqual([
      "error[unknown-action]: `x` is no action",
      "  --> team.gate:2:3",
      "   |",
      " 2 |   alow git *",
      "   |   ^^^^ did you mean `allow`?",
      "   = help: write one",
      "",
    ]);
  });

  test("makes room for long line numbers", () => {
    const lines = frame(`${"\n".repeat(1233)}alow x`, "alow");
    expect(lines.slice(1, 5)).toEqual(["     --> team.gate:1234:1", "      |", " 1234 | alow x", "      | ^^^^"]);
  });

  test("shows tabs as blanks and counts them as such", () => {
    const lines = frame("\ta\talow x", "alow");
    expect(lines[3]).toBe(" 1 |     a   alow x");
    expect(marked(lines)).toBe("alow");
  });

  test("counts wide characters twice and combining ones not at all", () => {
    // In columns: two for each of the first three, one for é written as two characters.
    expect(frame("日本語 alow", "alow").slice(3, 5)).toEqual([" 1 | 日本語 alow", "   |        ^^^^"]);
    expect(frame("e\u0301 alow", "alow").slice(3, 5)).toEqual([" 1 | e\u0301 alow", "   |   ^^^^"]);
    expect(frame("🙂 alow", "🙂").slice(3, 5)).toEqual([" 1 | 🙂 alow", "   | ^^"]);
  });

  test("writes out what cannot be seen, so that a file cannot change how it is shown", () => {
    const lines = frame("\u001B[2Jdeny \u202Ealow\u0000", "alow");
    expect(lines[3]).toBe(" 1 | <U+001B>[2Jdeny <U+202E>alow<U+0000>");
    expect(marked(lines)).toBe("alow");
    const source = new Source("evil\u001B.gate", "x");
    const diagnostic = diagnose(source, "unknown-action", { start: 0, end: 1 }, "`\u001B` is no action");
    expect(renderDiagnostic(diagnostic, () => source)).not.toContain("\u001B");
  });

  test("cuts a long line around what is meant", () => {
    const long = `${"a".repeat(300)} alow ${"b".repeat(300)}`;
    const lines = frame(long, "alow", {}, { columns: 60 });
    expect(lines[3]?.length).toBeLessThanOrEqual(60);
    expect(lines[3]).toMatch(/^ 1 \| …a+ alow b+…$/);
    expect(marked(lines)).toBe("alow");
    const start = frame(`alow ${"b".repeat(300)}`, "alow", {}, { columns: 60 });
    expect(start[3]).toMatch(/^ 1 \| alow b+…$/);
    const end = frame(`${"a".repeat(300)} alow`, "alow", {}, { columns: 60 });
    expect(end[3]).toMatch(/^ 1 \| …a+ alow$/);
    expect(marked(end)).toBe("alow");
  });

  test("marks a part that is longer than the line by its start", () => {
    const lines = frame(`deny ${"x".repeat(500)}`, "x".repeat(500), {}, { columns: 50 });
    expect(marked(lines)).toMatch(/^x+…$/);
    expect(lines[4]?.length).toBeLessThanOrEqual(50);
  });

  test("cuts wide characters whole", () => {
    for (const columns of [40, 41, 42, 43]) {
      const lines = frame(`${"日".repeat(60)} alow ${"本".repeat(60)}`, "alow", {}, { columns });
      const width = Array.from(lines[3] ?? "").reduce((sum, character) => sum + (/[日本]/.test(character) ? 2 : 1), 0);
      expect(width).toBeLessThanOrEqual(columns);
      expect(width).toBeGreaterThan(columns - 4);
    }
  });

  test("points at the place where something is missing", () => {
    const source = new Source("a.gate", "bash\n");
    const diagnostic = diagnose(source, "missing-colon", { start: 4, end: 4 }, "a `:` is missing", { suggestion: ":" });
    expect(
      renderDiagnostic(diagnostic, () => source)
        .split("\n")
        .slice(3, 5),
    ).toEqual([" 1 | bash", "   |     ^ insert `:`"]);
  });

  test("of several lines shows the first", () => {
    const lines = frame("bash:\n  deny x\n", "bash:\n  deny");
    expect(lines.slice(3, 5)).toEqual([" 1 | bash:", "   | ^^^^^"]);
  });

  test("shows other places that have to do with it", () => {
    const first = new Source("a.gate", "default: ask\n");
    const second = new Source("b.gate", "\n\n\n\n\n\n\n\n\ndefault: deny\n");
    const related = [{ ...placeOf(first, { start: 0, end: 12 }), message: "the first one" }];
    const diagnostic = diagnose(second, "duplicate-default", { start: 9, end: 22 }, "there is one already", {
      related,
    });
    const text = renderDiagnostic(diagnostic, (file) => (file === "a.gate" ? first : second));
    expect(text.split("\n")).toEqual([
      "error[duplicate-default]: there is one already",
      "   --> b.gate:10:1",
      "    |",
      " 10 | default: deny",
      "    | ^^^^^^^^^^^^^",
      "   --> a.gate:1:1",
      "    |",
      "  1 | default: ask",
      "    | ------------ the first one",
      "",
    ]);
  });

  test("does without the text of a file that is not at hand", () => {
    const source = new Source("a.gate", "x");
    const diagnostic = diagnose(source, "unknown-action", { start: 0, end: 1 }, "`x` is no action");
    expect(renderDiagnostic(diagnostic, () => undefined)).toBe(
      "error[unknown-action]: `x` is no action\n  --> a.gate:1:1\n",
    );
  });

  test("has colours only where they are wanted", () => {
    const colored = frame("alow x", "alow", {}, { color: true }).join("\n");
    expect(colored).toContain("\u001B[31m");
    // oxlint-disable-next-line eslint/no-control-regex -- The codes of colours are what is taken away.
    expect(colored.replaceAll(/\u001B\[\d+m/g, "")).toBe(frame("alow x", "alow").join("\n"));
  });
});

describe("several diagnostics", () => {
  const source = new Source("a.gate", "alow x\nbahs: ask\n");
  const error = diagnose(source, "unknown-action", { start: 0, end: 4 }, "`alow` is no action");
  const warning = diagnose(source, "unknown-surface", { start: 7, end: 11 }, "no tool is known as `bahs`");

  test("stand apart and are counted", () => {
    const text = renderDiagnostics([error, warning, error], () => source);
    expect(text.split("\n\n")).toHaveLength(4);
    expect(text.endsWith("\n2 errors, 1 warning\n")).toBe(true);
    expect(summary([error])).toBe("1 error");
  });

  test("that are none are nothing", () => {
    expect(renderDiagnostics([], () => source)).toBe("");
  });
});
