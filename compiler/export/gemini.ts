/**
 * Rules for Gemini CLI's policy files, in TOML. The rule with the highest priority that matches counts, so denials come
 * before questions.
 */
import { ANY, MAY_END, ONE } from "../../src/table/program.ts";
import type { Table, TableRule } from "../../src/table/table.ts";
import { ANY_TEXT } from "../../src/text.ts";
import {
  answerTo,
  answerToAll,
  answerToPrefix,
  exportRules,
  impossible,
  prefixOf,
  type ExportedRule,
  type Restriction,
} from "./exported.ts";

const DECISIONS: Readonly<Record<Restriction, { readonly decision: string; readonly priority: number }>> = {
  ask: { decision: "ask_user", priority: 800 },
  deny: { decision: "deny", priority: 900 },
};

/** Gemini CLI's tools by the surface that they are asked on. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  bash: ["run_shell_command"],
  read: ["read_file", "read_many_files"],
  write: ["write_file"],
  edit: ["replace"],
  grep: ["grep_search"],
  find: ["glob"],
  ls: ["list_directory"],
  skill: ["activate_skill"],
  task: ["invoke_agent"],
  web_fetch: ["web_fetch"],
  web_search: ["google_web_search"],
};

export function exportGemini(table: Table): ExportedRule[] {
  return exportRules(table, geminiRule);
}

function geminiRule(rule: TableRule, table: Table): ExportedRule {
  if (rule.catchAll && Object.hasOwn(TOOLS, rule.surface)) return wholeTool(rule, table);
  if (rule.surface === "bash") return commands(rule, table);
  if (rule.surface === "mcp") return servers(rule, table);
  return impossible(rule, "Gemini CLI has no rules for what this surface is asked about");
}

/** A rule about everything that a tool can be called with. */
function wholeTool(rule: TableRule, table: Table): ExportedRule {
  const { action, isOne } = answerToAll(table, rule.surface);
  if (!isOne || action !== rule.action) return impossible(rule, "other rules make exceptions to it");
  const names = TOOLS[rule.surface] ?? [];
  return { rule, closeness: "exact", note: null, lines: tomlRule(rule, rule.action, { toolName: names }) };
}

/** A prefix is compared with the text of a command as it is written, so no rule about commands is exact. */
function commands(rule: TableRule, table: Table): ExportedRule {
  const prefixes: string[] = [];
  let strictest: Restriction = rule.action === "deny" ? "deny" : "ask";
  for (const program of rule.programs) {
    const { words } = prefixOf(program);
    if (words.length === 0) return impossible(rule, "the command's name is not fixed");
    if (words.some((word) => /[\s"'\\]/.test(word))) return impossible(rule, "a word of it has to be quoted");
    const { action } = answerToPrefix(table, words);
    if (action === "deny") strictest = "deny";
    prefixes.push(words.join(" "));
  }
  const note = "Gemini CLI compares the text as written, so other commands that begin alike are meant too";
  const lines = tomlRule(rule, strictest, { toolName: ["run_shell_command"], commandPrefix: prefixes });
  return { rule, closeness: "stricter", note, lines };
}

/** `server:*` and `server:tool`. */
function servers(rule: TableRule, table: Table): ExportedRule {
  const lines: string[] = [];
  for (const program of rule.programs) {
    const [server = "", tool = ""] = program.replaceAll(MAY_END, "").split(":");
    const isWhole = tool === ANY;
    if (server === "" || tool === "" || isOpen(server) || (!isWhole && isOpen(tool))) {
      return impossible(rule, "the server's name is not fixed, or the tool's is in part");
    }
    const { action, isOne } = answerTo(table, "mcp", isWhole ? [`${server}:`, ANY_TEXT] : [`${server}:${tool}`]);
    if (!isOne || action !== rule.action) return impossible(rule, "other rules make exceptions to it");
    lines.push(...tomlRule(rule, rule.action, { mcpName: server, toolName: isWhole ? "*" : tool }));
  }
  return { rule, closeness: "exact", note: null, lines };
}

function isOpen(text: string): boolean {
  return text.includes(ANY) || text.includes(ONE);
}

function tomlRule(
  rule: TableRule,
  action: TableRule["action"],
  fields: Readonly<Record<string, string | readonly string[]>>,
): string[] {
  if (action === "allow") return [];
  const { decision, priority } = DECISIONS[action];
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const because = rule.because === null || action !== "deny" ? [] : [`denyMessage = ${JSON.stringify(rule.because)}`];
  return ["[[rule]]", ...lines, `decision = "${decision}"`, `priority = ${priority}`, ...because, ""];
}
