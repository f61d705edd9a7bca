/**
 * What can be wrong with a pattern that the grammar accepts, on the surface that it is for.
 */
import type { Pattern, PatternItem, Span } from "../ast.ts";
import type { Report } from "../diagnostic.ts";
import { compilePattern } from "../pattern.ts";
import { nearest } from "../suggest.ts";
import { patternKind, takesAccess } from "../surfaces.ts";

/** Reports what is wrong with a pattern of a surface. `text` is the whole text of its file. */
export function checkPattern(pattern: Pattern, surface: string, text: string, report: Report): void {
  checkFirstWord(pattern, report);
  checkStars(pattern.items, report);
  const kind = patternKind(surface);
  if (kind === "command") checkClauseWords(pattern.items, text, report);
  else checkBlanks(pattern, surface, report);
  if (kind === "path") checkQuotedHome(pattern, text, report);
  if (!compilePattern({ surface, access: null, pattern }).ok) {
    report("too-many-alternatives", pattern.span, "the alternatives multiply to too many patterns", {
      help: "write several rules, or use wildcards",
    });
  }
}

/** The text of a pattern's first word where it is one without quotes or wildcards, else null. */
function firstWord(pattern: Pattern): { text: string; span: Span } | null {
  const [first, second] = pattern.items;
  if (first?.kind !== "literal" || first.quoted) return null;
  return second === undefined || second.kind === "boundary" ? first : null;
}

const KEYWORDS = new Set(["final", "allow", "ask", "deny"]);

/** `deny final rm`, `allow deny rm`: words of a rule in the wrong place. */
function checkFirstWord(pattern: Pattern, report: Report): void {
  const word = firstWord(pattern);
  if (word === null || !KEYWORDS.has(word.text)) return;
  const help =
    word.text === "final" ? "`final` stands in front of the action" : "a rule has one action, in front of its pattern";
  report("misplaced-keyword", word.span, `\`${word.text}\` stands in the pattern`, {
    help: `${help}; put the word in quotes if the pattern starts with it`,
  });
}

/** `deny rm * wiht -r`: a clause whose keyword is misspelt is part of the pattern, which then matches next to nothing. */
function checkClauseWords(items: readonly PatternItem[], text: string, report: Report): void {
  for (const [index, item] of items.entries()) {
    const [before, after, next] = [items[index - 1], items[index + 1], items[index + 2]];
    if (item.kind !== "literal" || item.quoted || before?.kind !== "boundary" || after?.kind !== "boundary") continue;
    if (next?.kind !== "literal") continue;
    const meant = nearest(
      item.text,
      text[next.span.start] === "-" ? ["with", "without"] : next.quoted ? ["because"] : [],
    );
    if (meant === null) continue;
    report("misspelt-keyword", item.span, `\`${item.text}\` is a word of the pattern here`, {
      help: "put it in quotes if the command has this word",
      suggestion: meant,
    });
  }
}

function checkStars(items: readonly PatternItem[], report: Report): void {
  for (const item of everyItem(items)) {
    if (item.kind === "any" && item.span.end - item.span.start > 1) {
      report("double-star", item.span, "`**` means the same as `*`, which also matches `/` and blanks", {
        suggestion: "*",
      });
    }
  }
}

/** Outside `bash` a pattern is one word. */
function checkBlanks(pattern: Pattern, surface: string, report: Report): void {
  const word = firstWord(pattern);
  const access = word?.text === "read" || word?.text === "write" ? word : null;
  if (access !== null && pattern.items.length > 1 && patternKind(surface) === "path" && !takesAccess(surface)) {
    report("misplaced-access", access.span, `\`${access.text}\` does not belong on the surface \`${surface}\``, {
      help: "only rules of `path` and `external_directory` are for reading or for writing alone",
    });
    return;
  }
  for (const item of everyItem(pattern.items)) {
    if (item.kind !== "boundary") continue;
    report("blank-in-pattern", item.span, `a pattern of \`${surface}\` is one word, and this blank ends it`, {
      help: "put a backslash in front of a blank that is part of it, or quotes around it",
      suggestion: "\\ ".repeat(item.span.end - item.span.start),
    });
    return;
  }
}

/** `"~/My Files/"`: in quotes the tilde is only a character, so the pattern matches no path at all. */
function checkQuotedHome(pattern: Pattern, text: string, report: Report): void {
  const [first] = pattern.items;
  if (first?.kind !== "literal" || !first.quoted || text[first.span.start] === "\\") return;
  const home = /^(?:~|\$HOME)(?=\/|$)/.exec(first.text)?.[0];
  if (home === undefined) return;
  const rest = first.text.slice(home.length);
  report("quoted-home", first.span, `in quotes \`${home}\` is not the home directory`, {
    help: "leave it outside the quotes",
    suggestion: /^[^"'\\]*$/.test(rest) && rest.startsWith("/") ? `${home}/"${rest.slice(1)}"` : null,
  });
}

/** All items of a pattern, those in alternatives too, in the order of the text. */
function* everyItem(items: readonly PatternItem[]): Generator<PatternItem> {
  for (const item of items) {
    yield item;
    if (item.kind === "alternatives") for (const option of item.options) yield* everyItem(option);
  }
}
