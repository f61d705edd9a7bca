/**
 * Directives: comments that silence a finding for one line, or make it an error, each with its reason.
 *
 *     # tollgate: allow-finding shadowed-rule "kept for the day when the rule above goes"
 *     # tollgate: forbid-finding allows-any-program "this surface is for reading"
 *
 * A directive is about its own line, or about the next line that is no comment where it stands alone.
 */
import type { Span } from "../ast.ts";
import { SEVERITIES, tick, type Diagnostic } from "../diagnostic.ts";
import { nearest } from "../suggest.ts";
import { finding, removal, weighing, type Finding } from "./finding.ts";
import type { ReadFile } from "./hazards.ts";

interface Directive {
  readonly verb: "allow-finding" | "forbid-finding";
  readonly code: string;
  readonly file: ReadFile;
  readonly span: Span;
  /** The line that it is about. */
  readonly line: number;
}

const DIRECTIVE =
  /^#[ \t]*tollgate:[ \t]*(?<verb>\S*)[ \t]*(?<code>[^\s"]*)[ \t]*(?<reason>"[^"]*\S[^"]*")?[ \t]*(?<rest>.*)$/;
const VERBS = ["allow-finding", "forbid-finding"] as const;

/** What is left of some diagnostics after the directives of the files, and what is wrong with those. Errors stay. */
export function heedDirectives<Told extends Diagnostic>(
  diagnostics: readonly Told[],
  files: readonly ReadFile[],
): (Told | Finding)[] {
  const directives: Directive[] = [];
  const told: (Told | Finding)[] = [];
  for (const file of files) {
    for (const { text, span } of file.tree.comments) {
      const read = readDirective(text, span, file);
      if (read === null) continue;
      if ("code" in read && "verb" in read) directives.push(read);
      else told.push(read);
    }
  }
  const used = new Set<Directive>();
  const heeded = diagnostics.flatMap((one): Told[] => {
    if (one.severity === "error") return [one];
    const about = directives.filter(
      ({ code, file, line }) =>
        code === one.code && file.source.file === one.file && line >= one.line && line <= one.endLine,
    );
    for (const directive of about) used.add(directive);
    if (about.some(({ verb }) => verb === "forbid-finding")) return [weighing(one, "error")];
    return about.length > 0 ? [] : [one];
  });
  const unused = directives
    .filter((directive) => directive.verb === "allow-finding" && !used.has(directive))
    .map(({ code, file, span }) =>
      finding(file.source, "unused-directive", span, `there is no finding ${tick(code)} here`, {
        help: "remove the directive",
        fix: [removal(file.source, span)],
      }),
    );
  return [...heeded, ...told, ...unused];
}

function readDirective(text: string, span: Span, file: ReadFile): Directive | Finding | null {
  const parts = DIRECTIVE.exec(text)?.groups;
  if (parts === undefined) return null;
  const { verb = "", code = "", reason, rest = "" } = parts;
  const complain = (message: string, help: string, suggestion: string | null = null): Finding =>
    finding(file.source, "malformed-directive", span, message, { help, suggestion });
  const form = 'write `# tollgate: allow-finding CODE "REASON"`, or `forbid-finding` to make it an error';
  const known = VERBS.find((one) => one === verb);
  if (known === undefined) return complain(`${tick(verb)} is no directive`, form);
  if (!Object.hasOwn(SEVERITIES, code)) {
    const meant = nearest(code, Object.keys(SEVERITIES));
    return complain(`${tick(code)} is no code of a finding`, meant === null ? form : `did you mean ${tick(meant)}?`);
  }
  if (reason === undefined) return complain("the directive gives no reason", form);
  if (rest !== "") return complain("nothing can follow the reason of a directive", form);
  return { verb: known, code, file, span, line: lineOf(span, file) };
}

/** The line of a directive that follows something, else the next line that holds more than a comment. */
function lineOf(span: Span, { source }: ReadFile): number {
  let { line } = source.position(span.start);
  const own = source.lineSpan(line);
  if (source.text.slice(own.start, span.start).trim() !== "") return line;
  do line++;
  while (line < source.lineCount && /^[ \t]*#/.test(source.slice(source.lineSpan(line))));
  return line;
}
