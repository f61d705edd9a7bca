import { describe, expect, test } from "vitest";
import { runWithin } from "../../../src/agents/hook/deadline.ts";

describe("work within a limit", () => {
  test("gives its result", () => {
    expect(runWithin(10_000, () => 7)).toBe(7);
    expect(runWithin(10_000, () => undefined)).toBeUndefined();
  });

  test("throws what it throws", () => {
    expect(() => runWithin(10_000, () => JSON.parse("{") as unknown)).toThrow(SyntaxError);
  });

  test("is ended although it never gives control back", () => {
    const hang = (): never => {
      for (;;);
    };
    expect(() => runWithin(20, hang)).toThrow(/timed out/);
  });

  test("is ended in the middle of a regular expression", () => {
    expect(() => runWithin(20, () => /^(?:a+)+$/.test(`${"a".repeat(40)}b`))).toThrow(/timed out/);
  });

  test("can hold other such work", () => {
    expect(runWithin(10_000, () => runWithin(10_000, () => 1) + 1)).toBe(2);
  });
});
