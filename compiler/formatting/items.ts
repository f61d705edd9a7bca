/**
 * A policy file as a row of items, each of which will stand on a line of its own: statements, the lines of their
 * blocks, and comments.
 */
import type { Comment, Expectation, Span, Statement, SurfaceStatement, TestStatement } from "../ast.ts";
import type { ParsedPolicy } from "../parse.ts";
import type { Source } from "../source.ts";
import { memberText, ruleName, ruleText } from "./rule-text.ts";

export interface Item {
  /** `body`: a line of the block of the last statement. */
  readonly kind: "statement" | "body" | "comment";
  /** One, but for a command between fences. Without indentation. */
  readonly lines: readonly string[];
  /** Columns in front of it; for a comment, those that it has in the file. */
  readonly indent: number;
  /** A comment that follows on the same line, or null. */
  readonly trail: string | null;
  /** The lines that it takes in the file, from 1. */
  readonly first: number;
  readonly last: number;
  /** A statement with a block, though it may be empty. */
  readonly isBlock: boolean;
}

/** Columns that the lines of a block are indented by, and again what belongs to one of them. */
export const INDENT = 2;

/** The items of a file that has no errors, in the order of the text. */
export function itemsOf({ tree, source }: ParsedPolicy): Item[] {
  const items = tree.statements.flatMap((statement) => statementItems(statement, source));
  const byLine = new Map(items.map((item, index) => [item.last, index]));
  for (const comment of tree.comments) {
    const line = source.position(comment.span.start).line;
    const index = byLine.get(line);
    if (index === undefined) items.push(commentItem(comment, source, line));
    else items[index] = { ...items[index]!, trail: textOf(comment) };
  }
  // Comments that stand alone come last, and a sort is stable.
  return items.toSorted((a, b) => a.first - b.first);
}

/** A comment without the blanks at its end. */
export function textOf({ text }: Comment): string {
  return text.replace(/[ \t]+$/, "");
}

function commentItem(comment: Comment, source: Source, line: number): Item {
  const { column } = source.position(comment.span.start);
  return {
    kind: "comment",
    lines: [textOf(comment)],
    indent: column - 1,
    trail: null,
    first: line,
    last: line,
    isBlock: false,
  };
}

function statementItems(statement: Statement, source: Source): Item[] {
  const written = (span: Span): string => source.slice(span);
  const head = (text: string, isBlock: boolean): Item => {
    const line = source.position(statement.span.start).line;
    return { kind: "statement", lines: [text], indent: 0, trail: null, first: line, last: line, isBlock };
  };
  const body = (span: Span, text: string): Item => bodyItem(source, span, [text]);
  switch (statement.kind) {
    case "include":
      return [head(`include ${written(statement.target.span)}`, false)];
    case "default":
      return [
        head(
          `default${statement.agent === null ? "" : ` for agent ${written(statement.agent.span)}`}: ${statement.action}`,
          false,
        ),
      ];
    case "never":
      // The rule is said without its action, which is said in front.
      return [
        head(
          `never allow ${written(statement.surface.span)}: ${ruleText(statement.rule, source.text).replace(/^allow /, "")}`,
          false,
        ),
      ];
    case "shellTools":
      return [
        head("shellTools:", true),
        ...statement.tools.map(({ span, tool, fields }) =>
          body(span, [`${written(tool.span)}:`, ...fields.map((field) => written(field.span))].join(" ")),
        ),
      ];
    case "group":
      return [
        head(`group ${statement.name.text}:`, true),
        ...statement.members.map((member) => body(member.span, memberText(member, source.text))),
      ];
    case "surface":
      return surfaceItems(statement, source, head, body);
    case "test":
      return [
        head(testHead(statement, written), true),
        ...statement.expectations.flatMap((one) => expectationItems(one, source)),
      ];
  }
}

/** A single rule on the line of the head stays there; where there are more, each gets a line of its own. */
function surfaceItems(
  { surface, agent, rules, span }: SurfaceStatement,
  source: Source,
  head: (text: string, isBlock: boolean) => Item,
  body: (span: Span, text: string) => Item,
): Item[] {
  const forAgent = agent === null ? "" : ` for agent ${source.slice(agent.span)}`;
  const name = `${source.slice(surface.span)}${forAgent}:`;
  const [only, ...others] = rules;
  const line = source.position(span.start).line;
  if (only !== undefined && others.length === 0 && source.position(only.span.start).line === line) {
    return [head(`${name} ${ruleText(only, source.text)}`, false)];
  }
  return [head(name, true), ...rules.map((rule) => body(rule.span, ruleText(rule, source.text)))];
}

function testHead({ name, directory, agent }: TestStatement, written: (span: Span) => string): string {
  const place = directory === null ? "" : ` in ${written(directory.span)}`;
  const caller = agent === null ? "" : ` as agent ${written(agent.span)}`;
  return `test ${written(name.span)}${place}${caller}:`;
}

/** An expectation, and the `by` below it. What is expected stays as it is: it is a text of its own. */
function expectationItems({ span, action, tool, rest, fenced, by }: Expectation, source: Source): Item[] {
  const head = `${action.name} ${source.slice(tool.span)}:`;
  const items: Item[] = [];
  if (fenced) {
    const inner = " ".repeat(INDENT);
    const lines = rest.text === "" && rest.span.start === rest.span.end ? [] : rest.text.split("\n");
    const indented = lines.map((line) => (line === "" ? "" : inner + line));
    items.push(bodyItem(source, span, [`${head} \`\`\``, ...indented, `${inner}\`\`\``]));
  } else items.push(bodyItem(source, span, [rest.text === "" ? head : `${head} ${rest.text}`]));
  if (by !== null) {
    const surface = by.surface === null ? "" : `${source.slice(by.surface.span)}: `;
    const rule = by.rule === null ? "default" : ruleName(by.rule, source.text);
    items.push({ ...bodyItem(source, by.span, [`by ${surface}${rule}`]), indent: 2 * INDENT });
  }
  return items;
}

function bodyItem(source: Source, span: Span, lines: readonly string[]): Item {
  const first = source.position(span.start).line;
  const last = source.position(span.end).line;
  return { kind: "body", lines, indent: INDENT, trail: null, first, last, isBlock: false };
}
