/**
 * The `permission` block of an agent's frontmatter as statements of the language.
 *
 *     permission:
 *       "*": ask                 default for agent NAME: ask
 *       write: deny              write for agent NAME: deny
 *       bash:                    bash for agent NAME:
 *         "*": ask                 ask *
 *         "git status": allow      allow git status
 *
 * Whatever is not of this shape is reported, and makes an error.
 */
import { isAlias, isMap, isNode, isScalar } from "yaml";
import { type Action, strictness } from "../../src/decision.ts";
import type { Name, Pattern, RuleNode, Span, Statement, SurfaceStatement } from "../ast.ts";
import { tick, type Report } from "../diagnostic.ts";
import { visible } from "../display.ts";
import type { Source } from "../source.ts";
import { nearest } from "../suggest.ts";
import { isBuiltInSurface, nearestSurface } from "../surfaces.ts";
import { keyPattern } from "./key-pattern.ts";
import { writtenRule } from "./written-rule.ts";

const ACTIONS: readonly Action[] = ["allow", "ask", "deny"];

/** Reads the value of `permission`. `offset`: where the YAML starts in the file. */
export function readPermissions(
  node: unknown,
  agent: Name,
  source: Source,
  offset: number,
  report: Report,
): Statement[] {
  return new PermissionReader(agent, source, offset, report).read(node);
}

/** The text of a key or a value that is a plain text, else null. */
export function plainText(node: unknown): string | null {
  return isScalar(node) && typeof node.value === "string" ? node.value : null;
}

/** The range of a node in the file. */
export function rangeOf(node: unknown, offset: number): Span | null {
  const range = isNode(node) ? (node.range ?? null) : null;
  return range === null ? null : { start: range[0] + offset, end: Math.max(range[0], range[1]) + offset };
}

/** An entry of a map: a key that is a text, with its value. */
interface Entry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: unknown;
  readonly valueSpan: Span;
}

class PermissionReader {
  readonly #agent: Name;
  readonly #source: Source;
  readonly #offset: number;
  readonly #report: Report;

  constructor(agent: Name, source: Source, offset: number, report: Report) {
    this.#agent = agent;
    this.#source = source;
    this.#offset = offset;
    this.#report = report;
  }

  read(node: unknown): Statement[] {
    const where = rangeOf(node, this.#offset) ?? this.#agent.span;
    const statements: Statement[] = [];
    for (const entry of this.#entriesOf(node, where, "permission") ?? []) {
      if (entry.key === "*") {
        const action = this.#actionOf(entry);
        if (action !== null)
          statements.push({ kind: "default", span: this.#spanOf(entry), agent: this.#agent, action });
      } else {
        const statement = this.#surfaceOf(entry);
        if (statement !== null) statements.push(statement);
      }
    }
    return statements;
  }

  #surfaceOf(entry: Entry): SurfaceStatement | null {
    const { key, keySpan, value, valueSpan } = entry;
    const name = this.#surfaceName(entry);
    if (name === null) return null;
    const head = { kind: "surface", surface: { text: name, span: keySpan }, agent: this.#agent } as const;
    if (!isMap(value)) {
      const action = this.#actionOf(entry);
      return action === null
        ? null
        : { ...head, span: this.#spanOf(entry), rules: [this.#rule(entry, action, null, null)] };
    }
    const rules: RuleNode[] = [];
    for (const inner of this.#entriesOf(value, valueSpan, key) ?? []) {
      const rule = this.#patternRule(inner, name);
      if (rule !== null) rules.push(rule);
    }
    const span = { start: keySpan.start, end: valueSpan.end };
    return { ...head, span, rules: name === "mcp" ? specificLast(rules) : rules, merges: true };
  }

  #surfaceName({ key, keySpan }: Entry): string | null {
    if (/[*?]/.test(key)) {
      return this.#complain(keySpan, `${tick(key)} names several tools at once`, "write a line for each tool");
    }
    if (key === "" || key.trim() !== key || visible(key) !== key) {
      return this.#complain(keySpan, "this is no name of a tool or a surface", "write a name such as `bash`");
    }
    const meant = isBuiltInSurface(key) ? null : (nearestSurface(key) ?? (key === "special" ? "path" : null));
    if (meant === null) return key;
    this.#report("malformed-permission", keySpan, `no surface is called ${tick(key)}`, {
      help: "any other name is the name of a tool",
      suggestion: key === "special" ? null : meant,
    });
    return null;
  }

  #patternRule(entry: Entry, surface: string): RuleNode | null {
    const said = this.#decisionOf(entry);
    if (said === null) return null;
    const pattern = keyPattern(entry.key, entry.keySpan, surface, said.action);
    if (!pattern.ok) return this.#complain(entry.keySpan, pattern.message, pattern.help);
    return this.#rule(entry, said.action, pattern.pattern, said.because);
  }

  /** An action, or `{ action: deny, reason: "…" }`. */
  #decisionOf(entry: Entry): { readonly action: Action; readonly because: RuleNode["because"] } | null {
    if (!isMap(entry.value)) {
      const action = this.#actionOf(entry);
      return action === null ? null : { action, because: null };
    }
    const fields = this.#entriesOf(entry.value, entry.valueSpan, entry.key);
    if (fields === null) return null;
    let action: Action | null = null;
    let because: RuleNode["because"] = null;
    for (const field of fields) {
      if (field.key === "action") {
        action = this.#actionOf(field);
        if (action === null) return null;
        if (action !== "deny") {
          return this.#complain(field.valueSpan, "only `deny` takes a reason", `write \`${action}\` alone`);
        }
      } else if (field.key === "reason") {
        const text = plainText(field.value)?.trim() ?? "";
        if (text === "" || visible(text) !== text) {
          return this.#complain(field.valueSpan, "the reason is no text of one line", "put it in quotes");
        }
        because = { text, span: field.valueSpan };
      } else {
        this.#report("malformed-permission", field.keySpan, `a denial has no field ${tick(field.key)}`, {
          help: "its fields are `action` and `reason`",
          suggestion: nearest(field.key, ["action", "reason"]),
        });
        return null;
      }
    }
    if (action === null) return this.#complain(entry.keySpan, "this entry names no action", "write `action: deny`");
    return { action, because };
  }

  #actionOf({ value, valueSpan, keySpan, key }: Entry): Action | null {
    const help = "an action is `allow`, `ask` or `deny`";
    if (!this.#isPlain(value, valueSpan)) return null;
    const text = plainText(value);
    if (text === null || text === "") {
      const what = text === null ? "takes one action" : "names no action";
      return this.#complain(text === null ? valueSpan : keySpan, `${tick(key)} ${what}`, help);
    }
    const action = ACTIONS.find((one) => one === text);
    if (action !== undefined) return action;
    this.#report("malformed-permission", valueSpan, `${tick(text)} is no action`, {
      help,
      suggestion: nearest(text, ACTIONS),
    });
    return null;
  }

  /** The entries of a map; null where the node is none. Each key once, and nothing that stands for something else. */
  #entriesOf(node: unknown, where: Span, name: string): Entry[] | null {
    if (!this.#isPlain(node, where)) return null;
    if (!isMap(node)) {
      return this.#complain(where, `${tick(name)} is no map`, "write a line `NAME: ACTION` for each tool below it");
    }
    const entries: Entry[] = [];
    const seen = new Set<string>();
    for (const pair of node.items) {
      const keySpan = rangeOf(pair.key, this.#offset) ?? where;
      const key = plainText(pair.key);
      if (!this.#isPlain(pair.key, keySpan)) continue;
      if (key === null) this.#complain(keySpan, "this key is no text", "put it in quotes");
      else if (seen.has(key)) {
        this.#complain(keySpan, `${tick(key)} stands twice`, "keep one of them: only one could count");
      } else {
        seen.add(key);
        entries.push({ key, keySpan, value: pair.value, valueSpan: rangeOf(pair.value, this.#offset) ?? keySpan });
      }
    }
    return entries;
  }

  /** True for a node without an alias, an anchor or a tag, which other readers of the file do not understand. */
  #isPlain(node: unknown, where: Span): boolean {
    let what = "";
    if (isAlias(node)) what = "stands for another part of the file";
    else if (isNode(node) && node.anchor !== undefined) what = "has an anchor";
    else if (isNode(node) && node.tag !== undefined) what = "has a tag";
    if (what === "") return true;
    this.#complain(where, `this ${what}, and permissions are read word for word`, "write the words themselves");
    return false;
  }

  #rule(entry: Entry, name: Action, subject: Pattern | null, because: RuleNode["because"]): RuleNode {
    const action = { name, span: entry.valueSpan };
    const written = writtenRule({ action, subject, because });
    return {
      kind: "rule",
      span: this.#spanOf(entry),
      final: false,
      action,
      access: null,
      subject,
      clauses: [],
      because,
      written,
    };
  }

  /** An entry on its first line. */
  #spanOf({ keySpan, valueSpan }: Entry): Span {
    const { line } = this.#source.position(keySpan.start);
    const end = Math.min(valueSpan.end, this.#source.lineSpan(line).end);
    return { start: keySpan.start, end: Math.max(keySpan.end, end) };
  }

  #complain(span: Span, message: string, help: string): null {
    this.#report("malformed-permission", span, message, { help });
    return null;
  }
}

/**
 * Rules of `mcp` by the spelling of the target that they name. In Pi the rules are held against `server:tool` first, so
 * that a rule for it holds whatever a later one says of the server or the tool alone; here the last rule that matches any
 * spelling wins. A rule that restricts by `server:tool` therefore moves behind less strict ones that do not name both.
 */
function specificLast(rules: readonly RuleNode[]): RuleNode[] {
  const names = (rule: RuleNode): string =>
    rule.subject?.kind === "pattern"
      ? rule.subject.items.map((item) => (item.kind === "literal" ? item.text : "*")).join("")
      : "*";
  // The least strict action among the later rules that name no server with its tool.
  let least = Infinity;
  const moves = new Set<RuleNode>();
  for (const rule of rules.toReversed()) {
    const weight = strictness(rule.action.name);
    if (names(rule).includes(":")) {
      if (weight > least) moves.add(rule);
    } else if (rule.subject !== null) least = Math.min(least, weight);
  }
  return [...rules.filter((rule) => !moves.has(rule)), ...rules.filter((rule) => moves.has(rule))];
}
