import { describe, expect, test } from "vitest";
import { globPattern } from "../../../src/gate/glob-pattern.ts";
import { ANY_CHARACTERS, ANY_TEXT, type Piece } from "../../../src/text.ts";

const star: Piece = { kind: "characters", min: 0, max: null, except: "/" };
const front: Piece = { ...star, notFirst: "." };
const one: Piece = { kind: "characters", min: 1, max: 1, except: "/" };
const choice: Piece = { kind: "choice", options: [["a"], ["b"]] };
const bracket = (text: string, hole: Piece): Piece => ({ kind: "choice", options: [[hole], [text]] });

describe("the glob of a value", () => {
  test.each([
    ["src/*.ts", ["src/", front, ".ts"], ["src/", { kind: "star" }, ".ts"]],
    ["a*", ["a", star], ["a", { kind: "star" }]],
    ["a?b", ["a", one, "b"], ["a", { kind: "one" }, "b"]],
    ["a[bc]", ["a", bracket("[bc]", { ...one, among: "bc" })], ["a", { kind: "class", negated: false, text: "bc" }]],
    ["a[!bc]", ["a", bracket("[!bc]", { ...one, except: "/bc" })], ["a", { kind: "class", negated: true, text: "bc" }]],
    ["*/b", [front, "/b"], [{ kind: "star" }, "/b"]],
  ])("%s", (_, value, pattern) => {
    expect(globPattern(value)).toEqual(pattern);
  });

  test.each([
    ["a variable in quotes", ["a", ANY_CHARACTERS]],
    ["a variable without quotes", ["a", ANY_TEXT]],
    ["a choice of texts", [choice]],
    ["a wildcard in front that takes a dot", [star, ".ts"]],
    ["one below a directory", ["src/", star]],
  ])("is none for %s", (_, value) => {
    expect(globPattern(value)).toBeNull();
  });
});
