import { expect, test } from "vitest";
import { MOST_QUOTED, namesQuotedIn } from "../../../../src/shell/record/quoted.ts";

test.each([
  ["python", "print(open('.env').read(), 'a b')", [".env"]],
  ["javascript", "console.log(process.env.HOME)", []],
  ["perl", "@ARGV=qw(.env list);print <>", [".env", "list"]],
  ["perl", 'open F, "<.env"', ["<.env", ".env"]],
  ["ruby", "File.read(%q(.env))", [".env"]],
  ["ruby", "%w[.env a]", [".env", "a"]],
] as const)("%s: %s", (language, code, names) => {
  expect(namesQuotedIn(code, language)).toEqual(names);
});

test.each([
  ["other", "print(io.open([[.env]]):read())"],
  ["other", "exec cat .env"],
  ["other", "r .env"],
  ["other", "- CREATE:.env"],
  ["sql", "select readfile('.env')"],
  ["sed", "r .env"],
] as const)("%s names .env: %s", (language, code) => {
  expect(namesQuotedIn(code, language)).toContain(".env");
});

test("what names too much is told by the number of its names", () => {
  const code = Array.from({ length: 2_000 }, (_, at) => `'a${at}'`).join(" ");
  expect(namesQuotedIn(code, "python").length).toBeGreaterThan(MOST_QUOTED);
});
