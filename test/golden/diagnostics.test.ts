/**
 * Every message that the compiler has, as people see it, in one file that reads from top to bottom.
 * `UPDATE_GOLDEN=1 npx vitest run test/golden` writes it anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SEVERITIES } from "../../compiler/diagnostic.ts";
import { renderDiagnostics } from "../../compiler/render.ts";
import { loadMistake, mistakes } from "../compiler/mistakes.ts";

const file = new URL("diagnostics.txt", import.meta.url);

const rendered = mistakes.map((mistake) => {
  const { diagnostics, files } = loadMistake(mistake);
  // Of a list without end, its end.
  const told = diagnostics.length > 50 ? diagnostics.slice(-1) : diagnostics;
  const text = renderDiagnostics(told, (name) => files.get(name));
  return `${"=".repeat(100)}\n${mistake.name}\n${"=".repeat(100)}\n\n${text}`;
});

test("messages are as in the golden file", () => {
  const text = rendered.join("\n");
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
});

test("every code of a mistake is among them", () => {
  const all = Object.keys(SEVERITIES);
  // Findings are told of policies without errors, and one error only of a policy that is far too large to be shown.
  const mistaken = all.slice(0, all.indexOf("shadowed-rule")).filter((code) => code !== "never-undecided");
  const missing = mistaken.filter((code) => !rendered.some((text) => text.includes(`[${code}]`)));
  expect(missing).toEqual([]);
});

test("none speaks of the parser", () => {
  const words =
    /\b(?:expected|unexpected|token|parse|parser|grammar|syntax|node|rule name|undefined|null|NaN|object Object)\b/i;
  const messages = mistakes.flatMap((mistake) =>
    loadMistake(mistake).diagnostics.map(({ message, help }) => `${message} ${help ?? ""}`),
  );
  expect(messages.filter((message) => words.test(message))).toEqual([]);
});

test("each is one sentence that starts small and ends without a stop", () => {
  const messages = mistakes.flatMap((mistake) =>
    loadMistake(mistake).diagnostics.flatMap(({ message, help, related }) => [
      message,
      ...(help === null ? [] : [help]),
      ...related.map((one) => one.message),
    ]),
  );
  expect(messages.filter((message) => /^[A-Z]|[.!]$|\n/.test(message.replaceAll(/`[^`]*`/g, "``")))).toEqual([]);
});
