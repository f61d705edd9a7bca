/**
 * How each agent is started without a person, an account or a network, and what it calls its tools.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AgentName } from "../../src/agents/contract.ts";
import { firstOf, installAgent, installNode, platform } from "./install.ts";
import type { Stage } from "./stage.ts";
import type { ScriptedCall } from "./wire-formats.ts";

/** The arguments with which `node` is an MCP server that leaves its file in a folder. */
const mcpArguments = (folder: string): string[] => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return ["--import", tsx, fileURLToPath(new URL("mcp-server.ts", import.meta.url)), folder];
};
/** In the prompt of a subagent, so that the model knows its conversation. */
export const SUB = "SUBAGENT-TASK";

export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface Actor {
  readonly name: AgentName;
  /** Needs to be there before `init`: settings of a person, which `init` has to keep. */
  prepare(stage: Stage, url: string): void;
  /** Runs after `init`. */
  settle?(stage: Stage, start: Start): Promise<void>;
  start(stage: Stage, url: string): Start;
  shell(command: string, more?: object): ScriptedCall;
  read(path: string): ScriptedCall;
  write(path: string): ScriptedCall;
  mcp(tool: string): ScriptedCall;
  /** Null where it has none. */
  subagent: ScriptedCall | null;
}

const mcpOf = (stage: Stage) => ({ command: process.execPath, args: mcpArguments(stage.work) });
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const claude: Actor = {
  name: "claude",
  prepare(stage) {
    // Comments are not allowed there, odd spacing is.
    stage.write(join(stage.home, ".claude", "settings.json"), '{ "cleanupPeriodDays" : 30,\n    "env": {} }\n');
    stage.write(join(stage.home, "mcp.json"), json({ mcpServers: { scripted: mcpOf(stage) } }));
  },
  start(stage, url) {
    const program = firstOf(installAgent("claude"), `@anthropic-ai/claude-code-${platform}/claude`);
    return {
      program,
      args: [
        "-p",
        "run the script",
        "--mcp-config",
        join(stage.home, "mcp.json"),
        "--strict-mcp-config",
        "--permission-mode",
        "bypassPermissions",
        "--model",
        "claude-sonnet-4-5",
      ],
      environment: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: "test-key",
        // Lets it run without prompts as root.
        IS_SANDBOX: "1",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    };
  },
  shell: (command, more) => ({ tool: "Bash", input: { command, description: "x", ...more } }),
  read: (path) => ({ tool: "Read", input: { file_path: path } }),
  write: (path) => ({ tool: "Write", input: { file_path: path, content: "x\n" } }),
  mcp: (tool) => ({ tool: `mcp__scripted__${tool}`, input: { text: "hello" } }),
  subagent: {
    tool: "Agent",
    input: { description: "small job", prompt: SUB, subagent_type: "general-purpose", run_in_background: false },
  },
};

const codex: Actor = {
  name: "codex",
  prepare(stage, url) {
    const lines = [
      'model = "gpt-5.5"',
      'model_provider = "scripted"',
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      "check_for_update_on_startup = false",
      'web_search = "disabled"',
      "[analytics]\nenabled = false",
      `[model_providers.scripted]\nname = "Scripted"\nbase_url = "${url}/v1"\nenv_key = "SCRIPTED_KEY"`,
      'wire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0',
      `[mcp_servers.scripted]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(mcpArguments(stage.work))}`,
    ];
    stage.write(join(stage.home, ".codex", "config.toml"), `${lines.join("\n")}\n`);
  },
  start(_stage, _url) {
    const program = firstOf(installAgent("codex"), ".bin/codex");
    return {
      program,
      args: ["exec", "--skip-git-repo-check", "--color", "never", "run the script"],
      environment: { SCRIPTED_KEY: "test-key" },
    };
  },
  shell: (command, more) => ({ tool: "exec_command", input: { cmd: command, ...more } }),
  // It reads files by its shell alone.
  read: (path) => ({ tool: "exec_command", input: { cmd: `cat ${path}` } }),
  write: (path) => {
    return { tool: "apply_patch", custom: true, input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` };
  },
  mcp: (tool) => ({ tool, namespace: "mcp__scripted", input: { text: "hello" } }),
  subagent: {
    tool: "spawn_agent",
    namespace: "multi_agent_v1",
    input: { message: SUB, agent_type: "default", task_name: "job" },
  },
};

const copilot: Actor = {
  name: "copilot",
  prepare(stage) {
    const server = { type: "local", ...mcpOf(stage), tools: ["*"] };
    stage.write(join(stage.home, ".copilot", "mcp-config.json"), json({ mcpServers: { scripted: server } }));
  },
  start(stage, url) {
    const node = installNode();
    return {
      program: join(node, "node"),
      args: [
        firstOf(installAgent("copilot"), ".bin/copilot"),
        "-p",
        "run the script",
        "--no-color",
        "--allow-all-tools",
        "--allow-all-paths",
      ],
      environment: {
        PATH: `${node}:${stage.environment["PATH"]}`,
        COPILOT_OFFLINE: "true",
        COPILOT_AUTO_UPDATE: "false",
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_TYPE: "openai",
        COPILOT_PROVIDER_API_KEY: "test-key",
        COPILOT_PROVIDER_WIRE_API: "completions",
        COPILOT_MODEL: "scripted-1",
      },
    };
  },
  shell: (command, more) => ({ tool: "bash", input: { command, description: "x", ...more } }),
  read: (path) => ({ tool: "view", input: { path } }),
  write: (path) => ({ tool: "create", input: { path, file_text: "x\n" } }),
  mcp: (tool) => ({ tool: `scripted-${tool}`, input: { text: "hello" } }),
  subagent: {
    tool: "task",
    input: { description: "small job", prompt: SUB, agent_type: "general-purpose", name: "job", mode: "sync" },
  },
};

const gemini: Actor = {
  name: "gemini",
  prepare(stage) {
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: true } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      mcpServers: { scripted: mcpOf(stage) },
    };
    stage.write(join(stage.home, ".gemini", "settings.json"), `// made by hand\n${json(settings)}`);
  },
  start(_stage, url) {
    return {
      program: process.execPath,
      args: [
        firstOf(installAgent("gemini"), ".bin/gemini"),
        "-p",
        "run the script",
        "--skip-trust",
        "--approval-mode",
        "yolo",
        "-m",
        "gemini-2.5-flash",
      ],
      environment: {
        GEMINI_API_KEY: "test-key",
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_NO_RELAUNCH: "true",
        NO_BROWSER: "1",
      },
    };
  },
  shell: (command, more) => ({ tool: "run_shell_command", input: { command, ...more } }),
  read: (path) => ({ tool: "read_file", input: { file_path: path } }),
  write: (path) => ({ tool: "write_file", input: { file_path: path, content: "x\n" } }),
  mcp: (tool) => ({ tool: `mcp_scripted_${tool}`, input: { text: "hello" } }),
  subagent: { tool: "invoke_agent", input: { agent_name: "generalist", prompt: SUB } },
};

const opencode: Actor = {
  name: "opencode",
  prepare(stage, url) {
    const model = { name: "Scripted", tool_call: true, limit: { context: 100_000, output: 8_000 } };
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `${url}/v1`, apiKey: "test-key" },
      models: { "scripted-1": model },
    };
    const config = {
      model: "scripted/scripted-1",
      small_model: "scripted/scripted-1",
      autoupdate: false,
      share: "disabled",
      snapshot: false,
      provider: { scripted: provider },
      mcp: { scripted: { type: "local", command: [process.execPath, ...mcpArguments(stage.work)], enabled: true } },
    };
    stage.write(join(stage.home, ".config", "opencode", "opencode.json"), json(config));
    // It fetches the kit for its plugins from npm before the first turn, and tries for minutes where it cannot.
    stage.write(join(stage.home, ".npmrc"), "offline=true\nfetch-retries=0\n");
  },
  start() {
    return {
      program: firstOf(installAgent("opencode"), `opencode-${platform}/bin/opencode`),
      args: ["run", "--auto", "run the script"],
      environment: {
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      },
    };
  },
  shell: (command, more) => ({ tool: "bash", input: { command, description: "x", ...more } }),
  read: (path) => ({ tool: "read", input: { filePath: path } }),
  write: (path) => ({ tool: "write", input: { filePath: path, content: "x\n" } }),
  mcp: (tool) => ({ tool: `scripted_${tool}`, input: { text: "hello" } }),
  subagent: { tool: "task", input: { description: "small job", prompt: SUB, subagent_type: "general" } },
};

/** The agent as which Pi runs, and its file. */
const PI_AGENT = "scout";
const SCOUT = `---
name: ${PI_AGENT}
permission:
  bash:
    "git bisect *": { action: deny, reason: "a scout changes nothing" }
---
Look around.
`;

const pi: Actor = {
  name: "pi",
  prepare(stage, url) {
    const scripted = {
      baseUrl: `${url}/v1`,
      api: "openai-completions",
      apiKey: "test-key",
      models: [{ id: "scripted-1" }],
    };
    const server = { ...mcpOf(stage), exposure: "direct" };
    stage.write(join(stage.home, ".pi", "agent", "models.json"), json({ providers: { scripted } }));
    stage.write(join(stage.home, ".pi", "agent", "mcp.json"), json({ mcpServers: { scripted: server } }));
    stage.write(join(stage.home, ".pi", "agent", "agents", `${PI_AGENT}.md`), SCOUT);
  },
  start(stage) {
    const node = installNode();
    return {
      program: join(node, "node"),
      args: [
        firstOf(installAgent("pi"), ".bin/pi"),
        "-p",
        "run the script",
        "--model",
        "scripted/scripted-1",
        "--tools",
        "+codemode",
        // As an extension that runs agents says which one is active.
        "--append-system-prompt",
        `<active_agent name="${PI_AGENT}"/>`,
      ],
      environment: { PATH: `${node}:${stage.environment["PATH"]}`, PI_OFFLINE: "1", PI_TELEMETRY: "0" },
    };
  },
  shell: (command, more) => ({ tool: "bash", input: { command, ...more } }),
  read: (path) => ({ tool: "read", input: { path } }),
  write: (path) => ({ tool: "write", input: { path, content: "x\n" } }),
  mcp: (tool) => ({ tool: `mcp__scripted__${tool}`, input: { text: "hello" } }),
  // No subagents; a script's calls are nested ones.
  subagent: {
    tool: "codemode",
    input: {
      code: "for (const command of ['echo x > sub-allowed.txt', 'touch sub-asked.txt']) { try { text(await tools.bash({ command })) } catch (error) { text(String(error)) } }",
    },
  },
};

export const ACTORS: readonly Actor[] = [claude, codex, copilot, gemini, opencode, pi];
