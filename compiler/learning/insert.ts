/**
 * Rules put into the text of a policy, so that they lift what was asked and nothing that is denied.
 *
 * The last rule that matches wins. A rule that allows therefore goes right behind the rule that asked, in front of all
 * that follows it; where no rule asked, in front of the surface's first rule, or to the end of a file without one.
 */
import type { RuleSource } from "../../src/decision.ts";
import { formatPolicy } from "../format.ts";
import { parsePolicy } from "../parse.ts";

/** A rule to be put into a policy. */
export interface NewRule {
  readonly surface: string;
  readonly agent: string | null;
  /** Without the surface: `allow git checkout *`. */
  readonly rule: string;
  /** Why and when, on one line, without `#`; or null. */
  readonly comment: string | null;
  /** The rule that asked, or null where none did. */
  readonly after: Pick<RuleSource, "file" | "line"> | null;
}

/**
 * The text of a policy with rules put in, and `tests` (whole statements) at its end, in the canonical form. Null where
 * the text has errors, as it is or with the rules.
 */
export function insertRules(
  text: string,
  file: string,
  rules: readonly NewRule[],
  tests: readonly string[] = [],
): string | null {
  const { tree, source, diagnostics } = parsePolicy(text, file);
  if (diagnostics.some(({ severity }) => severity === "error")) return null;
  const lines = text.split(/\r?\n/);
  const places = new Map<number, string[]>();
  const atEnd = new Map<string, string[]>();
  /** Puts lines behind line `line` (0: in front of all). */
  const put = (line: number, ...more: readonly string[]): void => {
    places.set(line, [...(places.get(line) ?? []), ...more]);
  };
  const surfaces = tree.statements.filter((statement) => statement.kind === "surface");
  const lineOf = (offset: number): number => source.position(offset).line;

  for (const { surface, agent, rule, comment, after } of rules) {
    const remark = comment === null ? [] : [`# ${oneLine(comment)}`];
    const head = headOf(surface, agent);
    const own = surfaces.filter((one) => one.surface.text === surface && (one.agent?.text ?? null) === agent);
    const asking =
      after === null || after.file !== file
        ? undefined
        : own.find((one) => {
            return one.rules.some((node) => lineOf(node.span.start) === after.line);
          });
    const first = own[0];
    if (asking !== undefined && after !== null) {
      const isHead = lineOf(asking.span.start) === after.line;
      if (isHead) put(after.line, ...remark, `${head}: ${rule}`);
      else put(after.line, ...[...remark, rule].map((line) => `  ${line}`));
    } else if (first !== undefined && after === null) {
      put(lineOf(first.span.start) - 1, ...remark, `${head}: ${rule}`);
    } else {
      const block = atEnd.get(head) ?? [];
      block.push(...remark, rule);
      atEnd.set(head, block);
    }
  }
  const blocks = [...atEnd].map(([head, block]) => [`${head}:`, ...block.map((line) => `  ${line}`), ""].join("\n"));
  const result = [
    ...(places.get(0) ?? []),
    ...lines.flatMap((line, index) => [line, ...(places.get(index + 1) ?? [])]),
  ];
  const ended = [result.join("\n").trimEnd(), ...blocks, ...tests].filter((part) => part !== "").join("\n\n");
  return formatPolicy(`${ended}\n`, file).text;
}

function headOf(surface: string, agent: string | null): string {
  return agent === null ? nameText(surface) : `${nameText(surface)} for agent ${nameText(agent)}`;
}

/** A name as a policy writes it: in quotes where it is no plain word. */
export function nameText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : `"${name.replace(/["\\$`]/g, "\\$&")}"`;
}

function oneLine(comment: string): string {
  return comment
    .replace(/\s+/g, " ")
    .replace(/[^\P{C}]/gu, "")
    .trim();
}
