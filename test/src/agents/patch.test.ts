import { describe, expect, test } from "vitest";
import { filesOfPatch } from "../../../src/agents/patch.ts";

describe("the files of a patch", () => {
  test("are those that it adds, updates, deletes and moves to", () => {
    const patch =
      "*** Begin Patch\n*** Add File: a b.txt\n+x\n*** Update File: b\n*** Move to: c\n@@\n-x\n+y\n*** Delete File: d\n*** End Patch";
    expect(filesOfPatch(patch)).toEqual([
      { path: "a b.txt", access: "write" },
      { path: "b", access: "edit" },
      { path: "c", access: "write" },
      { path: "d", access: "write" },
    ]);
  });

  test("are found behind blanks and with other line ends", () => {
    expect(filesOfPatch("  *** Add File: a\r\n+x\r\t*** Delete File:b ")).toEqual([
      { path: "a", access: "write" },
      { path: "b", access: "write" },
    ]);
  });

  test("are not what lines of content look like", () => {
    expect(filesOfPatch("*** Add File: a\n+*** Delete File: b\n-*** Delete File: c")).toEqual([
      { path: "a", access: "write" },
    ]);
  });

  test.each([
    ["", "nothing"],
    ["*** Begin Patch\n*** End Patch", "no file"],
    ["*** Add File: ", "a file without a name"],
  ])("%j has none that could be judged", (patch) => {
    expect(filesOfPatch(patch)).toBeNull();
  });

  test("are not judged where they are too many", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `*** Add File: ${index}`).join("\n");
    expect(filesOfPatch(many(500))).toHaveLength(500);
    expect(filesOfPatch(many(501))).toBeNull();
  });
});
