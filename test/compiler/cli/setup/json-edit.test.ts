import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { appendItem, insertionInto, JsonProblem, replaceValue } from "../../../../compiler/cli/setup/json-edit.ts";
import { removeEntry } from "../../../../compiler/cli/setup/json-removal.ts";

const LIST = ["hooks", "PreToolUse"];
const ITEM = { command: "x" };

/** True where every byte of `before` stands in `after`, in order. */
function holds(after: string, before: string): boolean {
  let at = 0;
  for (const character of after) if (character === before[at]) at += character.length;
  return at === before.length;
}

describe("an item that is put in", () => {
  test.each([
    ["an empty object", "{}"],
    ["an empty object on two lines", "{\n}\n"],
    ["other members", '{\n  "a": 1,\n  "b": [1, 2]\n}\n'],
    ["one line", '{"a":1,"b":{}}'],
    ["tabs", '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
    ["windows line ends", '{\r\n    "a": 1\r\n}\r\n'],
    ["comments", '// first\n{\n  "a": 1, // one\n  /* two */ "b": 2 // last\n  // end\n}\n// after\n'],
    ["a comma too many", '{\n  "a": 1,\n}\n'],
    ["a comma too many and a comment", '{\n  "a": 1, // one\n  // two,\n}\n'],
    [
      "hooks of others",
      '{\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [] }\n    ]\n  }\n}\n',
    ],
    ["hooks of others on one line", '{"hooks":{"PreToolUse":[{"matcher":"Bash"}],"Stop":[]}}'],
    ["an empty list", '{\n  "hooks": { "PreToolUse": [] }\n}\n'],
    ["other events", '{\n  "hooks": {\n    "Stop": []\n  }\n}'],
    ["odd spacing", '{ "a" :1 ,\n\n\n      "b": [ ] }  '],
    ["a comment with a comma behind the last", '{\n  "a": 1 // x, y\n}\n'],
    ["a mark of the byte order", '\uFEFF{\n  "a": 1\n}\n'],
  ])("among %s stands at the end of its list, and no other byte changes", (_name, before) => {
    const after = appendItem(before, LIST, ITEM);
    const options = { allowTrailingComma: true };
    const parseLoose = (text: string) => parse(text.replace(/^\uFEFF/, ""), [], options) as Record<string, unknown>;
    const [old, now] = [parseLoose(before), parseLoose(after)];
    const hooks = now["hooks"] as Record<string, unknown[]>;
    expect(hooks["PreToolUse"]?.at(-1)).toEqual(ITEM);
    hooks["PreToolUse"]?.pop();
    expect({ ...now, hooks: undefined }).toEqual({ ...old, hooks: undefined });
    expect(holds(after, before)).toBe(true);
  });

  test.each([
    ["no JSON", "{", "is not JSON"],
    ["a list", "[]", "is not a JSON object"],
    ["nothing", "", "is not JSON"],
    ["another kind of hooks", '{"hooks": 3}', "has `hooks`, which is no object"],
    ["another kind of list", '{"hooks": {"PreToolUse": {}}}', "has `hooks.PreToolUse`, which is no list"],
  ])("is refused by %s", (_name, text, message) => {
    expect(() => appendItem(text, LIST, ITEM)).toThrow(JsonProblem);
    expect(() => appendItem(text, LIST, ITEM)).toThrow(message);
  });

  test("goes into whatever JSON a serializer writes, and comes out again", () => {
    const spaces = fc.constantFrom(undefined, 1, 2, 4, "\t");
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaces, (data, space) => {
        fc.pre(!Object.hasOwn(data, "hooks"));
        const before = JSON.stringify(data, null, space);
        const after = appendItem(before, LIST, ITEM);
        expect(JSON.parse(after)).toEqual({ ...(JSON.parse(before) as object), hooks: { PreToolUse: [ITEM] } });
        expect(holds(after, before)).toBe(true);
        expect(removeEntry(after, LIST, [...LIST, 0], insertionInto(before, LIST))).toBe(before);
        const left = JSON.parse(removeEntry(after, LIST, [...LIST, 0], null)) as Record<string, unknown>;
        expect(left).toEqual({ ...(JSON.parse(before) as object), hooks: { PreToolUse: [] } });
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

test("a value that is put in the place of another changes nothing else", () => {
  const before = '{\n  "a": [ {"command" : "old"}, 2 ] // x\n}';
  expect(replaceValue(before, ["a", 0, "command"], 'n"w')).toBe('{\n  "a": [ {"command" : "n\\"w"}, 2 ] // x\n}');
});
