import { describe, expect, test } from "vitest";
import {
  linesWithout,
  omissionsOf,
  omittedByGlob,
  omittedByPathspec,
  omitting,
  withEnd,
} from "../../../../src/shell/record/names-omitted.ts";
import { DEEPER } from "../../../../src/shell/record/names.ts";
import type { Value } from "../../../../src/text.ts";

describe("what a listing leaves out", () => {
  const omission = { of: "name", glob: ".env" } as const;
  const [name = []] = omitting([["src/", DEEPER]], [omission]);

  test("is known of its names", () => {
    expect(omissionsOf(name)).toEqual([omission]);
    const [twice = []] = omitting([name], [{ of: "each", glob: "a" }]);
    expect(omissionsOf(twice)).toEqual([omission, { of: "each", glob: "a" }]);
  });

  test("is not known of a text that is made of one", () => {
    expect(omissionsOf([...name, ".bak"])).toEqual([]);
    expect(omissionsOf(["./", ...name.slice(1)])).toEqual([]);
  });

  test("is known of those of its names that end so", () => {
    expect(omissionsOf(withEnd(name, ".ts"))).toEqual([omission]);
    expect(withEnd(["src/", DEEPER], ".ts")).toEqual(["src/", DEEPER, ".ts"]);
  });

  test("is not told where the listing starts behind a wildcard", () => {
    const star: Value = [{ kind: "characters", min: 0, max: null, except: "/" }, "/", DEEPER];
    expect(omitting([star], [omission])).toEqual([star]);
  });
});

describe("a glob of a search that leaves names out", () => {
  test.each([
    [".env*", { of: "each", glob: ".env*" }],
    ["**/.env", { of: "each", glob: ".env" }],
    ["node_modules/", { of: "directory", glob: "node_modules" }],
    ["**/dist/**", { of: "directory", glob: "dist" }],
    ["dist/**", { of: "path", glob: "dist/*" }],
  ])("%s", (glob, omission) => {
    expect(omittedByGlob(glob)).toEqual(omission);
  });

  test.each(["", "/.env", "a/.env", "*.env/**", "[.]env", "{.env,b}", ".env?", "a**b", String.raw`\.env`])(
    "of which nothing is told: %s",
    (glob) => {
      expect(omittedByGlob(glob)).toBeNull();
    },
  );
});

describe("a pathspec that leaves names out", () => {
  test.each([
    [":!.env*", [{ of: "only", glob: ".env*" }]],
    [
      ":(exclude)dist/",
      [
        { of: "path", glob: "dist" },
        { of: "path", glob: "dist/*" },
      ],
    ],
    [":^a/*.env", []],
    [":!/.env", []],
    [":(exclude,icase).env", []],
    [".env", []],
  ])("%s", (spec, omissions) => {
    expect(omittedByPathspec(spec)).toEqual(omissions);
  });
});

describe("lines that `grep -v` takes away", () => {
  test.each([
    [String.raw`\.env`, "basic", ["*.env*"]],
    [String.raw`\.env$|lock`, "extended", ["*.env", "*lock*"]],
    ["a|b", "basic", []],
    [String.raw`\.env`, "fixed", []],
    [".env", "fixed", ["*.env*"]],
    ["^.env", "basic", []],
    ["[.]env", "basic", []],
    ["a*", "basic", []],
  ] as const)("%s, %s", (pattern, syntax, globs) => {
    expect(linesWithout(pattern, syntax).map(({ glob }) => glob)).toEqual(globs);
  });
});
