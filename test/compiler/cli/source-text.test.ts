import { describe, expect, test } from "vitest";
import { clip } from "../../../compiler/cli/clip.ts";
import { paint } from "../../../compiler/cli/paint.ts";
import { sourceLines, type Underline } from "../../../compiler/cli/source-text.ts";

const draw = (source: string, underlines: readonly Underline[], columns = 80) =>
  sourceLines(source, underlines, columns, paint(false));

describe("a command with parts underlined", () => {
  test("has a line below for parts that stand apart", () => {
    const marks = [
      { label: "1", start: 0, end: 10 },
      { label: "2", start: 12, end: 20 },
    ];
    expect(draw("git status; rm -rf x", marks)).toEqual(["  git status; rm -rf x", "  1~~~~~~~~~  2~~~~~~~"]);
  });

  test("has the inner part below the outer one", () => {
    const marks = [
      { label: "1", start: 0, end: 12 },
      { label: "2", start: 7, end: 11 },
    ];
    expect(draw("echo $(rm x)", marks)).toEqual(["  echo $(rm x)", "  1~~~~~~~~~~~", "         2~~~"]);
  });

  test("shows every line with its own parts, and a part on each line that it spans", () => {
    const marks = [
      { label: "1", start: 0, end: 2 },
      { label: "2", start: 3, end: 10 },
    ];
    expect(draw("ls\ncat \\\na", marks)).toEqual(["  ls", "  1~", "  cat \\", "  2~~~~", "  a", "  2"]);
  });

  test("counts columns, not units", () => {
    expect(draw("日本; ls", [{ label: "1", start: 4, end: 6 }])).toEqual(["  日本; ls", "        1~"]);
  });

  test("folds a line that is too wide", () => {
    expect(draw("a".repeat(30), [{ label: "1", start: 18, end: 24 }], 22)).toEqual([
      `  ${"a".repeat(20)}`,
      `  ${" ".repeat(18)}1~`,
      `  ${"a".repeat(10)}`,
      "  1~~~",
    ]);
  });

  test.each([
    ["many lines", "a\n".repeat(100_000)],
    ["one line", "a".repeat(10_000_000)],
  ])("leaves out most of a text without end: %s", (_, source) => {
    const lines = draw(source, []);
    expect(lines.length).toBeLessThan(30);
    expect(lines.at(-1)).toBe("  … and more lines");
  });

  test("lets nothing of the command steer the terminal", () => {
    expect(draw("echo \u001B[2J\u202E", [])).toEqual(["  echo <U+001B>[2J<U+202E>"]);
  });
});

describe("a text that is clipped", () => {
  test.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["日本日本", 5, "日本…"],
    ["日本日本", 4, "日…"],
    ["a\nb", 20, "a<U+000A>b"],
    ["", 5, ""],
  ])("%j in %i columns is %j", (text, columns, shown) => {
    expect(clip(text, columns)).toBe(shown);
  });
});
