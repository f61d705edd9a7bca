import { describe, expect, test } from "vitest";
import { MAX_OPTIONS, MAX_VARIABLES, MAX_VALUE_CHARACTERS } from "../../../src/shell/limits.ts";
import { baseOf, SESSION_BASE, UNKNOWN_BASE } from "../../../src/shell/directory.ts";
import {
  bind,
  forget,
  initialState,
  isCovered,
  join,
  MORE_ALIASES,
  optionsOf,
  widen,
  withAlias,
} from "../../../src/shell/state.ts";
import type { ShellState } from "../../../src/shell/state.ts";
import { UNKNOWN } from "../../../src/shell/value.ts";

const start = initialState("/home/dev", SESSION_BASE);

function set(state: ShellState, name: string, ...values: string[]): ShellState {
  return bind(state, name, { kind: "scalar", options: values.map((value) => [value]) });
}

describe("where two ways join", () => {
  test("a variable has the values of both", () => {
    expect(optionsOf(join(set(start, "x", "a"), set(start, "x", "b")), "x")).toEqual([["a"], ["b"]]);
  });

  test("a variable that one way did not set may be anything", () => {
    expect(optionsOf(join(set(start, "x", "a"), start), "x")).toEqual([["a"], UNKNOWN]);
    expect(optionsOf(join(start, set(start, "x", "a")), "x")).toEqual([UNKNOWN, ["a"]]);
  });

  test("a text that looks like the notation of what is not known is a text", () => {
    const text = JSON.stringify(UNKNOWN);
    expect(optionsOf(join(set(start, "x", text), start), "x")).toEqual([[text], UNKNOWN]);
  });

  test("a way that leads nowhere counts for nothing", () => {
    const dead = { ...set(start, "x", "b"), dead: true };
    const live = set(start, "x", "a");
    expect(join(live, dead)).toBe(live);
    expect(join(dead, live)).toBe(live);
  });

  test("nothing changes where both are the same", () => {
    const state = set(start, "x", "a");
    expect(join(state, state)).toBe(state);
    expect(join(state, set(state, "y", "b")).variables.get("x")).toBe(state.variables.get("x"));
  });

  test("positional parameters that differ are not known", () => {
    const a = { ...start, positional: { zero: [], known: [["a"]], open: false } };
    const b = { ...start, positional: { zero: [], known: [["b"]], open: false } };
    expect(join(a, b).positional).toMatchObject({ known: [], open: true });
  });

  test("hazards and options of either way are there", () => {
    const joined = join({ ...start, hazards: new Set(["PATH"]) }, { ...start, options: new Set(["dotglob"]) });
    expect([...joined.hazards, ...joined.options]).toEqual(["PATH", "dotglob"]);
  });
});

describe("a loop", () => {
  test("that changes nothing is covered by its start", () => {
    const state = set(start, "x", "a");
    expect(isCovered(state, state)).toBe(true);
    expect(isCovered(set(state, "x", "a"), state)).toBe(true);
    expect(isCovered(set(state, "x", "b"), state)).toBe(false);
    expect(isCovered({ ...state, base: baseOf("src") }, state)).toBe(false);
  });

  test("that exports a name, or sets a trap, is not covered", () => {
    expect(isCovered({ ...start, exported: new Set([...start.exported, "f"]) }, start)).toBe(false);
    const { functions, aliases, open, exported, hazards } = start;
    const traps = { functions, aliases, open, exported, hazards, options: new Set(["lastpipe"]), positional: false };
    expect(isCovered({ ...start, traps }, start)).toBe(false);
    expect(isCovered(start, { ...start, traps })).toBe(true);
    expect(isCovered({ ...start, traps: { ...traps, positional: true } }, { ...start, traps })).toBe(false);
  });

  test("that sets a variable of which nothing was known is covered too", () => {
    expect(isCovered(set(start, "x", "a"), start)).toBe(true);
  });

  test("that goes on changing something makes it unknown", () => {
    const wide = widen(set(start, "x", "a"), { ...set(start, "x", "b"), base: baseOf("src") });
    expect(optionsOf(wide, "x")).toEqual([UNKNOWN]);
    expect(wide.base).toBe(UNKNOWN_BASE);
    expect(optionsOf(wide, "HOME")).toEqual([["/home/dev"]]);
  });
});

describe("bounds", () => {
  test("more values than are followed are anything", () => {
    const values = Array.from({ length: MAX_OPTIONS + 1 }, (_, index) => `v${index}`);
    expect(optionsOf(set(start, "x", ...values), "x")).toEqual([UNKNOWN]);
  });

  test("a value that is too long is anything", () => {
    expect(optionsOf(set(set(start, "x", "a"), "x", "a".repeat(MAX_VALUE_CHARACTERS + 1)), "x")).toEqual([UNKNOWN]);
  });

  test("more variables than are followed are anything", () => {
    let state = start;
    for (let index = 0; index < MAX_VARIABLES + 10; index++) state = set(state, `v${index}`, "a");
    expect(state.variables.size).toBe(MAX_VARIABLES);
    expect(optionsOf(state, `v${MAX_VARIABLES + 9}`)).toEqual([UNKNOWN]);
  });
});

describe("an alias", () => {
  test("keeps what it stood for", () => {
    const state = withAlias(withAlias(withAlias(start, "a", ["b"]), "a", ["c"]), "a", ["b"]);
    expect(state.aliases.get("a")).toEqual([["b"], ["c"]]);
  });

  test("of more texts, or beside more others, than are followed may be any", () => {
    const some = Array.from({ length: 200 }, (_, at) => String(at));
    const texts = some.reduce((state, text) => withAlias(state, "a", [text]), start);
    const names = some.reduce((state, name) => withAlias(state, name, ["b"]), start);
    expect([texts, names].map(({ options }) => options.has(MORE_ALIASES))).toEqual([true, true]);
  });
});

test("a state that is forgotten keeps what the program defined", () => {
  const state = forget({ ...set(start, "x", "a"), hazards: new Set(["PATH"]), base: baseOf("src") });
  expect(optionsOf(state, "x")).toEqual([UNKNOWN]);
  expect(state.base).toBe(UNKNOWN_BASE);
  expect(state.hazards.has("PATH")).toBe(true);
});
