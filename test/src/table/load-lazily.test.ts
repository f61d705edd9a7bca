import { describe, expect, test } from "vitest";
import { compilePolicy, serializeTable } from "../../../compiler/index.ts";
import { digestOf } from "../../../src/table/format.ts";
import { TableError, loadTable } from "../../../src/table/load.ts";
import { readProject } from "../../project.ts";

const { data } = compilePolicy([{ file: "starter.gate", text: readProject("policies/starter.gate") }]);
if (data === null) throw new Error("the policy has errors");
const text = serializeTable(data);
const question = (value: string) => ({ written: [[value]], readings: [] });

describe("a table without automata", () => {
  const { data: leanData } = compilePolicy([{ file: "starter.gate", text: readProject("policies/starter.gate") }], {
    lean: true,
  });
  const lean = serializeTable(leanData!);
  const spoiled = (change: (table: Record<string, unknown>) => void): string => {
    const table = JSON.parse(lean) as Record<string, unknown>;
    change(table);
    return JSON.stringify(table);
  };

  test("has a checksum, and is known by the digest where that is gone", () => {
    expect(leanData).toHaveProperty("checksum");
    for (const lazily of [false, true]) {
      expect(loadTable(lean, { lazily }).digest).toBe(leanData!.digest);
      expect(
        loadTable(
          spoiled((table) => delete table["checksum"]),
          { lazily },
        ).digest,
      ).toBe(leanData!.digest);
    }
  });

  test.each([
    ["was changed", lean.replace('"deny"', '"allow"')],
    ["has another digest", lean.replace(leanData!.digest, "0".repeat(64))],
    ["has another checksum", lean.replace(/"checksum": "\w+"/, '"checksum": "1"')],
    ["has a checksum of another kind", lean.replace(/"checksum": "\w+"/, '"checksum": 1')],
    ["was changed and has no checksum", spoiled((table) => delete table["checksum"]).replace('"deny"', '"allow"')],
    ["has a further member", spoiled((table) => (table["x"] = 1))],
  ])("is refused where it %s", (_name, damaged) => {
    expect(damaged).not.toBe(lean);
    for (const lazily of [false, true]) expect(() => loadTable(damaged, { lazily })).toThrow(TableError);
  });
});

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
