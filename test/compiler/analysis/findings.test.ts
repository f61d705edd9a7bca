import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { analyzePolicy } from "../../../compiler/analysis/analyze.ts";
import { decide, exampleGate } from "../../../compiler/analysis/probe.ts";
import { readInclude } from "../../../compiler/node-files.ts";
import { listFiles, readProject } from "../../project.ts";
import { told } from "./find.ts";

interface Case {
  readonly name: string;
  readonly policy: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly finds: readonly (readonly [code: string, text: string, line: number])[];
  readonly severity?: string;
}

const cases = parse(readFileSync(new URL("findings.yaml", import.meta.url), "utf8")) as readonly Case[];

test.each(cases)("finds $name", async ({ policy, files = {}, finds, severity }) => {
  const analyzed = await analyzePolicy([{ file: "policy.gate", text: policy }], {
    readInclude: (_, name) => (files[name] === undefined ? null : { file: name, text: files[name] }),
  });
  expect(told(analyzed)).toEqual(finds);
  if (severity !== undefined)
    expect(analyzed.diagnostics.map((one) => one.severity)).toEqual(finds.map(() => severity));
});

test("what shows that too much is allowed is allowed", async () => {
  const text = "bash:\n  ask *\n  allow {python3,find,git,curl,env} *\nwrite: allow\n";
  const { data, diagnostics } = await analyzePolicy([{ file: "policy.gate", text }]);
  const gate = await exampleGate(data!);
  const examples = diagnostics.flatMap((one) =>
    "example" in one && one.code.startsWith("allows-") ? [one.example!] : [],
  );
  expect(examples.length).toBeGreaterThan(4);
  for (const example of examples) {
    const file = /^write (.*)$/.exec(example)?.[1];
    const call =
      file === undefined
        ? { tool: "bash", input: { command: example } }
        : { tool: "write", input: { file_path: file } };
    expect([example, decide(gate, { ...call, agent: null }).action]).toEqual([example, "allow"]);
  }
});

describe("the policies that ship with the project", () => {
  test.each(listFiles(["policies"]).filter((file) => file.endsWith(".gate")))(
    "leave nothing to find: %s",
    async (file) => {
      const { diagnostics } = await analyzePolicy([{ file, text: readProject(file) }], { readInclude });
      expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([]);
    },
    60_000,
  );
});
