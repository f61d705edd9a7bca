/**
 * Mistakes in rules and in the patterns of groups.
 */
import type { IterationNode, Node } from "ohm-js";
import type { TollgateMistakesActionDict } from "../../grammar/tollgate.ohm-bundle.js";
import type { FlagClause, RuleNode } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import { nearestAction } from "./meant.ts";
import { flagMistake } from "./mistaken-flag.ts";
import { accessOf, reasonOf } from "./read-line.ts";
import { actionNamed, after, complain, optional, read, span, written } from "./reading.ts";

const ACTIONS = "`allow`, `ask` or `deny`";

export const looseRuleActions: TollgateMistakesActionDict<RuleNode> = {
  looseRule(finals, action, _blanks, subject, tails) {
    return looseRule(this, finals, action, null, optional(subject), tails);
  },
  looseAccessRule(finals, action, _accessBlanks, access, _blanks, subject, tails) {
    return looseRule(this, finals, action, optional(access), optional(subject), tails);
  },
};

function looseRule(
  rule: Node,
  finals: IterationNode,
  action: Node,
  access: Node | null,
  subject: Node | null,
  tails: IterationNode,
): RuleNode {
  const again = finals.children[1];
  if (again !== undefined) {
    complain("misplaced-keyword", span(again.child(0)), "`final` stands twice", { help: "once is enough" });
  }
  const name = looseAction(action);
  const found = subject === null ? null : read(subject).subject();
  return {
    kind: "rule",
    span: span(rule),
    final: finals.numChildren > 0,
    action: { name, span: span(action) },
    access: access === null ? null : accessOf(access),
    subject: found,
    ...looseTails(tails, found?.kind === "group-reference"),
  };
}

/** The action that stands here or was probably meant; `deny` where that is not known. */
export function looseAction(node: Node): RuleNode["action"]["name"] {
  const word = node.sourceString;
  const action = actionNamed(word);
  if (action !== null) return action;
  const meant = nearestAction(word);
  if (word === "final") {
    complain("missing-action", after(node), "`final` names no action", { help: `write ${ACTIONS} after it` });
  } else if (/^(?:with|without|because)$/.test(word)) {
    complain("missing-action", span(node), `the rule names no action in front of ${tick(word)}`, {
      help: `a rule starts with ${ACTIONS}`,
    });
  } else {
    complain("unknown-action", span(node), `${tick(word)} is no action`, {
      help: `a rule starts with ${ACTIONS}`,
      suggestion: meant,
    });
  }
  return meant ?? "deny";
}

/** Clauses and the reason, in whatever order they stand, and what stands between them. */
export function looseTails(tails: IterationNode, afterGroup: boolean): Pick<RuleNode, "clauses" | "because"> {
  const clauses: FlagClause[] = [];
  let because: RuleNode["because"] = null;
  let previous: "subject" | "clause" | "reason" = "subject";
  for (const {
    children: [tail],
  } of tails.children) {
    if (tail === undefined) continue;
    if (tail.ctorName === "clause" || tail.ctorName === "badClause") {
      const clause = read(tail).clause();
      if (because !== null && clause !== null) {
        complain("malformed-clause", clause.span, `\`${clause.kind}\` stands after the reason`, {
          help: "`because` comes last in a rule",
        });
      }
      if (clause !== null) clauses.push(clause);
      previous = "clause";
    } else if (tail.ctorName === "reason") {
      const reason = reasonOf(tail);
      if (because !== null) {
        complain("malformed-reason", reason.span, "the rule has two reasons", { help: "keep one `because`" });
      }
      because ??= reason;
      previous = "reason";
    } else if (tail.ctorName === "badReason") {
      badReason(tail);
      previous = "reason";
    } else strayWords(tail, previous, afterGroup);
  }
  return { clauses, because };
}

/** Words that no pattern, clause or reason takes in. */
function strayWords(stray: Node, previous: "subject" | "clause" | "reason", afterGroup: boolean): void {
  const where = span(stray.child(1), stray);
  const text = written(where);
  if (previous === "clause") {
    const meant = /^[-|]/.test(text)
      ? "flags of one clause are separated by `|`, without blanks"
      : "the pattern stands in front of `with` and `without`";
    complain("unexpected-text", where, `${tick(text)} follows a clause that ends before it`, { help: meant });
  } else if (previous === "reason") {
    complain("unexpected-text", where, `${tick(text)} follows the reason`, { help: "`because` comes last in a rule" });
  } else if (afterGroup) {
    complain("malformed-group-reference", where, `${tick(text)} follows the name of a group`, {
      help: "a group stands for whole patterns: put what follows into the group, or put the pattern in quotes",
    });
  } else complain("unexpected-text", where, `${tick(text)} cannot stand here`);
}

function badReason(reason: Node): void {
  const text = reason.child(4).children[0];
  if (text === undefined) {
    complain("malformed-reason", after(reason), "`because` gives no reason", {
      help: 'write it in quotes: `because "…"`',
    });
    return;
  }
  const words = text.sourceString;
  complain("malformed-reason", span(text), "a reason is one text in quotes", {
    suggestion: /["'\\]/.test(words) ? null : `"${words}"`,
    help: "put all of it in one pair of quotes, and nothing after them",
  });
}

export const looseClauseActions: TollgateMistakesActionDict<FlagClause | null> = {
  badClause(_blanks, keyword, _afterKeyword, flags) {
    const list = optional(flags);
    const name = keyword.sourceString;
    if (list === null) {
      complain("malformed-clause", span(keyword), `\`${name}\` names no flag`, {
        help: `name the flags after it: \`${name} -f|--force\``,
      });
      return null;
    }
    const { start } = span(list);
    const mistake = flagMistake(list.sourceString);
    const where = { start: start + mistake.start, end: start + mistake.end };
    complain("malformed-clause", where, mistake.message, { help: mistake.help, suggestion: mistake.suggestion });
    return null;
  },
};

export const looseSubjectActions: TollgateMistakesActionDict<NonNullable<RuleNode["subject"]>> = {
  badReference(_at, word) {
    const name = word.sourceString;
    const message = name === "" ? "`@` names no group" : `${tick(name)} is no name of a group`;
    complain("malformed-group-reference", span(this), message, {
      help: "a group's name is letters, digits, `_`, `-` and `.`; put a pattern that starts with `@` in quotes",
    });
    return { kind: "group-reference", span: span(this), name: "" };
  },
};
