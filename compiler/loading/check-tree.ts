/**
 * What can be wrong with a file that the grammar accepts, as far as the file alone tells.
 */
import type { GroupMember, Name, PolicyFile, RuleNode, ShellToolNode, Statement, TestStatement } from "../ast.ts";
import { tick, type Report } from "../diagnostic.ts";
import { nearest } from "../suggest.ts";
import { isBuiltInSurface, nearestSurface, patternKind } from "../surfaces.ts";
import { checkPattern } from "./check-pattern.ts";

/** Words at the front of statements, which a misspelt one looks like the name of a surface. */
const STATEMENT_WORDS = ["default", "shellTools"];

/** The fields of an entry of `shellTools`. */
const FIELDS = ["commandArgument", "workdirArgument"];

/** Reports what is wrong with a tree. `text` is the text that it was parsed from. */
export function checkTree(tree: PolicyFile, text: string, report: Report): void {
  const tools = new Set(
    tree.statements.flatMap((statement) =>
      statement.kind === "shellTools" ? statement.tools.map(({ tool }) => tool.text) : [],
    ),
  );
  for (const statement of tree.statements) checkStatement(statement, { tools, text, report });
}

interface Context {
  /** The names of the file's own shell tools. */
  readonly tools: ReadonlySet<string>;
  readonly text: string;
  readonly report: Report;
}

function checkStatement(statement: Statement, context: Context): void {
  switch (statement.kind) {
    case "include":
    case "default":
      return;
    case "never":
      checkSurfaceName(statement.surface, context);
      checkRule(statement.rule, statement.surface.text, context);
      return;
    case "shellTools":
      checkEmpty(statement, "`shellTools` names no tool", statement.tools, context);
      for (const tool of statement.tools) checkShellTool(tool, context.report);
      return;
    case "group":
      checkEmpty(statement, `the group ${tick(statement.name.text)} holds no pattern`, statement.members, context);
      for (const member of statement.members) checkMember(member, context);
      return;
    case "surface":
      checkSurfaceName(statement.surface, context);
      checkEmpty(statement, `${tick(statement.surface.text)} holds no rule`, statement.rules, context);
      for (const rule of statement.rules) checkRule(rule, statement.surface.text, context);
      return;
    case "test":
      checkEmpty(statement, `the test ${tick(statement.name.text)} expects nothing`, statement.expectations, context);
      checkExpectations(statement, context);
  }
}

function checkEmpty(statement: Statement, message: string, parts: readonly unknown[], { report }: Context): void {
  if (parts.length === 0) report("empty-block", statement.span, message, { help: "remove it, or fill it" });
}

function checkSurfaceName(name: Name, { tools, report }: Context): void {
  if (tools.has(name.text) || name.text === "") return;
  const meant = nearestSurface(name.text) ?? (isBuiltInSurface(name.text) ? null : nearest(name.text, STATEMENT_WORDS));
  if (meant === null) return;
  report("unknown-surface", name.span, `no tool is known as ${tick(name.text)}`, {
    help: "every name is the surface of the tool of that name, so this rules only on a tool that is called so",
    suggestion: meant,
  });
}

function checkShellTool(entry: ShellToolNode, report: Report): void {
  const { text, span } = entry.tool;
  if (isBuiltInSurface(text)) {
    report("built-in-tool", span, `${tick(text)} is a built-in surface, and cannot be a shell under another name`, {
      help: text === "bash" ? "`bash` is a shell without saying so" : "remove the entry",
    });
  }
  const seen = new Set<string>();
  for (const { name } of entry.fields) {
    if (!FIELDS.includes(name.text)) {
      report("unknown-field", name.span, `a shell tool has no field ${tick(name.text)}`, {
        help: "its fields are `commandArgument` and `workdirArgument`",
        suggestion: nearest(name.text, FIELDS),
      });
    } else if (seen.has(name.text)) {
      report("duplicate-field", name.span, `${tick(name.text)} stands twice`, { help: "keep one of them" });
    }
    seen.add(name.text);
  }
  const misspelt = entry.fields.some(({ name }) => nearest(name.text, FIELDS) === "commandArgument");
  if (!seen.has("commandArgument") && !misspelt) {
    report("missing-field", span, `${tick(text)} does not say which argument holds its command`, {
      help: `write \`${text}: commandArgument=NAME\``,
    });
  }
}

function checkMember({ subject }: GroupMember, { text, report }: Context): void {
  if (subject.kind === "pattern") checkPattern(subject, "bash", text, report);
}

function checkRule(rule: RuleNode, surface: string, { text, report }: Context): void {
  const { subject, clauses } = rule;
  if (rule.final && rule.action.name === "allow") {
    report("final-allow", { start: rule.span.start, end: rule.action.span.end }, "`final allow` holds nothing fast", {
      help: "`final` keeps later rules from being less strict, and nothing is less strict than `allow`",
    });
  }
  if (subject?.kind === "pattern") checkPattern(subject, surface, text, report);
  if (patternKind(surface) === "command") return;
  if (subject?.kind === "group-reference" && subject.name !== "") {
    report("misplaced-group", subject.span, `groups are for \`bash\`, and this rule is for ${tick(surface)}`, {
      help: "write the patterns as rules, or put the pattern in quotes if it starts with `@`",
    });
  }
  for (const clause of clauses) {
    report(
      "misplaced-clause",
      clause.span,
      `\`${clause.kind}\` is for \`bash\`, and this rule is for ${tick(surface)}`,
      {
        help: "only commands have flags; put the word in quotes if it is part of the pattern",
      },
    );
  }
}

function checkExpectations(test: TestStatement, context: Context): void {
  for (const { tool, rest, fenced } of test.expectations) {
    checkSurfaceName(tool, context);
    if (!fenced && rest.text.startsWith("{") && !isJsonObject(rest.text)) {
      context.report("invalid-json", rest.span, "the input starts with `{`, but is no JSON object", {
        help: "mend the JSON, or put a command that starts with `{` between fences",
      });
    }
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
