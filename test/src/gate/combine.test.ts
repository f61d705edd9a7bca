import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { strictness, type Action } from "../../../src/decision.ts";
import { decidingFinding } from "../../../src/gate/combine.ts";
import { GATES, type Finding, type GateName } from "../../../src/gate/finding.ts";

function finding(action: Action, gate: GateName = "tool", value = ""): Finding {
  return {
    gate,
    surface: "bash",
    value,
    action,
    rule: null,
    mixed: false,
    final: false,
    floor: null,
    lifted: null,
    subject: { kind: "call" },
    asked: null,
  };
}

describe("the deciding finding", () => {
  test("is none of none", () => {
    expect(decidingFinding([])).toBeNull();
  });

  test("is the first of the strictest", () => {
    const findings = [
      finding("allow"),
      finding("ask", "path", "first"),
      finding("ask", "tool", "second"),
      finding("allow"),
    ];
    expect(decidingFinding(findings)?.value).toBe("first");
  });

  test("is the tool's own where all allow", () => {
    expect(
      decidingFinding([finding("allow", "path", "a"), finding("allow", "tool", "b"), finding("allow", "tool", "c")])
        ?.value,
    ).toBe("b");
  });

  test("ends the walk where it denies", () => {
    let drawn = 0;
    function* findings(): Generator<Finding> {
      for (const action of ["ask", "deny", "deny"] as const) {
        drawn += 1;
        yield finding(action);
      }
    }
    expect(decidingFinding(findings())?.action).toBe("deny");
    expect(drawn).toBe(2);
  });

  test("is never less strict than any finding", () => {
    const anyFinding = fc
      .tuple(fc.constantFrom<Action>("allow", "ask", "deny"), fc.constantFrom(...GATES))
      .map(([action, gate]) => finding(action, gate));
    const property = fc.property(fc.array(anyFinding, { minLength: 1 }), (findings) => {
      const strictest = Math.max(...findings.map(({ action }) => strictness(action)));
      expect(strictness(decidingFinding(findings)!.action)).toBe(strictest);
    });
    fc.assert(property, { seed: 3, numRuns: 300 });
  });
});
