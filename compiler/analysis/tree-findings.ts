/**
 * Findings that a policy's trees tell: patterns that no command can match, names that nothing answers to, letters that
 * are not what they look like.
 */
import type { GroupStatement, Pattern, Span } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import type { ResolvedPolicy } from "../rule.ts";
import type { Source } from "../source.ts";
import { nearest } from "../suggest.ts";
import { finding, removal, type Finding } from "./finding.ts";
import type { ReadFile } from "./hazards.ts";
import { asLatin } from "./look-alike.ts";

/** All of them, over the files that belong to the policy itself. */
export function treeFindings(files: readonly ReadFile[], policy: ResolvedPolicy): Finding[] {
  const own = files.filter(({ source }) => !source.file.startsWith("preset:"));
  return [
    ...own.flatMap((file) => patternFindings(file)),
    ...unusedGroups(own, files),
    ...own.flatMap((file) => agentFindings(file, policy)),
    ...own.flatMap((file) => surfaceFindings(file, policy)),
    ...own.flatMap(({ source }) => lookAlikes(source)),
  ];
}

/** The patterns of commands in a file. */
function* commandPatterns({ tree }: ReadFile): Generator<Pattern> {
  for (const statement of tree.statements) {
    if (statement.kind === "group") {
      for (const { subject } of statement.members) if (subject.kind === "pattern") yield subject;
    }
    const rules = statement.kind === "surface" ? statement.rules : statement.kind === "never" ? [statement.rule] : [];
    if ((statement.kind === "surface" || statement.kind === "never") && statement.surface.text === "bash") {
      for (const { subject } of rules) if (subject?.kind === "pattern") yield subject;
    }
  }
}

/** A word of a pattern as written. */
interface Word {
  readonly text: string;
  readonly quoted: boolean;
  readonly span: Span;
}

/** The words of a pattern that hold neither wildcard nor alternatives, with their places; null for any other. */
function wordsOf(pattern: Pattern): (Word | null)[] {
  const words: (Word | null)[] = [];
  let current: Word | null | undefined;
  for (const item of pattern.items) {
    if (item.kind === "boundary") {
      words.push(current ?? null);
      current = undefined;
    } else if (item.kind !== "literal" || current === null) current = null;
    else {
      const start = current?.span.start ?? item.span.start;
      current = {
        text: (current?.text ?? "") + item.text,
        quoted: (current?.quoted ?? false) || item.quoted,
        span: { start, end: item.span.end },
      };
    }
  }
  words.push(current ?? null);
  return words;
}

const CHAINS = new Set(["&&", "||", "|", "|&", ";", ";;", "&"]);
const REDIRECTION = /^(?:\d*|&)(?:>>|>\||>&|<&|<<<|<<|<>|>|<)/;

function patternFindings(file: ReadFile): Finding[] {
  const findings: Finding[] = [];
  for (const pattern of commandPatterns(file)) {
    const words = wordsOf(pattern);
    const runs = words.some((word) => word !== null && /^-(?:exec|execdir|ok|okdir)$/.test(word.text));
    for (const [index, word] of words.entries()) {
      if (word === null) continue;
      const problem = wordProblem(word, index === 0, runs);
      if (problem === null) continue;
      findings.push(finding(file.source, "impossible-pattern", word.span, problem.message, { help: problem.help }));
      break;
    }
  }
  return findings;
}

function wordProblem(
  { text, quoted }: Word,
  isFirst: boolean,
  runs: boolean,
): { message: string; help: string } | null {
  const quote = "put it in quotes if a command has this very word";
  if (quoted) {
    if (!isFirst || !/[ \t]/.test(text) || text.includes("/")) return null;
    const message = `no command is called ${tick(text)}: the quotes make it one word`;
    return { message, help: "leave the quotes out, so that the blank separates words" };
  }
  if (CHAINS.has(text) && !(runs && text === ";")) {
    const message = `${tick(text)} joins commands, and every command is asked about by itself`;
    return { message, help: `write a rule for each command; ${quote}` };
  }
  if (REDIRECTION.test(text)) {
    const message = `${tick(text)} is a redirection, and no word of a command`;
    return { message, help: `rules of \`write\` and \`read\` are asked about files that a command opens; ${quote}` };
  }
  if (text.length > 1 && /[^;&|][;&|]$/.test(text) && !runs) {
    return { message: `${tick(text)} ends a command, and every command is asked about by itself`, help: quote };
  }
  if (/\$\(|`/.test(text)) {
    const message = `${tick(text)} is a command in a command, and every command is asked about by itself`;
    return { message, help: quote };
  }
  if (isFirst && /^[A-Za-z_]\w*=/.test(text)) {
    const message = `${tick(text)} sets a variable, and the command that follows is asked about without it`;
    return { message, help: `leave it out; ${quote}` };
  }
  return null;
}

/** Groups that no rule names, in files that have rules: a file of groups alone is there for others to include. */
function unusedGroups(own: readonly ReadFile[], all: readonly ReadFile[]): Finding[] {
  const used = new Set<string>();
  for (const { tree } of all) {
    for (const statement of tree.statements) {
      const subjects =
        statement.kind === "group"
          ? statement.members.map(({ subject }) => subject)
          : statement.kind === "surface"
            ? statement.rules.map(({ subject }) => subject)
            : statement.kind === "never"
              ? [statement.rule.subject]
              : [];
      for (const subject of subjects) if (subject?.kind === "group-reference") used.add(subject.name);
    }
  }
  return own.flatMap(({ source, tree }) => {
    if (!tree.statements.some(({ kind }) => kind === "surface")) return [];
    const groups = tree.statements.filter((one): one is GroupStatement => one.kind === "group");
    return groups
      .filter(({ name }) => !used.has(name.text))
      .map((group) =>
        finding(source, "unused-group", group.name.span, `no rule names the group ${tick(group.name.text)}`, {
          help: `write a rule on \`@${group.name.text}\`, or remove the group`,
          fix: [removal(source, group.span)],
        }),
      );
  });
}

/** Tests as an agent that no rule is for. */
function agentFindings({ source, tree }: ReadFile, policy: ResolvedPolicy): Finding[] {
  const agents = new Set(policy.layers.flatMap(({ rules }) => rules.flatMap(({ agent }) => agent ?? [])));
  return tree.statements.flatMap((statement) => {
    if (statement.kind !== "test" || statement.agent === null || agents.has(statement.agent.text)) return [];
    const { text, span } = statement.agent;
    return [
      finding(source, "unknown-agent", span, `no rule is for agent ${tick(text)}`, {
        help: "the test tells nothing that it would not tell without the agent",
        suggestion: nearest(text, agents),
      }),
    ];
  });
}

/** Rules on the surface of a tool that is a shell: its calls are asked about on `bash`. */
function surfaceFindings({ source, tree }: ReadFile, policy: ResolvedPolicy): Finding[] {
  return tree.statements.flatMap((statement) => {
    if (statement.kind !== "surface" || !Object.hasOwn(policy.shellTools, statement.surface.text)) return [];
    const { text, span } = statement.surface;
    return [
      finding(source, "unasked-surface", span, `${tick(text)} is a shell tool, so its rules are those of \`bash\``, {
        help: "move these rules to `bash`",
      }),
    ];
  });
}

/** Words of rules in which letters of another script stand for Latin ones. Comments may be in any script. */
function lookAlikes(source: Source): Finding[] {
  const findings: Finding[] = [];
  for (const match of source.text.matchAll(/[^\s"'{},|*?:/=]+/gu)) {
    const latin = asLatin(match[0]);
    if (latin === null || isInComment(source.text, match.index)) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    const message = `${tick(match[0])} looks like ${tick(latin)}, but is written with other letters`;
    findings.push(finding(source, "look-alike-character", span, message, { suggestion: latin }));
  }
  return findings;
}

function isInComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at + 1);
  return /(?:^|[ \t])#/.test(line);
}
