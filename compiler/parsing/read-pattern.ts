/**
 * Patterns, names and strings of a line: the semantics of the grammar's rules for words.
 */
import type { IterationNode, Node } from "ohm-js";
import type { TollgateActionDict } from "../../grammar/tollgate.ohm-bundle.js";
import type { Name, Pattern, PatternItem } from "../ast.ts";
import { optional, read, span } from "./reading.ts";

/** The items of a pattern, from any part of it. */
export const itemActions: TollgateActionDict<PatternItem[]> = {
  pattern(first, boundaries, rest) {
    const items = read(first).items();
    for (const [index, boundary] of boundaries.children.entries()) {
      items.push(...read(boundary).items(), ...read(rest.child(index)).items());
    }
    return items;
  },
  boundary(_blanks) {
    return [{ kind: "boundary", span: span(this) }];
  },
  word(parts) {
    return joined(parts);
  },
  punctuation(_character) {
    return [literal(this, this.sourceString, false)];
  },
  loneBrace(_brace) {
    return [literal(this, this.sourceString, false)];
  },
  quoted_double(_open, _characters, _close) {
    return [literal(this, read(this).word().text, true)];
  },
  quoted_single(_open, _characters, _close) {
    return [literal(this, read(this).word().text, true)];
  },
  escape(_backslash, character) {
    return [literal(this, character.sourceString, true)];
  },
  anyRun(_stars) {
    return [{ kind: "any", span: span(this) }];
  },
  oneCharacter(_mark) {
    return [{ kind: "one", span: span(this) }];
  },
  plain(_characters) {
    return [literal(this, this.sourceString, false)];
  },
  braces_alternatives(_open, _afterOpen, first, _beforeComma, _comma, _afterComma, rest, _beforeClose, _close) {
    const options = [first, ...rest.children].map((option) => read(option).items());
    return [{ kind: "alternatives", options, span: span(this) }];
  },
  braces_plain(open, items, blanks, close) {
    const trailing = optional(blanks);
    const boundary: PatternItem[] = trailing === null ? [] : [{ kind: "boundary", span: span(trailing) }];
    return merged([literal(open, "{", false), ...joined(items), ...boundary, literal(close, "}", false)]);
  },
  optionItems(items) {
    return joined(items);
  },
  optionBoundary(_blanks) {
    return [{ kind: "boundary", span: span(this) }];
  },
};

/** The text that a name or a string stands for. */
export const wordActions: TollgateActionDict<Name> = {
  includeTarget_preset(preset, name, _end) {
    return { text: name.sourceString, span: span(preset, name) };
  },
  includeTarget_file(string, _end) {
    return read(string).word();
  },
  testOption_directory(_blanks, _in, _afterIn, string) {
    return read(string).word();
  },
  testOption_agent(_blanks, _as, _afterAs, _agent, _afterAgent, name) {
    return read(name).word();
  },
  name_bare(_characters) {
    return asWritten(this);
  },
  plainName(_characters) {
    return asWritten(this);
  },
  accessSurface(_name) {
    return asWritten(this);
  },
  flag(_dash, _second, _characters) {
    return asWritten(this);
  },
  quoted_double(_open, characters, _close) {
    return { text: characters.children.map((character) => read(character).word().text).join(""), span: span(this) };
  },
  quoted_single(_open, characters, _close) {
    return { text: characters.sourceString, span: span(this) };
  },
  doubleQuotedCharacter_escaped(_backslash, character) {
    return asWritten(character);
  },
  doubleQuotedCharacter_plain(_character) {
    return asWritten(this);
  },
};

/** A node's own text as a name. */
export function asWritten(node: Node): Name {
  return { text: node.sourceString, span: span(node) };
}

/** A node of a pattern as a pattern. */
export function patternOf(node: Node): Pattern {
  return { kind: "pattern", span: span(node), items: read(node).items() };
}

export function literal(node: Node, text: string, quoted: boolean): PatternItem {
  return { kind: "literal", text, quoted, span: span(node) };
}

function joined(nodes: IterationNode): PatternItem[] {
  return merged(nodes.children.flatMap((node) => read(node).items()));
}

/** Neighbouring literals without quotes as one. */
function merged(items: readonly PatternItem[]): PatternItem[] {
  const result: PatternItem[] = [];
  for (const item of items) {
    const last = result.at(-1);
    if (item.kind === "literal" && last?.kind === "literal" && !item.quoted && !last.quoted) {
      const text = last.text + item.text;
      result[result.length - 1] = { ...last, text, span: { start: last.span.start, end: item.span.end } };
    } else result.push(item);
  }
  return result;
}
