import { describe, expect, test } from "vitest";
import { pathLine, project } from "../projection.ts";

/** The paths that the last command of a pipeline names, after those of the commands before it. */
const handedOn = (command: string): string[] =>
  project(`${command} | xargs rm`).paths.flatMap((path) => (path.access === "write" ? [pathLine(path)] : []));

describe("the names that a command prints", () => {
  test.each([
    ["git ls-files", ["write? …"]],
    ["git ls-files '*.ts'", ["write? ….ts"]],
    ["git ls-files src", ["write? src", "write? src/…"]],
    ["git ls-files src/a.ts", ["write? src/a.ts"]],
    ["git ls-files ':!*.md'", ["write? …"]],
    ["git diff --name-only HEAD -- src", ["write? src", "write? …/src", "write? src/…", "write? …/src/…"]],
    ["git grep -l x -- '*.ts'", ["write? ….ts"]],
    ["git -C sub ls-files", ["write? …"]],
    ["grep -rl x src lib/", ["write? src", "write? lib/", "write? src/…", "write? lib/…"]],
    ["grep -rl --include='*.ts' x .", ["write? .", "write? ./….ts"]],
    ["grep -l x a.ts b.ts", ["write? a.ts", "write? b.ts"]],
    ["rg -l x -t py src", ["write? src", "write? src/….py", "write? src/….pyi"]],
    // A type of which nothing is known, by a name that every object of JavaScript has.
    ["rg -l x -t constructor src", ["write? src", "write? src/…"]],
    ["rg --files -g '*.ts' -g '!*.d.ts'", ["write? ….ts"]],
    [String.raw`git ls-files | grep '\.ts$'`, ["write? ….ts"]],
    [String.raw`git ls-files | grep -E '\.(ts|js)$'`, ["write? ….ts", "write? ….js"]],
    ["git ls-files | head -n 3", ["write? …"]],
    ["find . -name '*.ts' -exec cat {} +", ["write? …"]],
    ["ls src/*.ts", ["write? src/….ts"]],
    ["grep -rl --include=*.ts x .", ["write? .", "write? ./….ts"]],
    ["grep -rl --include=*.[jt]s x src", ["write? src", "write? src/….…s"]],
    ["shopt -s nullglob; grep -rl --include=*.ts x .", ["write? .", "write? ./…", "write? x", "write? x/…"]],
    ["fd -ets -tf . src", ["write? src/….ts"]],
    ["grep -rn x src | cut -d: -f1", ["write? src", "write? src/…", "write? …"]],
    ["grep -rn x . | awk -F : '{print $1}'", ["write? .", "write? ./…"]],
    ["rg x | cut -f1 -d:", ["write? …"]],
    ["git ls-files '*.ts' | xargs -0 -n 1 grep -l x", ["write? ….ts"]],
    ["git ls-files '*.ts' | xargs grep -l x a.env", ["write? a.env", "write? ….ts"]],
    ["git ls-files '*.ts' | xargs grep x", ["write? …"]],
    ["git ls-files '*.ts' | head -c 3", ["write? …"]],
    ["git log --oneline -3 | cut -d ' ' -f 1", ["write? …"]],
  ])("%s", (command, paths) => {
    expect(handedOn(command).toSorted()).toEqual(paths.toSorted());
  });

  test("are no question where a search of the directory would tell the same", () => {
    expect(project("git ls-files | xargs wc -l").paths.map(pathLine)).toEqual([]);
    expect(project("git ls-files '*.env' | xargs wc -l").paths.map(pathLine)).toEqual(["read? ….env"]);
    expect(project("git ls-files | xargs cat").paths.map(pathLine)).toEqual(["read? …"]);
  });

  test("are carried by substitutions, loops and `read`", () => {
    const expected = ["read src", "read src/….ts"];
    expect(project("cat $(find src -name '*.ts')").paths.map(pathLine)).toEqual(["read src/….ts", "read src"]);
    expect(project("find src -name '*.ts' | while read -r f; do cat \"$f\"; done").paths.map(pathLine)).toEqual(
      expected,
    );
  });
});
