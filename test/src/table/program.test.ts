import { describe, expect, it } from "vitest";
import {
  ANY,
  ANY_ACCESS,
  beginsAlike,
  fixedDirectory,
  fixedPath,
  fixedWords,
  isWellFormed,
  matchesAll,
  MAY_END,
  ONE,
} from "../../../src/table/program.ts";
import { BOUNDARY, HOME, READ, VALUE_BOUNDARY } from "../../../src/text.ts";

describe("the fixed words of a program", () => {
  it.each([
    [ANY, 0],
    [`git${ANY}`, 0],
    [`git${MAY_END}${BOUNDARY}${ANY}`, 1],
    [`sudo${BOUNDARY}apt-get${BOUNDARY}update`, 3],
    [`sudo${BOUNDARY}apt-get${MAY_END}${BOUNDARY}${ANY}`, 2],
    [`git${BOUNDARY}pu${ANY}${BOUNDARY}x`, 1],
    [`git${BOUNDARY}${ONE}`, 1],
  ])("%j has %d", (program, words) => {
    expect(fixedWords(program)).toBe(words);
  });
});

describe("a text begins as a program", () => {
  it.each([
    ["", "", true],
    ["", "a", false],
    ["git", "git", true],
    ["git", "gi", false],
    ["git", "gitk", false],
    ["git", "hg", false],
    [ANY, "x", true],
    [`g${ONE}t`, "gx", true],
    [`git${MAY_END}${BOUNDARY}${ANY}`, "git", true],
    [`git${MAY_END}${BOUNDARY}${ANY}`, "gitk", true],
    [`git${BOUNDARY}x${ANY}`, `git${VALUE_BOUNDARY}x`, true],
    [`git${BOUNDARY}x${ANY}`, "git x", false],
    [`${ANY_ACCESS}/etc/${ANY}`, `${READ}/etc/passwd`, true],
    [`${ANY_ACCESS}/etc/${ANY}`, `${READ}/srv`, false],
    [`${HOME}/x`, "/home/dev/x", false],
  ])("%j %j: %s", (program, text, alike) => {
    expect(beginsAlike(program, text)).toBe(alike);
  });
});

describe("the fixed directory of a program", () => {
  it.each([
    [`/tmp/${ANY}`, "/tmp"],
    [`/tmp/a${ANY}`, "/tmp"],
    [`/tmp${MAY_END}/${ANY}`, "/tmp"],
    ["/etc/ssh/config", "/etc/ssh"],
    [`${ANY_ACCESS}${HOME}/dev/${ANY}`, `${HOME}/dev`],
    [`${READ}src/${ANY}`, "src"],
    [`${ANY}/x/y`, null],
    [`/${ANY}`, null],
    ["/x", null],
    ["name", null],
    [`/a/b${ONE}/c`, "/a"],
  ])("%j has %j", (program, directory) => {
    expect(fixedDirectory(program)).toBe(directory);
  });
});

describe("the path that a program is bound to", () => {
  it.each([
    [`${ANY_ACCESS}${HOME}/.netrc`, `${HOME}/.netrc`],
    [`${READ}notes.md`, "notes.md"],
    [`${HOME}/.ssh${MAY_END}/${ANY}`, `${HOME}/.ssh`],
    [`/tmp/secret${ANY}`, "/tmp"],
    [`C:\\work\\${ANY}`, "C:\\work"],
    [`${ANY}.env`, null],
    [`${ANY_ACCESS}${ANY}`, null],
    [`x${ONE}`, null],
    ["/", null],
    [`${ANY_ACCESS}/${ANY}`, null],
  ])("%j has %j", (program, path) => {
    expect(fixedPath(program)).toBe(path);
  });
});

describe("a program that matches all", () => {
  it("is a star alone, whatever the access", () => {
    expect([ANY, ANY_ACCESS + ANY, READ + ANY].map(matchesAll)).toEqual([true, true, true]);
    expect([`x${ANY}`, `${BOUNDARY}${ANY}`, ONE, "", ANY + ANY].map(matchesAll)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("a well-formed program", () => {
  it("may end early only before a last symbol and a star", () => {
    expect([`a${MAY_END}/${ANY}`, `${ANY}${MAY_END}/${ANY}`, "", "a"].map(isWellFormed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([`a${MAY_END}`, `${MAY_END}ab${ANY}`, `a${MAY_END}${ANY}${ANY}`, `a${MAY_END}/`].map(isWellFormed)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("holds no other marks", () => {
    expect(isWellFormed(`a${VALUE_BOUNDARY}b`)).toBe(false);
    expect(isWellFormed("\uFDEF")).toBe(false);
  });
});
