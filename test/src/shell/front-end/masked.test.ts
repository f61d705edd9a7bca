/** Texts that unbash takes wrongly, and the copies that it gets instead. */
import { describe, expect, test } from "vitest";
import { masked } from "../../../../src/shell/front-end/masked.ts";

describe("the copy", () => {
  test.each([
    ["a word `case` that is an argument", "echo $(grep -c case f)", "echo $(grep -c c_se f)"],
    ["one at the end of a substitution", "x=$(git log --grep case)", "x=$(git log --grep c_se)"],
    ["one behind a command that ends in a reserved word's letters", "foodo case", "foodo c_se"],
    ["a slash in a substitution in a pattern", "${x/$(a /b)/c/d}", "${x/$(a _b)/c/d}"],
    ["slashes in a pattern that is replaced everywhere", "${x//$(a /b/c)/d}", "${x//$(a _b_c)/d}"],
  ])("changes %s", (_, source, copy) => {
    expect(masked(source)).toBe(copy);
  });

  test.each([
    ["a `case` at the front of a command", "echo $(case x in x) a;; esac); then case x in esac"],
    ["a `case` behind a reserved word or an operator", "if case a in a) :;; esac; then ! case a in a) :;; esac; fi"],
    ["parts of words", "case-x lowercase --case in-case"],
    ["slashes outside of substitutions", "${x/a/b} ${x#$(a)/} a/b $(c /d)"],
  ])("leaves %s", (_, source) => {
    expect(masked(source)).toBeNull();
  });

  test("has the length of the text, and costs no more for much of it", () => {
    const source = "${x/$(" + "a/ case ".repeat(8000);
    expect(masked(source)).toHaveLength(source.length);
    const heads = "${x/".repeat(16000);
    expect(masked(heads)).toBeNull();
  });
});
