import { describe, expect, test } from "vitest";
import { compilePolicy, serializeTable } from "../../../compiler/index.ts";
import { digestOf } from "../../../src/table/format.ts";
import { TableError, loadTable } from "../../../src/table/load.ts";
import { readProject } from "../../project.ts";

const { data } = compilePolicy([{ file: "starter.gate", text: readProject("policies/starter.gate") }]);
if (data === null) throw new Error("the policy has errors");
const text = serializeTable(data);
const question = (value: string) => ({ written: [[value]], readings: [] });

describe("a table whose automata are opened when they are asked", () => {
  test("answers as one whose automata are open", () => {
    const [lazy, eager] = [loadTable(text, { lazily: true }), loadTable(text)];
    for (const surface of ["bash", "path", "read", "write", "mcp", "wrapper", "nothing"]) {
      for (const value of ["ls", "sudo", "/tmp/x", "x.env", "time", ""]) {
        expect(lazy.lookup(surface, null, question(value))).toEqual(eager.lookup(surface, null, question(value)));
      }
    }
  });

  test.each([
    ["cut short", text.slice(0, -100)],
    ["changed", text.replace('"deny"', '"allow"')],
    ["of another version", text.replace(/"format": \d+/, '"format": 99')],
  ])("is refused at once where it is %s", (_name, damaged) => {
    expect(() => loadTable(damaged, { lazily: true })).toThrow(TableError);
  });

  test("throws when it is asked, where it is sealed but no table of the compiler's", () => {
    const { digest: _, ...content } = JSON.parse(text) as Record<string, unknown>;
    const forged = { ...content, automata: (content["automata"] as unknown[]).map(() => ({})) };
    const sealed = JSON.stringify({ ...forged, digest: digestOf(forged) });
    expect(() => loadTable(sealed)).toThrow(TableError);
    expect(() => loadTable(sealed, { lazily: true }).lookup("read", null, question("x"))).toThrow(TableError);
  });
});
