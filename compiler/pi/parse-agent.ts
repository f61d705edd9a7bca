/**
 * An agent file of Pi as a policy: the rules for one agent, from the `permission` block of the file's frontmatter.
 *
 * A table is made of them like of any others; at run time nobody reads the file. What is below the frontmatter is the
 * agent's prompt and of no concern here.
 */
import { isMap, isScalar, parseDocument, type Document, type ErrorCode } from "yaml";
import type { Name, Span, Statement } from "../ast.ts";
import { diagnose, MOST_PROBLEMS, tick, type Diagnostic, type Report } from "../diagnostic.ts";
import type { ParsedPolicy } from "../parse.ts";
import { LONGEST_FILE } from "../parsing/bounds.ts";
import { checkCharacters } from "../parsing/characters.ts";
import { Source } from "../source.ts";
import { findFrontmatter } from "./frontmatter.ts";
import { plainText, rangeOf, readPermissions } from "./permissions.ts";

/** UTF-16 units of a frontmatter. */
const LONGEST_FRONTMATTER = 64 * 1024;
/** Lines with faults of YAML that are told: most follow from the first. */
const MOST_FAULTS = 5;

/** The policy of an agent file. The agent is called as the file is. A file without a block has no rules. Never throws. */
export function parseAgent(text: string, file: string): ParsedPolicy {
  const source = new Source(file, text);
  const diagnostics: Diagnostic[] = [];
  const report: Report = (...problem) => {
    if (diagnostics.length <= MOST_PROBLEMS) diagnostics.push(diagnose(source, ...problem));
  };
  const statements = readAgent(source, report);
  diagnostics.sort((a, b) => a.span.start - b.span.start);
  return { tree: { statements, comments: [] }, source, diagnostics };
}

function readAgent(source: Source, report: Report): Statement[] {
  const nowhere = { start: 0, end: 0 };
  if (source.text.length > LONGEST_FILE) {
    report("file-too-large", nowhere, `the file holds more than ${LONGEST_FILE} characters`, {
      help: "an agent's file is its frontmatter and a prompt; move the rest elsewhere",
    });
    return [];
  }
  const block = findFrontmatter(source);
  if (block.kind === "none") return [];
  if (block.kind === "broken") {
    if (speaksOfPermissions(source.text))
      report("malformed-frontmatter", block.span, block.message, { help: block.help });
    return [];
  }
  const { span } = block;
  const yaml = source.slice(span);
  if (yaml.length > LONGEST_FRONTMATTER) {
    const message = `the frontmatter holds more than ${LONGEST_FRONTMATTER} characters`;
    report("malformed-frontmatter", { start: span.start, end: span.start }, message, {
      help: "write fewer and broader rules",
    });
    return [];
  }
  const second = /^\.\.\.(?=\s|$)/m.exec(yaml);
  if (second !== null && speaksOfPermissions(yaml)) {
    const where = { start: span.start + second.index, end: span.start + second.index + 3 };
    report("malformed-frontmatter", where, "`...` ends the YAML, and what follows would be lost", {
      help: "remove it",
    });
    return [];
  }
  const document = parseYaml(yaml);
  if (document === null || document.errors.length > 0) {
    if (speaksOfPermissions(yaml)) tellFaults(document, source, span, report);
    return [];
  }
  const entry = permissionOf(document, source, span, report);
  if (entry === null) return [];
  checkCharacters(source, (code, where, ...rest) => {
    if (where.start < span.end) report(code, where, ...rest);
  });
  const agent = agentOf(document, source, span, entry.keySpan, report);
  return agent === null ? [] : readPermissions(entry.value, agent, source, span.start, report);
}

/** The YAML of a frontmatter with every value as a text; null where it nests too deeply to be read. */
function parseYaml(text: string): Document | null {
  try {
    return parseDocument(text, { schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  } catch {
    return null;
  }
}

function speaksOfPermissions(text: string): boolean {
  return /permission/i.test(text);
}

function tellFaults(document: Document | null, source: Source, { start, end }: Span, report: Report): void {
  if (document === null) {
    report("malformed-frontmatter", { start, end: start }, "the frontmatter cannot be read", {
      help: "it nests too deeply: write `permission` as a map of maps",
    });
    return;
  }
  const lines = new Set<number>();
  for (const { pos, code } of document.errors) {
    const at = Math.min(start + pos[0], end);
    const { line } = source.position(at);
    if (lines.has(line) || lines.size === MOST_FAULTS) continue;
    lines.add(line);
    const where = { start: at, end: Math.max(at, Math.min(start + pos[1], end)) };
    const [message, help] = FAULTS[code] ?? OTHER_FAULT;
    report("malformed-frontmatter", where, message, { help });
  }
}

const QUOTES = 'put a pattern in quotes, as in `"*": ask`';
const OTHER_FAULT = ["this is no YAML", QUOTES] as const;

/** What is wrong with YAML, in words. */
const FAULTS: Readonly<Partial<Record<ErrorCode, readonly [message: string, help: string]>>> = {
  TAB_AS_INDENT: ["a tab indents this line", "indent with blanks"],
  BAD_INDENT: ["this line is not indented as those beside it", "indent what belongs together alike"],
  MISSING_CHAR: ["a `:`, a quote or a bracket is missing here", QUOTES],
  BLOCK_IN_FLOW: ["a bracket that opened before is not closed", "close it, or write each entry on a line of its own"],
  MULTILINE_IMPLICIT_KEY: ["a `:` is missing here", "an entry is `NAME: VALUE` on one line"],
  BAD_DQ_ESCAPE: ["this backslash stands for nothing", "write it twice, or use single quotes"],
};

/** The entry `permission`; null where there is none, or where it is not clear which. */
function permissionOf(
  document: Document,
  source: Source,
  { start }: Span,
  report: Report,
): { readonly keySpan: Span; readonly value: unknown } | null {
  const { contents } = document;
  if (!isMap(contents)) {
    if (speaksOfPermissions(source.text.slice(start, start + LONGEST_FRONTMATTER)) && contents !== null) {
      report("malformed-frontmatter", rangeOf(contents, start) ?? { start, end: start }, "the frontmatter is no map", {
        help: "write a line `NAME: VALUE` for each of its entries",
      });
    }
    return null;
  }
  let found: { readonly keySpan: Span; readonly value: unknown } | null = null;
  for (const pair of contents.items) {
    const name = plainText(pair.key)?.trim() ?? "";
    const keySpan = rangeOf(pair.key, start) ?? { start, end: start };
    if (name === "permission") {
      if (found === null) found = { keySpan, value: pair.value };
      else {
        report("malformed-permission", keySpan, "`permission` stands twice", {
          help: "keep one of them: only one could count",
        });
      }
    } else if (/^permissions?$/i.test(name)) {
      report("malformed-permission", keySpan, `${tick(name)} is not read: the entry is called \`permission\``, {
        suggestion: "permission",
      });
    }
  }
  return found;
}

/** The agent is named by its file. A `name` in the frontmatter has to be the same. */
function agentOf(document: Document, source: Source, { start }: Span, span: Span, report: Report): Name | null {
  const name = source.file.split(/[\\/]/).at(-1)!.replace(/\.md$/i, "");
  const pairs = isMap(document.contents) ? document.contents.items : [];
  const named = pairs.find(({ key }) => plainText(key) === "name")?.value;
  const own = isScalar(named) ? plainText(named)?.trim() : undefined;
  if (name === "" || (own !== undefined && own !== "" && own !== name)) {
    const where = (own === undefined ? null : rangeOf(named, start)) ?? span;
    report(
      "malformed-permission",
      where,
      `the agent is called ${tick(own ?? "")}, and its file ${tick(`${name}.md`)}`,
      {
        help: "call the file like the agent, so that it is clear whose permissions these are",
      },
    );
    return null;
  }
  return { text: name, span };
}
