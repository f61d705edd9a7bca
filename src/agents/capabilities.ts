/**
 * What each agent lets a gate do: seen on the real program where a version is named, else read in its documentation.
 * `docs/agents.md` and `tollgate doctor` are made from this.
 */
import type { AgentName } from "./contract.ts";

export interface Capability {
  /** As people call it. */
  readonly title: string;
  /** How the gate is asked. */
  readonly gate: string;
  /** The version that the contract was tried on; null where it was only read. */
  readonly tried: string | null;
  /** What becomes of a call that the policy allows. */
  readonly allow: string;
  /** What becomes of a call that the policy would ask about. */
  readonly ask: string;
  /** What becomes of a call that the policy denies. */
  readonly deny: string;
  /** How a gate could change a call; this one never does. */
  readonly rewrite: string;
  /** What becomes of a call where the gate itself fails. */
  readonly failure: string;
  /** Calls that no gate gets to see. */
  readonly unseen: string;
  /** What lets calls through without the gate, and who can do it. */
  readonly switchedOff: string;
  /** Whether calls of subagents and of scripts arrive. */
  readonly nested: string;
}

const WRAPPED =
  "denied, by the line that `init` writes: `timeout` kills a hook that hangs, and every failure ends with exit code 2";

export const CAPABILITIES: Readonly<Record<AgentName, Capability>> = {
  claude: {
    title: "Claude Code",
    gate: "hook command, `PreToolUse` (and `PermissionRequest`)",
    tried: "2.1.332",
    allow: "runs without a prompt; Claude Code's own rules that ask or deny still hold",
    ask: "a prompt; without anyone to ask, denied with the reason. Versions 2.1.216 to 2.1.219 were reported to skip the prompt",
    deny: "stopped, and the model is told the reason",
    rewrite: "`updatedInput`",
    failure: WRAPPED,
    unseen:
      "calls that its own validation refuses; files that a person mentions with `@`; shell lines inside of skills",
    switchedOff:
      "`disableAllHooks` in any settings file, also the project's and while the session runs; a hook entry of a wrong shape in the same file; `--bare`. Hooks in managed settings stay on",
    nested: "subagents arrive, with their type",
  },
  codex: {
    title: "Codex CLI",
    gate: "hook command, `PreToolUse`",
    tried: "0.171.0",
    allow: "runs as without a hook: its sandbox and approvals still hold",
    ask: "denied, and says so: an answer that asks is an error to Codex, after which the call runs",
    deny: "stopped, and the model is told the reason",
    rewrite: "`updatedInput`, only together with an allow",
    failure: WRAPPED,
    unseen:
      "`write_stdin`: what is typed into a program that runs on a terminal. Set `[features] unified_exec_tty = false`, and deny bare shells and interpreters",
    switchedOff:
      "a hook that is not trusted, or was changed since, is skipped without a word; `hooks = false` under `[features]`, also in a trusted project",
    nested: "subagents arrive, with their type; so do the calls of a script in code mode",
  },
  copilot: {
    title: "Copilot CLI",
    gate: "hook command, `preToolUse` (or `PreToolUse`)",
    tried: "1.0.102",
    allow:
      "Copilot asks as without a hook: an answer that allows would override `--deny-tool`, also where it answers `permissionRequest`, which is therefore left alone",
    ask: "a prompt; without anyone to ask, denied with the reason",
    deny: "stopped, and the model is told the reason",
    rewrite: "`modifiedArgs`",
    failure: `${WRAPPED}; by itself, Copilot denies where a hook fails but not where it hangs`,
    unseen: "none found",
    switchedOff:
      "`disableAllHooks` in a trusted folder's `.github/copilot/settings.json` or `.claude/settings.json`, at the next start",
    nested: "subagents arrive, with their type",
  },
  cursor: {
    title: "Cursor",
    gate: "hook command, `preToolUse`, `beforeShellExecution`, `beforeMCPExecution`, `beforeReadFile`",
    tried: null,
    allow: "runs",
    ask: "denied, and says so: an `ask` is not obeyed before a tool",
    deny: "stopped, and the model is told the reason",
    rewrite: "`updated_input`",
    failure: `${WRAPPED}; \`failClosed\` besides`,
    unseen: "which server an MCP tool belongs to: rules have to name the tool",
    switchedOff: "whoever can write a `hooks.json`",
    nested: "not known",
  },
  gemini: {
    title: "Gemini CLI",
    gate: "hook command, `BeforeTool`",
    tried: "0.61.0",
    allow: "as without a hook: its own policy and prompts still hold",
    ask: "denied, and says so: an answer that asks ends a run in yolo mode, and turns a denial of its own policy into a prompt",
    deny: "stopped, and the model is told the reason",
    rewrite: "`hookSpecificOutput.tool_input`",
    failure: WRAPPED,
    unseen:
      "paths outside of the workspace, which it refuses before; the address in a `web_fetch` is inside of its prompt",
    switchedOff:
      "`hooksConfig.enabled: false` or `hooksConfig.disabled` in a trusted folder's settings, at the next start",
    nested: "subagents arrive, not marked as such",
  },
  opencode: {
    title: "OpenCode",
    gate: "plugin, `tool.execute.before`",
    tried: "1.18.33",
    allow: "as without a plugin: its own permissions come after",
    ask: "denied, and says so: its `permission.ask` is never called",
    deny: "stopped, and the model is told the reason",
    rewrite: "a change of `output.args` in place",
    failure:
      "denied: the file that `init` writes denies every call where the gate cannot be loaded. A decision that hangs, hangs the run",
    unseen: "none found",
    switchedOff: "`--pure`; a change of the plugin's file acts at the next start",
    nested: "subagents arrive, with a session of their own",
  },
  pi: {
    title: "Pi",
    gate: "extension, `tool_call` and `user_bash`",
    tried: "1.6.0",
    allow: "runs",
    ask: "a dialog; without anyone to ask, denied with the reason",
    deny: "stopped, and the model is told the reason; a tool that is denied outright is not offered to the model",
    rewrite: "a change of `event.input` in place",
    failure:
      "denied: a handler that throws denies, and Pi does not start with an extension that cannot be loaded. A decision that hangs, hangs the run",
    unseen: "calls of tools that do not exist",
    switchedOff: "`--no-extensions`; an extension that is loaded later may change the input after the gate saw it",
    nested:
      "calls of a `codemode` script arrive as calls of their own; rules for an agent count where an extension says which one is active",
  },
};
