/** What the forms of paths are, platform by platform. The cases are data: a new one needs no code. */
import { describe, expect, test } from "vitest";
import { findingsOf, pathOf, readTable, wantedOf } from "./cases.ts";

describe.each(["linux.yaml", "darwin.yaml", "win32.yaml", "values.yaml"])("%s", (file) => {
  const table = readTable(file);
  test.each(table.cases)("$name", (wanted) => {
    expect(findingsOf(pathOf(table, wanted))).toEqual(wantedOf(wanted));
  });
});
