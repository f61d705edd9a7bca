/**
 * Whether an agent reads the file that tells it to ask. Most of them drop the whole file, hooks and all, for one thing in
 * it that they do not take, and say little or nothing.
 */
import { parseTree, type Node, type ParseError } from "jsonc-parser";
import { CAPABILITIES } from "../../../src/agents/capabilities.ts";
import type { AgentName, HookAgentName } from "../../../src/agents/contract.ts";
import { asksByCommand } from "./hook-line.ts";
import { tokensIn } from "./json-edit.ts";
import { departures, membersOf, type ObjectShape, type Shape } from "./shape.ts";

/** What is wrong with a file, and where. */
export interface SettingsProblem {
  /** Counted from 1. */
  readonly line: number;
  /** A sentence that ends with what the agent does about it. */
  readonly what: string;
}

/** What an agent's file may hold. Tried with the versions of the agents' contracts; Cursor, by its documentation. */
interface Reader {
  readonly comments: boolean;
  readonly mark: boolean;
  /** Two members of a name in the same object; elsewhere the last counts. */
  readonly twice: boolean;
  readonly shape: Shape;
  /** What the agent does with a file that holds something else. */
  readonly otherwise: string;
}

const text: Shape = "text";
const flag: Shape = "flag";

const claudeHook = (more: ObjectShape["members"], ...needs: readonly string[]): ObjectShape => ({
  members: { if: text, timeout: "positive number", statusMessage: text, once: flag, ...more },
  needs,
});

const CLAUDE_GROUP: ObjectShape = {
  members: {
    matcher: text,
    hooks: {
      list: {
        byType: {
          command: claudeHook(
            {
              command: text,
              args: { list: text },
              shell: { oneOf: ["bash", "powershell"] },
              async: flag,
              asyncRewake: flag,
              onFailure: { oneOf: ["continue", "block"] },
            },
            "command",
          ),
          prompt: claudeHook({ prompt: text, model: text }, "prompt"),
          agent: claudeHook({ prompt: text, model: text }, "prompt"),
          http: claudeHook({ url: "address" }, "url"),
          mcp_tool: claudeHook({ server: text, tool: text }, "server", "tool"),
        },
      },
    },
  },
  needs: ["hooks"],
};

/** Settings beside the hooks count as well: Claude Code drops the file for any one of another type. */
const CLAUDE: ObjectShape = {
  members: {
    hooks: { members: { PreToolUse: { list: CLAUDE_GROUP } } },
    env: { members: {} },
    permissions: {
      members: {
        allow: { list: "anything" },
        ask: { list: "anything" },
        deny: { list: "anything" },
        additionalDirectories: { list: "anything" },
      },
    },
    model: text,
    outputStyle: text,
    apiKeyHelper: text,
    cleanupPeriodDays: "positive number",
    statusLine: { members: {} },
    enabledPlugins: { members: {} },
    disableAllHooks: flag,
    includeCoAuthoredBy: flag,
    enableAllProjectMcpServers: flag,
  },
};

const codexHook = (members: ObjectShape["members"], ...needs: readonly string[]): ObjectShape => ({
  members,
  needs,
  nullable: true,
});

const CODEX_GROUP: ObjectShape = {
  members: {
    matcher: text,
    hooks: {
      list: {
        byType: {
          command: codexHook(
            { command: text, commandWindows: text, timeout: "whole number", async: flag, statusMessage: text },
            "command",
          ),
          mcp_tool: codexHook({}),
          prompt: codexHook({}),
          agent: codexHook({}),
        },
      },
    },
  },
  nullable: true,
};

const CODEX: ObjectShape = {
  members: { description: text, hooks: { members: {}, others: { list: CODEX_GROUP } } },
  others: "none",
};

/** Gemini CLI warns of a hook that it cannot read, and takes the others. */
const GEMINI: ObjectShape = { members: { hooks: { members: { BeforeTool: { list: { members: {} } } } } } };

const CURSOR_HOOK: ObjectShape = {
  members: { command: text, timeout: "positive number", failClosed: flag },
};
const CURSOR: ObjectShape = {
  members: { version: "number", hooks: { members: {}, others: { list: CURSOR_HOOK } } },
};

/** Copilot CLI passes over a hook that it cannot read, and takes the others. */
const COPILOT: ObjectShape = {
  members: { version: { oneOf: [1] }, hooks: { members: {}, others: { list: "anything" } } },
};

const drops = (agent: HookAgentName): string => `for which ${CAPABILITIES[agent].title} drops the whole file`;

const READERS: Readonly<Record<HookAgentName, Reader>> = {
  claude: { comments: false, mark: true, twice: true, shape: CLAUDE, otherwise: drops("claude") },
  codex: { comments: false, mark: false, twice: false, shape: CODEX, otherwise: drops("codex") },
  copilot: { comments: false, mark: false, twice: true, shape: COPILOT, otherwise: drops("copilot") },
  cursor: { comments: false, mark: false, twice: true, shape: CURSOR, otherwise: "which Cursor may not read" },
  gemini: {
    comments: true,
    mark: false,
    twice: true,
    shape: GEMINI,
    otherwise: "with which Gemini CLI does not start",
  },
};

/** What is wrong with the text of an agent's file, in the order of its lines; nothing where the agent reads it. */
export function settingsProblems(agent: AgentName, content: string): SettingsProblem[] {
  if (!asksByCommand(agent)) return [];
  const { comments, mark, twice, shape, otherwise } = READERS[agent];
  const found: { readonly offset: number; readonly what: string }[] = [];
  const wrong = (offset: number, what: string): void => void found.push({ offset, what: `${what}, ${otherwise}` });

  if (content.startsWith("\uFEFF") && !mark) wrong(0, "a mark of the byte order (BOM) at the start");
  const plain = content.replace(/^\uFEFF/, " ");
  const tokens = tokensIn(plain, 0, plain.length);
  const comment = tokens.find((token) => /^\/[/*]/.test(token.text));
  if (comment !== undefined && !comments) wrong(comment.offset, "a comment");
  const code = tokens.filter((token) => !/^\/[/*]/.test(token.text));
  for (const [index, token] of code.entries()) {
    const next = code[index + 1]?.text;
    if (token.text === "," && (next === "}" || next === "]")) wrong(token.offset, "a comma behind the last one");
  }

  const errors: ParseError[] = [];
  const tree = treeOf(plain, errors);
  const [error] = errors;
  if (tree === null) wrong(0, "something that is nested too deeply");
  else if (error !== undefined || tree === undefined) wrong(error?.offset ?? 0, "something that is no JSON");
  else {
    if (!twice) for (const { offset, name } of twiceIn(tree)) wrong(offset, `\`${name}\` a second time`);
    for (const { offset, what } of departures(plain, tree, shape)) wrong(offset, what);
  }
  return found
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, what }) => ({ line: plain.slice(0, offset).split("\n").length, what }));
}

/** Null for a text that is nested deeper than it can be read. */
function treeOf(plain: string, errors: ParseError[]): Node | undefined | null {
  try {
    return parseTree(plain, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Members whose name was there already in the same object. */
function twiceIn(tree: Node): { readonly offset: number; readonly name: string }[] {
  const found: { readonly offset: number; readonly name: string }[] = [];
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.children ?? []));
    const seen = new Set<string>();
    for (const { name, value } of node.type === "object" ? membersOf(node) : []) {
      if (seen.has(name)) found.push({ offset: value.offset, name });
      seen.add(name);
    }
  }
  return found;
}
