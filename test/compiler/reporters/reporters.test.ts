import { describe, expect, test } from "vitest";
import {
  casesOfFiles,
  REPORTERS,
  REPORT_FORMATS,
  type Report,
  type ReportedProblem,
} from "../../../compiler/reporters/index.ts";
import { compilePolicy } from "../../../compiler/index.ts";

const problem = (over: Partial<ReportedProblem> = {}): ReportedProblem => ({
  code: "unknown-action",
  severity: "error",
  message: "`alow` is no action",
  help: "did you mean `allow`?",
  place: { file: "sub dir/a.gate", line: 2, column: 3, endLine: 2, endColumn: 7 },
  ...over,
});
const report = (...problems: readonly ReportedProblem[]): Report => ({
  command: "check",
  version: "1.2.3",
  text: "for people\n",
  data: { any: 1 },
  cases: [
    { suite: "sub dir/a.gate", name: "sub dir/a.gate", problems },
    { suite: "b.gate", name: "b.gate", problems: [] },
  ],
});
const several = report(
  problem(),
  problem({ severity: "warning", code: "shadowed", message: 'never wins: 100 %, <b>\n"x"', help: null }),
  problem({ severity: "hint", code: "double-star", place: null }),
);

test("every format has a name", () => {
  expect(REPORT_FORMATS.toSorted()).toEqual(Object.keys(REPORTERS).toSorted());
});

test("text is what the command says, json its data", () => {
  expect(REPORTERS.text(several)).toBe("for people\n");
  expect(JSON.parse(REPORTERS.json(several))).toEqual({ any: 1 });
});

describe("github", () => {
  test("gives a workflow command for each problem, escaped", () => {
    expect(REPORTERS.github(several).split("\n")).toEqual([
      "::error file=sub dir/a.gate,line=2,endLine=2,col=3,endColumn=7,title=unknown-action::`alow` is no action%0Adid you mean `allow`?",
      '::warning file=sub dir/a.gate,line=2,endLine=2,col=3,endColumn=7,title=shadowed::never wins: 100 %25, <b>%0A"x"',
      "::notice title=double-star::`alow` is no action%0Adid you mean `allow`?",
      "",
    ]);
  });

  test("cannot be led to another command by the name of a file", () => {
    const place = { file: "a,b:c\n::error::x%.gate", line: 1, column: 1, endLine: 3, endColumn: 1 };
    expect(REPORTERS.github(report(problem({ place, help: null })))).toBe(
      "::error file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax%25.gate,line=1,endLine=3,title=unknown-action::`alow` is no action\n",
    );
  });

  test("says nothing where nothing is wrong", () => {
    expect(REPORTERS.github(report())).toBe("");
  });
});

describe("sarif", () => {
  test("has a result for each problem, with its rule and its region", () => {
    const log = JSON.parse(REPORTERS.sarif(several)) as {
      version: string;
      runs: [
        {
          tool: { driver: unknown };
          results: { ruleId: string; ruleIndex: number; level: string }[];
          columnKind: string;
        },
      ];
    };
    const [run] = log.runs;
    expect(log.version).toBe("2.1.0");
    expect(run.columnKind).toBe("utf16CodeUnits");
    expect(run.tool.driver).toEqual({
      name: "tollgate",
      version: "1.2.3",
      rules: [{ id: "double-star" }, { id: "shadowed" }, { id: "unknown-action" }],
    });
    expect(run.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
      ["unknown-action", 2, "error"],
      ["shadowed", 1, "warning"],
      ["double-star", 0, "note"],
    ]);
    expect(run.results[0]).toMatchObject({
      message: { text: "`alow` is no action\ndid you mean `allow`?" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "sub%20dir/a.gate" },
            region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 7 },
          },
        },
      ],
    });
    expect(run.results[2]).not.toHaveProperty("locations");
  });

  test.each([
    ["preset:secrets", "preset:secrets"],
    ["C:\\dir\\a.gate", "file:///C:/dir/a.gate"],
    ["größe.gate", "gr%C3%B6%C3%9Fe.gate"],
  ])("names `%s` by the reference `%s`", (file, uri) => {
    const place = { file, line: 1, column: 1, endLine: 1, endColumn: 2 };
    expect(REPORTERS.sarif(report(problem({ place })))).toContain(`"uri": "${uri}"`);
  });
});

describe("junit", () => {
  test("has a suite for each file, and fails a case for errors alone", async () => {
    await expect(REPORTERS.junit(several)).toMatchFileSnapshot("../../golden/reporters/junit.xml");
  });

  test("holds no character that XML cannot", () => {
    const xml = REPORTERS.junit(report(problem({ message: "a\u0000b\u001B[31m\uD800\uFFFF\tc" })));
    // oxlint-disable-next-line eslint/no-control-regex -- Control characters are what is looked for.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000B-\u001F\uFFFF\p{Surrogate}]/u);
    expect(xml).toContain("a\uFFFDb\uFFFD[31m\uFFFD\uFFFD&#9;c");
  });
});

test("diagnostics are problems of their files", () => {
  const { diagnostics } = compilePolicy([{ file: "a.gate", text: "bash:\n  alow ls\n" }]);
  expect(casesOfFiles(["a.gate", "b.gate"], diagnostics)).toMatchObject([
    {
      suite: "a.gate",
      problems: [{ code: "unknown-action", severity: "error", place: { line: 2, column: 3, endColumn: 7 } }],
    },
    { suite: "b.gate", problems: [] },
  ]);
});
