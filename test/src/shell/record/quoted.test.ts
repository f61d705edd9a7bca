import { expect, test } from "vitest";
import { MOST_QUOTED, namesQuotedIn } from "../../../../src/shell/record/quoted.ts";

test.each([
  ["python", "print(open('.env').read(), 'a b')", [".env"]],
  ["javascript", "console.log(process.env.HOME)", []],
  ["perl", "@ARGV=qw(.env list);print <>", [".env", "list"]],
  ["perl", 'open F, "<.env"', ["<.env", ".env"]],
  ["ruby", "File.read(%q(.env))", [".env"]],
  ["ruby", "%w[.env a]", [".env", "a"]],
  ["python", "os.system('cat .env')", [".env"]],
  ["python", 'os.system("cat <.env|wc -l")', [".env"]],
  ["python", 'os.system("cat \\".env\\"")', [".env"]],
  ["python", 'run("""\ncat a/.env\n""")', ["a/.env"]],
  ["python", 'print("one two. See https://a.b/c d")', []],
  ["perl", "print `cat .env`", [".env"]],
  ["perl", 'open F, "< .env"', [".env"]],
  ["javascript", "spawn('a b', {env: process.env, x: 'c d'})", []],
  ["javascript", "exec(`\n cat .env ${x}\n`)", [".env"]],
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
