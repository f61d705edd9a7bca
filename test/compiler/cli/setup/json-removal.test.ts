/** The gate put into files of every kind and taken out again, with what others do to them in between. */
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { appendItem, insertionInto, tokensIn } from "../../../../compiler/cli/setup/json-edit.ts";
import { removeEntry } from "../../../../compiler/cli/setup/json-removal.ts";
import { insertionsInto, wire, wiredCommands } from "../../../../compiler/cli/setup/wiring.ts";
import { withoutGate } from "../../../../compiler/cli/setup/without-gate.ts";
import { HOOK_AGENTS, type HookAgentName } from "../../../../src/agents/contract.ts";

const machine = { home: "/home/dev", cwd: "/srv", environment: { PATH: "/usr/bin" }, platform: "linux" } as const;
const put = (text: string | null, agent: HookAgentName, table = "/t.json") => wire(text, { agent, table, machine });
/** What is left of a text; the gate was put into `first`, and `origin` is the text as it would be by now without it. */
const takeOut = (text: string, agent: HookAgentName, origin: string, first = origin) =>
  withoutGate(Buffer.from(text), agent, Buffer.from(origin), insertionsInto(first, agent))?.toString("utf8") ?? null;
const data = (text: string): unknown => parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) as unknown;
const comments = (text: string): string[] =>
  tokensIn(text, 0, text.length).flatMap((token) => (/^\/[/*]/.test(token.text) ? [token.text] : []));

const EVENTS = ["PreToolUse", "BeforeTool", "preToolUse", "beforeReadFile", "Stop"];

/** Blanks and comments, as they may stand between any two tokens. What a person changes later has a `~`. */
const trivia = fc
  .array(
    fc.constantFrom(
      " ",
      "\n",
      "\r\n",
      "\t",
      "    ",
      "/* a, b */",
      "/**/",
      "// c ] }\n",
      "/*~1*/",
      "//~2\n",
      "// x \u00a0\n",
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(""));
const none = fc.constant("");

/** Documents as people write them, hooks of others among what is in them. */
const documents = fc.tuple(fc.constantFrom(trivia, none, fc.constantFrom("", " ", "\n", "\n  "))).chain(([blank]) => {
  const list = (items: readonly string[], gaps: readonly string[], trailing: boolean, brackets: string) => {
    const gap = (index: number) => gaps[index % gaps.length]!;
    const inner = items.map((item, index) => `${gap(2 * index)}${item}${gap(2 * index + 1)}`).join(",");
    const comma = trailing && items.length > 0 ? "," : "";
    return `${brackets[0]}${inner}${comma}${gap(2 * items.length)}${brackets[1]}`;
  };
  const gaps = fc.array(blank, { minLength: 9, maxLength: 9 });
  const scalar = fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom("1", "-2.5e3", "true", "null", '"~3"', '"a\\\\"', '"// no"', '"tollgate"', "{}", "[]"),
  );
  const foreign = fc
    .tuple(fc.array(scalar, { maxLength: 3 }), gaps, fc.boolean(), fc.boolean())
    .map(([items, between, trailing, isList]) =>
      isList
        ? list(items, between, trailing, "[]")
        : list(
            items.map((item, index) => `"k${index}"${between[8]}:${item}`),
            between,
            trailing,
            "{}",
          ),
    );
  const value = fc.oneof(scalar, foreign);
  const hook = fc.constantFrom(
    "null",
    '{"hooks":5}',
    '{"matcher":"x","hooks":[{"type":"command","command":"mine"}]}',
    '{ "matcher" : "Bash", "hooks" : [ ] }',
    '{"command":"other"}',
  );
  const event = fc
    .tuple(fc.array(hook, { maxLength: 3 }), gaps, fc.boolean())
    .map(([hooks, between, trailing]) => list(hooks, between, trailing, "[]"));
  const events = fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...EVENTS), { maxLength: 3 }),
      fc.array(event, { minLength: 3, maxLength: 3 }),
      gaps,
      fc.boolean(),
    )
    .map(([names, lists, between, trailing]) =>
      list(
        names.map((name, index) => `"${name}"${between[8]}:${between[7]}${lists[index]}`),
        between,
        trailing,
        "{}",
      ),
    );
  const member = fc.oneof(
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom("a", "b", "model", "a/b"), value) },
    { weight: 1, arbitrary: fc.tuple(fc.constant("hooks"), events) },
  );
  return fc
    .tuple(fc.constantFrom("", "\uFEFF"), blank, fc.array(member, { maxLength: 4 }), gaps, fc.boolean(), blank)
    .map(([mark, head, members, between, trailing, end]) => {
      const texts = members.map(([name, text]) => `"${name}"${between[8]}:${between[7]}${text}`);
      return `${mark}${head}${list(texts, between, trailing, "{}")}${end}`;
    });
});

/** What a person does elsewhere in the file: other comments, other values, more lines at the end. */
const edits = fc.record({
  block: fc.constantFrom("/*~1*/", "", "/* now\n on two lines */"),
  line: fc.constantFrom("//~2", "// other, words", "/* of\n lines */"),
  value: fc.constantFrom('"~3"', '"sonnet"', '{"x": [1]}'),
  end: fc.constantFrom("", "\n", "// end\n"),
});
const edited = (text: string, edit: { block: string; line: string; value: string; end: string }): string =>
  text.replaceAll("/*~1*/", edit.block).replaceAll("//~2", edit.line).replaceAll('"~3"', edit.value) + edit.end;

const agents = fc.constantFrom(...HOOK_AGENTS);

describe("the gate in any document", () => {
  test("comes out again to the byte", () => {
    fc.assert(
      fc.property(documents, agents, (before, agent) => {
        const after = put(before, agent);
        expect(wiredCommands(after, agent).length).toBeGreaterThan(0);
        expect(takeOut(after, agent, before)).toBe(before);
      }),
      { seed: 11, numRuns: 1_000 },
    );
  });

  test("comes out alone where the document was changed elsewhere, also when it was put in anew in between", () => {
    fc.assert(
      fc.property(documents, agents, edits, edits, (before, agent, one, two) => {
        const changed = edited(put(before, agent), one);
        expect(takeOut(changed, agent, before)).toBe(edited(before, one));

        const again = put(changed, agent, "/elsewhere/t.json");
        const origin = edited(before, one);
        expect(again).not.toBe(changed);
        expect(takeOut(edited(again, two), agent, origin, before)).toBe(edited(edited(before, one), two));
      }),
      { seed: 12, numRuns: 1_000 },
    );
  });

  test("leaves what others put beside it", () => {
    const place = fc.constantFrom(["hooks", "PreToolUse"], ["hooks", "BeforeTool"], ["hooks", "Stop"], ["more"]);
    fc.assert(
      fc.property(documents, agents, fc.array(place, { minLength: 1, maxLength: 3 }), (before, agent, places) => {
        fc.pre(!/"more"/.test(before));
        const grow = (text: string) =>
          places.reduce((grown, list, n) => appendItem(grown, list, { command: `n${n}` }), text);
        const grown = grow(put(before, agent));
        const left = takeOut(grown, agent, before)!;
        expect(data(left)).toEqual(data(grow(before)));
        expect(comments(left)).toEqual(comments(before));
      }),
      { seed: 13, numRuns: 1_000 },
    );
  });
});

describe("an entry that is taken out", () => {
  const LIST = ["hooks", "PreToolUse"];
  test.each([
    ["the last of a list on one line", '{"hooks":{"PreToolUse":[null,1,{"hooks":5}]}}'],
    ["a comment in an empty list", '{"hooks": {"PreToolUse": [ /* none */ ]}}'],
    ["a comment behind the neighbour", '{"hooks": {"PreToolUse": [\n  1, // first\n  2 // mine, second\n]}}'],
    ["comments around a comma", '{"hooks": {"PreToolUse": [1 /* a */ , /* b */]}}'],
    ["a pretty-printed list", '{\n  "hooks": {\n    "PreToolUse": [\n      {\n      }\n    ]\n  }\n}\n'],
    ["an empty list", '{"hooks": {"PreToolUse": []}}'],
    ["empty hooks", '{\n  "hooks": {}\n}'],
    ["no hooks", '{\n  "a": 1\n}\n'],
    ["two of a name", '{"hooks": {"PreToolUse": [1]}, "hooks": {"PreToolUse": [2]}}'],
  ])("leaves %s as it was", (_name, before) => {
    const after = appendItem(before, LIST, { command: "x" });
    const index = (data(after) as { hooks: { PreToolUse: unknown[] } }).hooks.PreToolUse.length - 1;
    expect(removeEntry(after, LIST, [...LIST, index], insertionInto(before, LIST))).toBe(before);
  });

  test.each([
    [
      "what others added to the list",
      '{"hooks": {"PreToolUse": [{"command":"x"}, {"command":"y"}]}}',
      '{"hooks": {"PreToolUse": [ {"command":"y"}]}}',
    ],
    [
      "a comment of others beside it",
      '{"hooks": {"PreToolUse": [{"command":"x"} /* y */]}}',
      '{"hooks": {"PreToolUse": [ /* y */]}}',
    ],
    ["another event", '{"hooks": {"PreToolUse": [{"command":"x"}], "Stop": []}}', '{"hooks": { "Stop": []}}'],
    ["a comma behind it", '{"hooks": {"PreToolUse": [{"command":"x"},]},}', "{}"],
    ["another form", '{\n  "hooks": {\n    "PreToolUse": [\n      { "command": "x" }\n    ]\n  }\n}', "{\n}"],
    [
      "a comment that its line ended",
      '{"hooks": {"PreToolUse": [ // y\n{"command":"x"}]}}',
      '{"hooks": {"PreToolUse": [ // y\n]}}',
    ],
  ])("goes from a file that was made for it with %s", (_name, text, left) => {
    expect(removeEntry(text, LIST, [...LIST, 0], insertionInto("{}", LIST))).toBe(left);
  });
});
