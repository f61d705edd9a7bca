import { describe, expect, test } from "vitest";
import { project } from "../projection.ts";
import type { Value } from "../../../../src/text.ts";

/** What is known of the word `$(COMMAND)`: whether each of some characters may stand in it. */
function mayHold(command: string, characters: string): string {
  const touched = project(`touch "x$(${command})"`).paths.filter(({ access }) => access === "write");
  const pieces: Value = touched.flatMap(({ value }) => value);
  const holes = pieces.filter((piece) => typeof piece !== "string");
  return [...characters]
    .filter((character) =>
      holes.some(
        (hole) =>
          hole.kind !== "characters" ||
          (hole.among === undefined ? hole.except?.includes(character) !== true : hole.among.includes(character)),
      ),
    )
    .join("");
}

describe("the characters that a command may print", () => {
  test.each([
    ["date +%F", "-0"],
    ["date +%s", "-0"],
    ["date +%Y.%m", "-.0"],
    ["date +%Y/%m", "-/0"],
    ["date +%D", "-/.0e"],
    ["date +%b", "-.0e"],
    ["date", "-.0e"],
    ["date -f list +%F", "-/.0e"],
    ["wc -l < list", "0"],
    ["ls | wc -l", "0"],
    ["nproc", "0"],
    ["git rev-parse HEAD", "0e"],
    ["git rev-parse HEAD~2", "0e"],
    ["git rev-parse .env", "-/.0e"],
    ["git merge-base HEAD origin/main", "0e"],
    ["git merge-base --all a b", "-/.0e"],
    ["git rev-parse @{u}", "-/.0e"],
    ["git branch --show-current", "-/.0e"],
    ["uname -m", "-.0e"],
    ["uname -a", "-/.0e"],
    ["whoami", "-.0e"],
    ["node -p x", "-/.0e"],
  ])("%s", (command, expected) => {
    expect(mayHold(command, "-/.0e")).toBe(expected);
  });

  test("are any where the name may be another command's", () => {
    expect(mayHold("f", "/")).toBe("/");
    expect(project('date() { cat; }; touch "x$(date +%F)"').paths.at(-1)?.value).toEqual([
      "x",
      { kind: "characters", min: 0, max: null },
    ]);
  });
});
