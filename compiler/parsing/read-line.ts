/**
 * A line of the language as a node of the tree: the semantics of the grammar `Tollgate`.
 */
import type { IterationNode, Node } from "ohm-js";
import grammars, { type TollgateActionDict } from "../../grammar/tollgate.ohm-bundle.js";
import type { Decider, Expectation, FlagClause, Name, RuleNode } from "../ast.ts";
import type { Block, LineNode } from "./line.ts";
import { asWritten, itemActions, patternOf, wordActions } from "./read-pattern.ts";
import {
  actionNamed,
  atPlace,
  complain,
  here,
  optional,
  read,
  span,
  withoutTrailingBlanks,
  type LinePlace,
} from "./reading.ts";

const startRules: Readonly<Record<Block, string>> = {
  Outside: "lineOutside",
  Tools: "lineInTools",
  Group: "lineInGroup",
  Test: "lineInTest",
  Access: "lineInAccess",
  Surface: "lineInSurface",
};

/** A line that stands in a block of a kind, or null where it is not of the language. */
export function readLine(where: LinePlace, block: Block): LineNode | null {
  const match = grammars.Tollgate.match(where.text, startRules[block]);
  return match.succeeded() ? atPlace(where, () => read(semantics(match)).line()) : null;
}

const lineActions: TollgateActionDict<LineNode> = {
  includeLine(_indent, keyword, _blanks, target, trail, _eol) {
    read(trail).noteComment();
    const { text, span: targetSpan } = read(target).word();
    const kind = target.child(0).ctorName === "includeTarget_preset" ? "preset" : "file";
    return { kind: "include", span: span(keyword, target), target: { kind, name: text, span: targetSpan } };
  },
  defaultLine(_indent, keyword, forAgent, _colon, _blanks, action, trail, _eol) {
    read(trail).noteComment();
    const agent = forAgent.children[0];
    return {
      kind: "default",
      span: span(keyword, action),
      agent: agent === undefined ? null : read(agent.child(5)).word(),
      action: actionOf(action).name,
    };
  },
  neverLine(_indent, keyword, _blanks, action, _afterAction, target, clauses, reason, trail, _eol) {
    read(trail).noteComment();
    const [surface, , ...rest] = target.child(0).children;
    const subject = rest.at(-1)!;
    const access = target.child(0).ctorName === "neverTarget_access" ? (rest[1]?.children[0] ?? null) : null;
    const because = optional(reason);
    const last = because ?? (clauses.numChildren > 0 ? clauses : subject);
    const rule: RuleNode = {
      kind: "rule",
      span: span(access ?? subject, last),
      final: false,
      action: { name: "allow", span: span(action) },
      access: access === null ? null : accessOf(access),
      subject: read(subject).subject(),
      clauses: clausesOf(clauses),
      because: because === null ? null : reasonOf(because),
    };
    return { kind: "never", span: span(keyword, last), surface: read(surface!).word(), rule };
  },
  shellToolsLine(_indent, keyword, colon, trail, _eol) {
    read(trail).noteComment();
    return { kind: "shellTools", span: span(keyword, colon) };
  },
  toolLine(_indent, name, _colon, _blanks, fields, trail, _eol) {
    read(trail).noteComment();
    return {
      kind: "tool",
      tool: { span: span(name, fields), tool: read(name).word(), fields: fields.children.map(fieldOf) },
    };
  },
  groupLine(_indent, keyword, _blanks, name, colon, trail, _eol) {
    read(trail).noteComment();
    return { kind: "group", span: span(keyword, colon), name: read(name).word() };
  },
  memberLine(_indent, subject, clauses, trail, _eol) {
    read(trail).noteComment();
    const last = clauses.numChildren > 0 ? clauses : subject;
    return {
      kind: "member",
      member: { span: span(subject, last), subject: read(subject).subject(), clauses: clausesOf(clauses) },
    };
  },
  surfaceLine(_indent, header, _blanks, rule, trail, _eol) {
    return surfaceLine(header, optional(rule), trail);
  },
  accessLine(_indent, header, _blanks, rule, trail, _eol) {
    return surfaceLine(header, optional(rule), trail);
  },
  ruleLine(_indent, rule, trail, _eol) {
    read(trail).noteComment();
    return read(rule).rule();
  },
  accessRuleLine(_indent, rule, trail, _eol) {
    read(trail).noteComment();
    return read(rule).rule();
  },
  testLine(_indent, keyword, _blanks, name, options, colon, trail, _eol) {
    read(trail).noteComment();
    complainOfRepeatedOptions(options);
    return {
      kind: "test",
      span: span(keyword, colon),
      name: read(name).word(),
      directory: testOption(options, "testOption_directory"),
      agent: testOption(options, "testOption_agent"),
    };
  },
  expectationLine(_indent, action, _blanks, name, colon, _afterColon, rest, _eol) {
    const input = restOf(colon, optional(rest));
    const written = { start: span(action).start, end: Math.max(span(colon).end, input.span.end) };
    return { kind: "expectation", expectation: expectation(action, name, input, written, false) };
  },
  fenceLine(_indent, action, _blanks, name, _colon, _afterColon, fence, _trailing, _eol) {
    const input = { text: "", span: span(fence) };
    return { kind: "fence", expectation: expectation(action, name, input, span(action, fence), true) };
  },
  byLine(_indent, keyword, _blanks, decider, trail, _eol) {
    read(trail).noteComment();
    const found = decider.child(0);
    if (found.ctorName === "decider_default") return deciderLine(keyword, decider, null, null);
    const surface = found.child(0).children[0];
    return deciderLine(keyword, decider, surface === undefined ? null : read(surface).word(), found.child(3));
  },
  emptyLine(line) {
    read(line).noteComment();
    return { kind: "empty" };
  },
};

const ruleActions: TollgateActionDict<RuleNode> = {
  rule(final, action, _blanks, subject, clauses, reason) {
    return ruleNode({ rule: this, final, action, access: null, subject, clauses, reason });
  },
  accessRule(final, action, _accessBlanks, access, _blanks, subject, clauses, reason) {
    return ruleNode({ rule: this, final, action, access: optional(access), subject, clauses, reason });
  },
  namedRule(final, action, _accessBlanks, access, _blanks, subject, clauses) {
    return ruleNode({ rule: this, final, action, access: optional(access), subject, clauses, reason: null });
  },
};

const subjectActions: TollgateActionDict<NonNullable<RuleNode["subject"]>> = {
  groupReference(_at, name, _end) {
    return { kind: "group-reference", span: span(this), name: name.sourceString };
  },
  pattern(_first, _boundaries, _rest) {
    return patternOf(this);
  },
};

const clauseActions: TollgateActionDict<FlagClause | null> = {
  clause(_blanks, keyword, _afterKeyword, flags, _end) {
    const kind = keyword.sourceString === "with" ? "with" : "without";
    const names = flags
      .child(0)
      .asIteration()
      .children.map((flag) => read(flag).word());
    return { kind, span: span(keyword, flags), flags: names };
  },
};

const commentActions: TollgateActionDict<void> = {
  comment(_sign, _words) {
    here().comments.push({ span: span(this), text: this.sourceString });
  },
  trail_comment(_blanks, comment) {
    read(comment).noteComment();
  },
  trail_blank(_blanks) {},
  emptyLine_ended(_blanks, comment, _newline) {
    for (const one of comment.children) read(one).noteComment();
  },
  emptyLine_comment(_blanks, comment, _end) {
    read(comment).noteComment();
  },
  emptyLine_blank(_blanks, _end) {},
};

export const semantics = grammars.Tollgate.createSemantics()
  .addOperation("line", lineActions)
  .addOperation("rule", ruleActions)
  .addOperation("subject", subjectActions)
  .addOperation("clause", clauseActions)
  .addOperation("items", itemActions)
  .addOperation("word", wordActions)
  .addOperation("noteComment", commentActions);

interface RuleParts {
  readonly rule: Node;
  readonly final: IterationNode;
  readonly action: Node;
  readonly access: Node | null;
  readonly subject: IterationNode;
  readonly clauses: IterationNode;
  readonly reason: IterationNode | null;
}

function ruleNode(parts: RuleParts): RuleNode {
  const subject = optional(parts.subject);
  const reason = parts.reason === null ? null : optional(parts.reason);
  return {
    kind: "rule",
    span: span(parts.rule),
    final: parts.final.numChildren > 0,
    action: actionOf(parts.action),
    access: parts.access === null ? null : accessOf(parts.access),
    subject: subject === null ? null : read(subject).subject(),
    clauses: clausesOf(parts.clauses),
    because: reason === null ? null : reasonOf(reason),
  };
}

function actionOf(node: Node): RuleNode["action"] {
  // The strict grammar lets nothing but an action through.
  return { name: actionNamed(node.sourceString) ?? "deny", span: span(node) };
}

export function accessOf(node: Node): NonNullable<RuleNode["access"]> {
  return { name: node.sourceString === "read" ? "read" : "write", span: span(node) };
}

function clausesOf(clauses: IterationNode): FlagClause[] {
  return clauses.children.flatMap((clause) => read(clause).clause() ?? []);
}

/** The text of a `because`. */
export function reasonOf(reason: Node): NonNullable<RuleNode["because"]> {
  const because = reason.child(1);
  const string = reason.child(3);
  return { text: read(string).word().text, span: span(because, string) };
}

/** `commandArgument=cmd` */
export function fieldOf(field: Node): { span: Name["span"]; name: Name; value: Name } {
  return { span: span(field), name: asWritten(field.child(0)), value: read(field.child(2)).word() };
}

function surfaceLine(header: Node, rule: Node | null, trail: Node): LineNode {
  read(trail).noteComment();
  const agent = header.child(1).children[0];
  return {
    kind: "surface",
    span: span(header, rule ?? header),
    surface: read(header.child(0)).word(),
    agent: agent === undefined ? null : read(agent.child(5)).word(),
    rule: rule === null ? null : read(rule).rule(),
  };
}

/** A test is in one directory and as one agent. */
export function complainOfRepeatedOptions(options: IterationNode): void {
  const seen = new Set<string>();
  for (const option of options.children) {
    const word = option.sourceString.trim().split(/[ \t]/)[0] ?? "";
    if (seen.has(word)) {
      complain("malformed-test", span(option), `the test has two of \`${word}\``, { help: "keep one of them" });
    }
    seen.add(word);
  }
}

function testOption(options: IterationNode, kind: string): Name | null {
  const found = options.children.find((option) => option.child(0).ctorName === kind);
  return found === undefined ? null : read(found).word();
}

/** The input after a colon, without the blanks around it. */
export function restOf(colon: Node, rest: Node | null): Name {
  const start = span(rest ?? colon)[rest === null ? "end" : "start"];
  const text = withoutTrailingBlanks(rest?.sourceString ?? "");
  return { text, span: { start, end: start + text.length } };
}

function expectation(action: Node, tool: Node, rest: Name, written: Name["span"], fenced: boolean): Expectation {
  return { span: written, action: actionOf(action), tool: read(tool).word(), rest, fenced, by: null };
}

/** `by path: deny *.env`; without a rule, `by default`. */
export function deciderLine(keyword: Node, last: Node, surface: Name | null, rule: Node | null): LineNode {
  const decider: Decider = { span: span(keyword, last), surface, rule: rule === null ? null : read(rule).rule() };
  return { kind: "decider", decider };
}
