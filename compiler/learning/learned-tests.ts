/**
 * Tests for learned rules: some of the calls that were approved, and of those that were refused or denied, as a policy's
 * own tests say them.
 */
import type { LogRecord } from "../../src/session/record.ts";
import type { Table } from "../../src/table/table.ts";
import { loadParsers } from "../../src/shell/parsers.ts";
import { parsePolicy } from "../parse.ts";
import { resolvePolicy } from "../load.ts";
import { runTests } from "../testing/run.ts";
import { nameText } from "./insert.ts";
import type { PlacedRecord } from "./records.ts";

/** Most expectations of each kind. */
const MOST = 40;

interface Tried {
  readonly placed: PlacedRecord;
}

/** Whole `test` statements, of which each expectation holds under the table. Tests see no disk, so not all can be said. */
export async function testsFor(approved: readonly Tried[], against: readonly Tried[], table: Table): Promise<string[]> {
  const parsers = await loadParsers();
  const holds = (statement: string): boolean => {
    const text = `${statement}\n`;
    if (parsePolicy(text, "test").diagnostics.length > 0) return false;
    const { policy } = resolvePolicy([{ file: "test", text }]);
    return policy !== null && runTests(policy.tests, table, parsers).every((outcome) => outcome.failure === null);
  };
  const blocks = new Map<string, string[]>();
  const add = (name: string, tried: readonly Tried[], actions: readonly string[]): void => {
    let count = 0;
    for (const { placed } of tried) {
      if (count >= MOST) return;
      const rest = restOf(placed.record);
      if (rest === null) continue;
      const { cwd, agent, tool } = placed.record;
      const head = `test ${nameText(name)} in "${cwd.replace(/["\\$`]/g, "\\$&")}"${agent === null ? "" : ` as agent ${nameText(agent)}`}:`;
      const expectation = actions
        .map((action) => `  ${action} ${nameText(tool)}: ${rest}`)
        .find((line) => holds(`${head}\n${line}`));
      if (expectation === undefined) continue;
      const block = blocks.get(head) ?? [];
      if (block.includes(expectation)) continue;
      block.push(expectation);
      blocks.set(head, block);
      count++;
    }
  };
  add("learned: approved", approved, ["allow"]);
  add("learned: refused or denied", against, ["ask", "deny"]);
  return [...blocks].map(([head, lines]) => [head, ...lines].join("\n"));
}

/** A call as the rest of an expectation's line; null where it does not fit on one. */
function restOf({ input, tool, command }: LogRecord): string | null {
  const values = Object.values(input);
  const [only] = values;
  const isPlain =
    values.length === 1 &&
    typeof only === "string" &&
    (command !== null || ["path", "name"].includes(Object.keys(input)[0]!));
  if (isPlain && isOneLine(only) && !only.startsWith("{") && !only.startsWith("```")) return only;
  const json = JSON.stringify(input);
  return isOneLine(json) && tool !== "" ? json : null;
}

function isOneLine(text: string): boolean {
  return text !== "" && text === text.trim() && text.length < 1_000 && !/[\p{Cc}\p{Cs}]/u.test(text);
}
