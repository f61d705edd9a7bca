import { describe, expect, test } from "vitest";
import { mutantsOf } from "../../../compiler/testing/mutants.ts";
import { own, tested } from "./tested.ts";

async function mutants(text: string, files?: Readonly<Record<string, string>>): Promise<string[]> {
  const { policy } = await tested(text, files);
  return [...mutantsOf(policy, own)].map(({ kind, place, change }) => `${kind}: ${place.text} ${change}`);
}

describe("a rule", () => {
  test("is dropped, loosened, and generalised word by word", async () => {
    expect(await mutants("bash: deny git push * with -f|--force\n")).toEqual([
      "drop: deny git push * with -f|--force is dropped",
      "loosen: deny git push * with -f|--force says `ask`",
      "generalise: deny git push * with -f|--force matches `git *`",
      "generalise: deny git push * with -f|--force matches `* push *`",
      "generalise: deny git push * with -f|--force matches `git * *`",
      "generalise: deny git push * with -f|--force lacks `with -f|--force`",
    ]);
  });

  test("without a `*` at its end gets one", async () => {
    expect(await mutants("bash: allow git branch\n")).toEqual([
      "drop: allow git branch is dropped",
      "generalise: allow git branch matches `git branch *`",
      "generalise: allow git branch matches `* branch`",
      "generalise: allow git branch matches `git *`",
    ]);
  });

  test("that is final loses that", async () => {
    expect(await mutants("bash: final ask\n")).toEqual([
      "drop: final ask is dropped",
      "loosen: final ask says `allow`",
      "loosen: final ask is not final",
    ]);
  });

  test("on paths is opened behind its folder, and for the other access", async () => {
    expect(await mutants("path: allow read ~/.config/{git,fish}/\n")).toEqual([
      "drop: allow read ~/.config/{git,fish}/ is dropped",
      "generalise: allow read ~/.config/{git,fish}/ is for more than `read`",
      "generalise: allow read ~/.config/{git,fish}/ matches `~/.config/*/`",
      "generalise: allow read ~/.config/{git,fish}/ matches `~/.config/*`",
      "generalise: allow read ~/.config/{git,fish}/ matches `*`",
    ]);
  });

  test("on names is opened behind its server", async () => {
    expect(await mutants("mcp: allow github:get_*\n")).toEqual([
      "drop: allow github:get_* is dropped",
      "generalise: allow github:get_* matches `github:*`",
      "generalise: allow github:get_* matches `*`",
    ]);
  });
});

test("neighbours on a surface change places where they say different things", async () => {
  const swaps = (await mutants("bash:\n  allow a\n  allow b\n  deny c\nread: ask\nbash: ask d\n")).filter((one) =>
    one.startsWith("reorder"),
  );
  expect(swaps).toEqual(["reorder: allow b stands below `deny c`", "reorder: deny c stands below `ask d`"]);
});

test("a mutant stands where its rule stood", async () => {
  const { policy } = await tested("bash:\n  allow a\n  deny b\n  ask c\n");
  const swapped = [...mutantsOf(policy, own)].find(({ kind }) => kind === "reorder");
  expect(swapped?.policy.layers[0]?.rules.map(({ source }) => source.text)).toEqual(["deny b", "allow a", "ask c"]);
});

test("patterns of one's own groups change in all rules on them, and clauses where they stand", async () => {
  const { policy } = await tested("group g:\n  rm * with -f\nbash:\n  allow @g with -v\n  deny @g\n");
  const all = [...mutantsOf(policy, own)];
  expect(all.map(({ place, change }) => `${place.text} ${change}`)).toEqual([
    "allow @g with -v is dropped",
    "allow @g with -v lacks `with -v`",
    "allow @g with -v stands below `deny @g`",
    "deny @g is dropped",
    "deny @g says `ask`",
    "rm * with -f is dropped",
    "rm * with -f matches `* *`",
    "rm * with -f lacks `with -f`",
  ]);
  expect(all.at(-1)?.policy.layers[0]?.rules.map((rule) => rule.with)).toEqual([[["-v"]], []]);
});

test("rules of included files and presets stay", async () => {
  expect(
    await mutants('include "b.gate"\ninclude preset:secrets\nbash: allow @read-only\n', { "b.gate": "bash: deny\n" }),
  ).toEqual(["drop: allow @read-only is dropped"]);
});
