import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { accepts, cases, decideCase, type Case } from "./case.ts";

/** By name, why a case is not answered as it says. */
const knownGaps = parse(readFileSync(new URL("known-gaps.yaml", import.meta.url), "utf8")) as Readonly<
  Record<string, string>
>;

/** By name, why a debatable case is answered otherwise than its label says. */
const decidedOtherwise = parse(readFileSync(new URL("decided-otherwise.yaml", import.meta.url), "utf8")) as Readonly<
  Record<string, string>
>;

const passed = new Map<string, boolean>();
const firm = cases.filter((of) => of.debatable !== true);
const debatable = cases.filter((of) => of.debatable === true);

describe.each(["bypass", "path", "overprompt"] as const)("a case of kind %s", (kind) => {
  const ofKind = firm.filter((of) => of.kind === kind);

  test.each(ofKind.map((of) => [of.id, of] as const))("%s", async (id, of) => {
    const decision = await decideCase(of);
    const passes = accepts(of, decision.action);
    passed.set(id, passes);
    const got = `${of.tool} ${JSON.stringify(of.input)} is \`${decision.action}\` (${decision.surface}: ${decision.value}), expected ${of.expect}: ${of.why}`;
    const isGap = id in knownGaps;
    expect(passes, isGap ? `${id} passes now: strike it from known-gaps.yaml` : got).toBe(!isGap);
  });
});

describe("the known gaps", () => {
  test("are cases of the corpus that can fail", () => {
    const names = new Set(firm.map((of) => of.id));
    expect(Object.keys(knownGaps).filter((name) => !names.has(name))).toEqual([]);
  });

  test("each have a cause", () => {
    expect(Object.entries(knownGaps).filter(([, cause]) => typeof cause !== "string" || cause.length < 10)).toEqual([]);
  });
});

describe("a debatable case", () => {
  test.each(debatable.map((of) => [of.id, of] as const))(
    "%s is answered as its label says, or a reason is given",
    async (id, of) => {
      const passes = accepts(of, (await decideCase(of)).action);
      passed.set(id, passes);
      expect(passes).toBe(!(id in decidedOtherwise));
    },
  );

  test("that is answered otherwise is one of the corpus", () => {
    const names = new Set(debatable.map((of) => of.id));
    expect(Object.keys(decidedOtherwise).filter((name) => !names.has(name))).toEqual([]);
  });
});

afterAll(() => {
  process.stdout.write(report());
});

/** How many cases are answered as they say, by kind and by technique. */
function report(): string {
  const line = (name: string, among: readonly Case[]): string => {
    const right = among.filter((of) => passed.get(of.id) === true).length;
    const wrong = among.filter((of) => passed.get(of.id) === false).map((of) => of.id);
    return `  ${name.padEnd(22)} ${right}/${among.length}${wrong.length === 0 ? "" : `  not: ${wrong.join(" ")}`}\n`;
  };
  const techniques = [...new Set(firm.flatMap((of) => of.technique))].toSorted();
  return [
    "\ncorpus\n",
    line("all", firm),
    ...(["bypass", "path", "overprompt"] as const).map((kind) =>
      line(
        kind,
        firm.filter((of) => of.kind === kind),
      ),
    ),
    "by technique\n",
    ...techniques.map((name) =>
      line(
        name,
        firm.filter((of) => of.technique.includes(name)),
      ),
    ),
    "debatable, for the record\n",
    line("as the label says", debatable),
  ].join("");
}
