/** The pages about diagnostics: there is one for each, and what they show is what happens. */
import { describe, expect, test } from "vitest";
import { SEVERITIES, type DiagnosticCode } from "../../compiler/diagnostic.ts";
import { analyzePolicy, compilePolicy } from "../../compiler/index.ts";
import { listFiles, readProject } from "../project.ts";

const folder = "docs/diagnostics";
const codes = Object.keys(SEVERITIES) as DiagnosticCode[];

/** Codes whose mistake cannot be shown in a few lines. */
const withoutExample: readonly DiagnosticCode[] = [
  "invalid-character",
  "bidirectional-character",
  "unusual-blank",
  "file-too-large",
  "line-too-long",
  "too-many-problems",
  "include-cycle",
  "too-many-includes",
  "untrusted-shell-tools",
  "too-many-rules",
  "never-undecided",
  "unexamined-rule",
];

/** The policy below a heading of a page, or the file of an agent. */
function example(page: string, heading: string): { readonly file: string; readonly text: string } | undefined {
  const block = new RegExp(`^## ${heading}\\n\\n(\`{3,})(gate|markdown)\\n([\\s\\S]*?)^\\1$`, "m").exec(page);
  if (block === null) return undefined;
  return { file: block[2] === "gate" ? "policy.gate" : "agent.md", text: block[3] ?? "" };
}

const NOTHING = { file: "policy.gate", text: "" };
const problems = (source = NOTHING) => compilePolicy([source]).diagnostics.map(({ code }) => code);
const findings = async (source = NOTHING) => (await analyzePolicy([source])).diagnostics.map(({ code }) => code);

/** Codes that `check` tells of policies without errors: those from the first finding on. */
const isFinding = (code: DiagnosticCode) => codes.indexOf(code) >= codes.indexOf("shadowed-rule");

test("every code has a page, and every page a code", () => {
  const pages = listFiles([folder]).filter((file) => !file.endsWith("README.md"));
  expect(pages).toEqual(codes.map((code) => `${folder}/${code}.md`).toSorted());
});

describe("the page", () => {
  test.each(codes)("of %s says what it is", (code) => {
    expect(readProject(`${folder}/${code}.md`)).toMatch(new RegExp(`^# ${code}\\n\\n_${SEVERITIES[code]}_: `));
    const row = new RegExp(`^\\| \\[${code}\\]\\(${code}\\.md\\) +\\| ${SEVERITIES[code]} +\\|`, "m");
    expect(readProject(`${folder}/README.md`)).toMatch(row);
  });

  test.each(codes.filter((code) => !withoutExample.includes(code)))("of %s shows what to avoid", async (code) => {
    expect(await findings(example(readProject(`${folder}/${code}.md`), "Avoid"))).toContain(code);
  });

  test.each(withoutExample)("of %s shows nothing to avoid", (code) => {
    expect(example(readProject(`${folder}/${code}.md`), "Avoid")).toBeUndefined();
  });

  test.each(codes)("of %s shows nothing that is wrong where it says what to prefer", async (code) => {
    const source = example(readProject(`${folder}/${code}.md`), "Prefer");
    expect(isFinding(code) ? await findings(source) : problems(source)).toEqual([]);
  });
});

describe("the page about the language", () => {
  const page = readProject("docs/language.md");
  const policies = [...page.matchAll(/^(`{3,})gate\n([\s\S]*?)^\1$/gm)].map((match) => match[2] ?? "");

  test("shows policies", () => {
    expect(policies.length).toBeGreaterThan(5);
  });

  test.each(policies.map((policy, index) => [index + 1, policy] as const))("shows rightly: %i", (_, policy) => {
    expect(problems({ file: "policy.gate", text: policy })).toEqual([]);
  });
});
