/**
 * Mistakes in the lines that stand in blocks: rules, patterns of groups, entries of `shellTools`, expectations.
 */
import type { IterationNode, Node } from "ohm-js";
import type { TollgateMistakesActionDict } from "../../grammar/tollgate.ohm-bundle.js";
import type { Name } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import type { LineNode } from "./line.ts";
import { nearestAction } from "./meant.ts";
import { looseAction, looseTails } from "./mistaken-rule.ts";
import { deciderLine, fieldOf, restOf } from "./read-line.ts";
import { actionNamed, after, complain, optional, read, span, withoutTrailingBlanks } from "./reading.ts";

export const looseBodyActions: TollgateMistakesActionDict<LineNode> = {
  looseRuleLine(_indent, rule, trail, _eol) {
    read(trail).noteComment();
    return read(rule).rule();
  },
  looseAccessRuleLine(_indent, rule, trail, _eol) {
    read(trail).noteComment();
    return read(rule).rule();
  },
  looseMemberLine_pattern(_indent, subject, tails, trail, _eol) {
    read(trail).noteComment();
    const node = read(subject).subject();
    const { clauses, because } = looseTails(tails, node.kind === "group-reference");
    if (because !== null) {
      complain("unexpected-text", because.span, "a pattern of a group gives no reason", {
        help: "a rule on the group can give one",
      });
    }
    return { kind: "member", member: { span: node.span, subject: node, clauses } };
  },
  looseMemberLine_keyword(_indent, keyword, _blanks, _words, trail, _eol) {
    read(trail).noteComment();
    complain("unexpected-text", span(keyword), `a pattern is missing in front of ${tick(keyword.sourceString)}`, {
      help: "put the word in quotes if a command is called so",
    });
    return { kind: "empty" };
  },
  looseToolLine(_indent, name, colon, fields, trail, _eol) {
    read(trail).noteComment();
    const tool = toolName(name);
    if (optional(colon) === null) {
      complain("missing-colon", after(name), `a \`:\` is missing after ${tick(name.sourceString)}`, {
        suggestion: ":",
      });
    }
    if (fields.numChildren === 0) {
      complain("missing-field", span(name), `${tick(tool.text)} does not say which argument holds its command`, {
        help: `write \`${tool.text}: commandArgument=NAME\``,
      });
    }
    badFields(fields.children.map((field) => field.child(0)));
    return { kind: "empty" };
  },
  looseExpectationLine(_indent, finals, verb, _blanks, name, colon, rest, _eol) {
    const final = finals.children[0];
    if (final !== undefined) {
      complain("misplaced-keyword", span(final.child(0)), "an expectation has no `final`", {
        help: "it says what the answer is, not how it comes about",
      });
    }
    return looseExpectation(verb, optional(name), optional(colon), rest);
  },
  looseByLine_default(_indent, keyword, colon, _blanks, word, _end, stray, trail, _eol) {
    read(trail).noteComment();
    checkNoColon(colon);
    const rest = optional(stray);
    if (rest !== null) {
      complain("unexpected-text", span(rest.child(1), rest), "nothing can follow `by default`", {
        help: "it says that no rule decides",
      });
    }
    return deciderLine(keyword, word, null, null);
  },
  looseByLine_rule(_indent, keyword, colon, _blanks, surface, _afterSurface, _beforeRule, rule, trail, _eol) {
    read(trail).noteComment();
    checkNoColon(colon);
    const found = optional(rule);
    if (found === null) {
      const last = optional(surface) ?? keyword;
      complain("malformed-expectation", after(last), "`by` names no rule", {
        help: "write the rule that has to decide, or `by default` where none does",
      });
      return { kind: "empty" };
    }
    const { because } = read(found).rule();
    if (because !== null) {
      complain("unexpected-text", because.span, "a rule is named without its reason", { help: "remove the `because`" });
    }
    return { kind: "empty" };
  },
};

/** `by: deny rm *` */
function checkNoColon(colon: IterationNode): void {
  const found = optional(colon);
  if (found === null) return;
  complain("unexpected-text", span(found), "no `:` follows `by`", { help: "write `by`, a blank, and the rule" });
}

function toolName(node: Node): Name {
  if (node.child(0).ctorName === "looseName_good") return read(node).word();
  complain("malformed-name", span(node), `${tick(node.sourceString)} is no name of a tool`, {
    help: "put it in quotes if the tool is called so",
  });
  return { text: node.sourceString, span: span(node) };
}

/** Neighbouring words that are no fields make one mistake: `commandArgument = cmd`. */
function badFields(fields: readonly Node[]): void {
  let run: Node[] = [];
  const end = () => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    const text = run.map((field) => field.child(1).sourceString).join(" ");
    const joined = text.replace(/ ?= ?/, "=");
    complain("malformed-field", span(first.child(1), last), `${tick(text)} is no field`, {
      help: "a field is `NAME=VALUE`, without blanks around the `=`",
      suggestion: /^[\w.-]+=[\w.-]+$/.test(joined) && joined !== text ? joined : null,
    });
    run = [];
  };
  for (const field of fields) {
    if (field.ctorName === "looseField_bad") run.push(field);
    else {
      end();
      fieldOf(field.child(1));
    }
  }
  end();
}

function looseExpectation(verb: Node, name: Node | null, colon: Node | null, rest: Node): LineNode {
  const word = verb.sourceString;
  const help = "write `ACTION TOOL: INPUT`, as in `deny bash: git push`";
  if (name === null && colon !== null && actionNamed(word) === null && nearestAction(word) === null) {
    complain("missing-action", { start: span(verb).start, end: span(verb).start }, "the expectation names no action", {
      help,
    });
    return { kind: "empty" };
  }
  const action = looseAction(verb);
  if (colon === null && actionNamed(word) === null && nearestAction(word) === null) return { kind: "empty" };
  if (name === null) {
    complain("malformed-expectation", after(verb), "the expectation names no tool", { help });
    return { kind: "empty" };
  }
  if (colon === null) {
    complain("missing-colon", after(name), `a \`:\` is missing after ${tick(name.sourceString)}`, { suggestion: ":" });
  } else if (rest.sourceString !== "" && !/^[ \t]/.test(rest.sourceString)) {
    complain("missing-blank", after(colon), "a blank is missing after the `:`", { suggestion: " " });
  }
  const tool = toolName(name);
  const input = restOf(colon ?? name, rest);
  const text = input.text.trimStart();
  const start = input.span.end - text.length;
  const trimmed = { text, span: { start, end: input.span.end } };
  const node = { span: span(verb, rest), action: { name: action, span: span(verb) }, tool, rest: trimmed, by: null };
  if (!text.startsWith("```")) return { kind: "expectation", expectation: { ...node, fenced: false } };
  if (withoutTrailingBlanks(text) !== "```") {
    complain("malformed-fence", trimmed.span, "a fence is three backticks and nothing else", {
      help: "the command stands on the lines between two fences",
    });
  }
  return { kind: "fence", expectation: { ...node, rest: { ...trimmed, text: "" }, fenced: true } };
}
