/**
 * Mistakes in the lines that statements start with.
 */
import type { IterationNode, Node } from "ohm-js";
import type { TollgateMistakesActionDict } from "../../grammar/tollgate.ohm-bundle.js";
import type { Name } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import { BUILT_IN_SURFACES, nearestSurface } from "../surfaces.ts";
import type { LineNode } from "./line.ts";
import { looseAction } from "./mistaken-rule.ts";
import { complainOfRepeatedOptions } from "./read-line.ts";
import { actionNamed, after, complain, optional, read, span, written } from "./reading.ts";

const PLAIN_NAME = /^[\p{L}\p{Nd}_.-]+$/u;

export const looseStatementActions: TollgateMistakesActionDict<LineNode> = {
  looseIncludeLine(_indent, keyword, _blanks, target, stray, trail, _eol) {
    read(trail).noteComment();
    checkKeyword(keyword, "include");
    const found = optional(target);
    if (found === null) {
      complain("malformed-include", after(keyword), "`include` names nothing", {
        help: 'write `include "FILE"` or `include preset:NAME`',
      });
      return { kind: "empty" };
    }
    checkBlank(keyword, found);
    checkStray(stray, "nothing can follow what is included", "each `include` stands on a line of its own");
    return includeOf(keyword, found);
  },
  looseDefaultLine(_indent, keyword, agent, colon, _blanks, action, stray, trail, _eol) {
    read(trail).noteComment();
    checkKeyword(keyword, "default");
    const found = optional(action);
    const forAgent = optional(agent);
    const last = optional(colon) ?? forAgent ?? keyword;
    if (found === null) {
      complain("missing-action", after(last), "`default` names no action", { help: "write `default: ask`" });
      return { kind: "empty" };
    }
    checkColon(colon, forAgent ?? keyword, "`default`");
    checkBlank(last, found);
    checkStray(stray, "nothing can follow the action of `default`", "it answers for every surface");
    const name = looseAgent(forAgent);
    const does = looseAction(found);
    // Without the agent's name it is not a default for all.
    if (forAgent !== null && name === null) return { kind: "empty" };
    return { kind: "default", span: span(keyword, found), agent: name, action: does };
  },
  looseNeverLine(_indent, keyword, rest, _eol) {
    const whole = {
      start: span(keyword).start,
      end: span(keyword).start + `never${rest.sourceString}`.trimEnd().length,
    };
    complain("malformed-never", whole, "this says nothing that is never allowed", {
      help: "write `never allow SURFACE: PATTERN`, with the flags and the reason of a rule where they are needed",
    });
    return { kind: "empty" };
  },
  looseShellToolsLine(_indent, keyword, colon, stray, trail, _eol) {
    read(trail).noteComment();
    checkKeyword(keyword, "shellTools");
    checkColon(colon, keyword, "`shellTools`");
    checkStray(stray, "nothing can follow `shellTools:`", "each tool stands on a line of its own below it");
    return { kind: "shellTools", span: span(keyword) };
  },
  looseGroupLine(_indent, keyword, _blanks, name, colon, stray, trail, _eol) {
    read(trail).noteComment();
    checkKeyword(keyword, "group");
    const found = optional(name);
    if (found === null) {
      complain("missing-name", after(keyword), "`group` has no name", { help: "write `group NAME:`" });
      return { kind: "group", span: span(keyword), name: { text: "", span: after(keyword) } };
    }
    const text = found.sourceString;
    const rest = optional(stray);
    if (rest !== null && optional(colon) === null && rest.sourceString.trimEnd().endsWith(":")) {
      const whole = { start: span(found).start, end: span(rest).end - 1 };
      complain("malformed-name", whole, `${tick(written(whole))} is no name of a group`, {
        help: "a group's name is one word",
        suggestion: written(whole)
          .split(/[ \t]+/)
          .join("-"),
      });
      return { kind: "group", span: span(keyword), name: { text: "", span: whole } };
    }
    if (!PLAIN_NAME.test(text)) {
      const plain = text.replaceAll(/["'@]/g, "");
      complain("malformed-name", span(found), `${tick(text)} is no name of a group`, {
        help: "a group's name is letters, digits, `_`, `-` and `.`",
        suggestion: PLAIN_NAME.test(plain) ? plain : null,
      });
    }
    checkColon(colon, found, `group ${tick(text)}`);
    checkStray(
      stray,
      `nothing can follow ${tick(`group ${text}:`)}`,
      "each pattern stands on a line of its own below it",
    );
    return { kind: "group", span: span(keyword), name: { text, span: span(found) } };
  },
  looseTestLine(_indent, keyword, _blanks, name, options, colon, stray, trail, _eol) {
    read(trail).noteComment();
    checkKeyword(keyword, "test");
    const found = optional(name);
    if (found === null) {
      complain("malformed-test", after(keyword), "`test` has no name", { help: 'write `test "NAME":`' });
    } else {
      checkBlank(keyword, found);
      checkQuoted(found, "the name of a test stands in quotes");
    }
    complainOfRepeatedOptions(options);
    for (const option of options.children) read(option).line();
    if (found !== null) checkColon(colon, options.numChildren > 0 ? options : found, "the head of the test");
    checkStray(stray, "nothing can follow the head of a test", "each expectation stands on a line of its own below it");
    const text = found === null ? { text: "", span: after(keyword) } : read(found).word();
    return { kind: "test", span: span(keyword), name: text, directory: null, agent: null };
  },
  looseTestOption_good(_option) {
    return { kind: "empty" };
  },
  looseTestOption_directory(_blanks, keyword, _afterKeyword, directory) {
    const found = optional(directory);
    if (found !== null) checkQuoted(found, "the directory of a test stands in quotes");
    else complain("malformed-test", after(keyword), "`in` names no directory", { help: 'write `in "DIRECTORY"`' });
    return { kind: "empty" };
  },
  looseTestOption_agent(_blanks, keyword, _afterKeyword, agent, _beforeName, name) {
    const help = "write `as agent NAME`";
    if (optional(agent) === null) {
      complain("malformed-test", span(keyword), "`as` stands in front of `agent`", { help });
    } else if (optional(name) === null) {
      complain("malformed-test", after(agent), "`as agent` names no agent", { help });
    }
    return { kind: "empty" };
  },
  looseSurfaceLine_access(_indent, name, agent, colon, _blanks, rule, trail, _eol) {
    return looseSurface(name, agent, colon, rule, trail);
  },
  looseSurfaceLine_other(_indent, name, agent, colon, _blanks, rule, trail, _eol) {
    return looseSurface(name, agent, colon, rule, trail);
  },
  spacedNameLine(_indent, name, agent, _colon, _blanks, rule, trail, _eol) {
    read(trail).noteComment();
    const text = name.sourceString;
    const squeezed = text.split(/[ \t]+/).join("_");
    const known = BUILT_IN_SURFACES.find((surface) => surface === squeezed) ?? nearestSurface(squeezed);
    complain("malformed-name", span(name), `${tick(text)} is no name of a surface`, {
      help: "a name with blanks in it stands in quotes",
      suggestion: known ?? `"${text}"`,
    });
    const found = optional(rule);
    return {
      kind: "surface",
      span: span(name),
      surface: { text: known ?? text, span: span(name) },
      agent: looseAgent(optional(agent)),
      rule: found === null ? null : read(found).rule(),
    };
  },
};

function includeOf(keyword: Node, target: Node): LineNode {
  const text = target.sourceString;
  const whole = span(keyword, target);
  if (target.child(0).ctorName === "includeTarget") {
    const kind = target.child(0).child(0).ctorName === "includeTarget_preset" ? "preset" : "file";
    const name = read(target).word();
    return { kind: "include", span: whole, target: { kind, name: name.text, span: name.span } };
  }
  if (text.startsWith("preset:")) {
    const name = text.slice("preset:".length);
    const message = name === "" ? "`preset:` names no preset" : `${tick(name)} is no name of a preset`;
    complain("malformed-include", span(target), message, {
      help: "write `include preset:NAME`, without blanks or quotes",
    });
  } else {
    complain("malformed-include", span(target), `${tick(text)} is neither a file in quotes nor a preset`, {
      help: 'write `include "FILE"` or `include preset:NAME`',
      suggestion: /["'\\]/.test(text) ? null : /[./]/.test(text) ? `"${text}"` : `preset:${text}`,
    });
  }
  return { kind: "empty" };
}

function looseSurface(
  name: Node,
  agent: IterationNode,
  colon: IterationNode,
  rule: IterationNode,
  trail: Node,
): LineNode {
  read(trail).noteComment();
  const surface = surfaceName(name);
  const forAgent = optional(agent);
  checkColon(colon, forAgent ?? name, tick(surface.text));
  const found = optional(rule);
  const colonNode = optional(colon);
  if (found !== null && colonNode !== null) checkBlank(colonNode, found);
  return {
    kind: "surface",
    span: span(name),
    surface,
    agent: looseAgent(forAgent),
    rule: found === null ? null : read(found).rule(),
  };
}

const KEYWORDS = /^(?:final|include|default|group|shellTools|test|by)$/;

function surfaceName(node: Node): Name {
  const text = node.sourceString;
  const quoted = { help: "put the name in quotes if a tool is called so", suggestion: null };
  if (actionNamed(text) !== null) {
    const help = `a rule has no colon: \`${text} …\`; put the name in quotes if a tool is called so`;
    complain("reserved-name", span(node), `\`${text}\` is an action, and no name of a surface`, { help });
  } else if (KEYWORDS.test(text)) {
    complain("reserved-name", span(node), `\`${text}\` is a word of the language, and no name of a surface`, quoted);
  } else if (text === "*") {
    complain("malformed-name", span(node), "`*` is no name of a surface", {
      help: "`default: ACTION` answers for every surface",
    });
  } else if (node.ctorName === "looseName" && node.child(0).ctorName === "looseName_bad") {
    complain("malformed-name", span(node), `${tick(text)} is no name of a surface`, quoted);
  } else return read(node).word();
  return { text: "", span: span(node) };
}

function looseAgent(node: Node | null): Name | null {
  if (node === null) return null;
  const [, keyword, , , agent, , name] = node.children;
  if (keyword === undefined) return null;
  const help = "write `for agent NAME`";
  const word = agent?.children[0];
  const found = name?.children[0];
  if (word === undefined) {
    complain("malformed-header", span(keyword), "`for` stands in front of `agent`", { help });
  } else if (word.sourceString !== "agent") {
    const message = `${tick(word.sourceString)} stands for \`agent\``;
    complain("malformed-header", span(word), message, { help, suggestion: "agent" });
  } else if (found === undefined) {
    complain("malformed-header", after(word), "`for agent` names no agent", { help });
  }
  return found === undefined ? null : read(found).word();
}

/** A keyword that is spelt wrong. */
function checkKeyword(node: Node, keyword: string): void {
  const word = node.sourceString;
  if (word === keyword) return;
  complain("unknown-statement", span(node), `${tick(word)} starts no statement`, { suggestion: keyword });
}

function checkColon(colon: IterationNode, before: Node, what: string): void {
  if (optional(colon) === null) {
    complain("missing-colon", after(before), `a \`:\` is missing after ${what}`, { suggestion: ":" });
  }
}

function checkBlank(before: Node, next: Node): void {
  if (before.source.endIdx !== next.source.startIdx) return;
  complain("missing-blank", after(before), `a blank is missing in front of ${tick(next.sourceString)}`, {
    suggestion: " ",
  });
}

function checkStray(stray: IterationNode, message: string, help: string): void {
  const found = optional(stray);
  if (found !== null) complain("unexpected-text", span(found.child(1), found), message, { help });
}

function checkQuoted(node: Node, message: string): void {
  const text = node.sourceString;
  if (/^["']/.test(text)) read(node).word();
  else complain("malformed-test", span(node), message, { suggestion: /["'\\]/.test(text) ? null : `"${text}"` });
}
