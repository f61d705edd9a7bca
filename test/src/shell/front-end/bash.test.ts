import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalScript } from "../../../../src/shell/front-end/canonical.ts";
import { readWithUnbash } from "../../../../src/shell/front-end/unbash.ts";
import { loadParsers, type Parsers } from "../../../../src/shell/parsers.ts";
import { bashProgram } from "../../../oracle/bash-grammar.ts";
import { acceptedByBash, asPrinted, bodyOf, declaredByBash } from "../../../oracle/declared.ts";

/** Random programs with every construct; the seed makes them the same on every run. */
const programs = fc.sample(bashProgram(), { seed: 1729, numRuns: 1000 });

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

describe("random programs", () => {
  it("are never read in two ways without a fault", () => {
    const contradicted = programs.filter((program) => {
      const { readings } = parsers.read(program);
      return readings.length > 1 && readings.every((reading) => reading.faults.length === 0);
    });
    expect(contradicted).toEqual([]);
  });

  it("are read as bash reads them, wherever a reading counts", () => {
    const printed = declaredByBash(programs);
    let compared = 0;
    programs.forEach((program, index) => {
      const { readings, agree } = parsers.read(program);
      const text = printed[index];
      if (!agree || text === null || text === undefined) return;
      const again = readWithUnbash(text);
      // bash prints a here-document with what follows it on its line in ways that are no program, and in an array loses
      // a blank after an escaped one.
      if (again.faults.length > 0 || /\([^)]*\\ /.test(program)) return;
      compared++;
      expect({ program, reads: canonicalScript(asPrinted(bodyOf(again.script))) }).toEqual({
        program,
        reads: canonicalScript(asPrinted(readings[0]!.script)),
      });
    });
    expect(compared).toBeGreaterThan(950);
  });

  it("are read without a fault where bash accepts them, but for one in a hundred", () => {
    const some = programs.slice(0, 250);
    const accepted = acceptedByBash(some);
    const lost = some.filter((program, index) => accepted[index] && !parsers.read(program).agree);
    expect(lost.length).toBeLessThan(4);
  });
});
