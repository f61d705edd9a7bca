/**
 * Mistakes in patterns and strings.
 */
import type { TollgateMistakesActionDict } from "../../grammar/tollgate.ohm-bundle.js";
import type { Name, PatternItem } from "../ast.ts";
import { characterName } from "./characters.ts";
import { itemActions, literal } from "./read-pattern.ts";
import { after, complain, read, span, withoutTrailingBlanks } from "./reading.ts";

export const looseItemActions: TollgateMistakesActionDict<PatternItem[]> = {
  openQuote(_quote, _rest) {
    return [literal(this, read(this).word().text, true)];
  },
  punctuation(character) {
    return character.isTerminal() ? [literal(this, this.sourceString, false)] : read(character).items();
  },
  danglingBackslash(_backslash, _end) {
    complain("dangling-backslash", span(this), "the backslash stands at the end of the line, with nothing to escape", {
      help: "write `\\\\` for a backslash; a statement cannot go on in the next line",
    });
    return [literal(this, "\\", true)];
  },
  unusualBlanks(_blanks) {
    complain(
      "unusual-blank",
      span(this),
      `\`${characterName(this.sourceString)}\` looks like a blank, but is part of the word`,
      {
        help: "write a blank, or put the character in quotes",
        suggestion: " ",
      },
    );
    return [literal(this, this.sourceString, false)];
  },
  unclosedBrace(_brace) {
    complain("unclosed-alternatives", span(this), "the alternatives that start here are not closed", {
      help: "close them with `}`, or put the `{` in quotes",
    });
    return [literal(this, "{", false)];
  },
  emptyOption(_next) {
    return [];
  },
  braces_alternatives(open, afterOpen, first, beforeComma, comma, afterComma, rest, beforeClose, close) {
    const empty = [first, ...rest.children].find((option) => option.child(0).ctorName === "emptyOption");
    if (empty !== undefined) {
      complain("empty-alternative", after(empty), "an alternative is empty", {
        help: 'write `""` for one that is meant to be',
      });
    }
    const strictly = itemActions.braces_alternatives;
    return strictly?.call(this, open, afterOpen, first, beforeComma, comma, afterComma, rest, beforeClose, close) ?? [];
  },
};

export const looseWordActions: TollgateMistakesActionDict<Name> = {
  openQuote(quote, rest) {
    const where = span(this);
    const text = withoutTrailingBlanks(rest.sourceString);
    const end = where.start + quote.sourceString.length + text.length;
    complain("unterminated-quote", { start: where.start, end }, `the quote \`${quote.sourceString}\` is not closed`, {
      help: "close it on the same line, or put a backslash before it if the character is meant",
    });
    return { text, span: { start: where.start, end } };
  },
  text(_characters) {
    return { text: this.sourceString, span: span(this) };
  },
  looseName_bad(_characters) {
    return { text: this.sourceString, span: span(this) };
  },
  looseTestName(name) {
    return read(name).word();
  },
};
