/**
 * The gate: a table and a tool call give a decision. Classify, project, look up, combine.
 */
import type { Decision } from "./decision.ts";
import { decisionOf, gateError, type CallFacts } from "./gate/answer.ts";
import { holdsFinal, withoutFindings, type Assessment } from "./gate/assessment.ts";
import { decidingFinding } from "./gate/combine.ts";
import { Evaluation, type ActiveSkill } from "./gate/evaluation.ts";
import { Bounded } from "./gate/bounded.ts";
import { hostHome, hostPlatform } from "./gate/host.ts";
import { PathRules } from "./gate/path-rules.ts";
import { askSurface, type SurfaceAnswer, type SurfaceQuery } from "./gate/query.ts";
import { walkGates } from "./gate/walk.ts";
import { projectInvocation, type Projection } from "./invocation/intents.ts";
import type { ShellInvocation, ShellTools } from "./invocation/shell-invocation.ts";
import type { PathExtractor, PathExtractors } from "./invocation/tool-path.ts";
import type { FileSystem } from "./path/file-system.ts";
import type { Platform } from "./path/flavour.ts";
import { flavourOf } from "./path/flavours.ts";
import { nodeFileSystem } from "./path/node-file-system.ts";
import { PathNormalizer } from "./path/normalizer.ts";
import type { Parsers } from "./shell/parsers.ts";
import type { BashProgram } from "./shell/program.ts";
import { projectBash } from "./shell/project.ts";
import type { Table } from "./table/table.ts";

export interface GateOptions {
  readonly table: Table;
  /** The session's working directory, absolute: the fence of `external_directory`, and where relative paths start. */
  readonly cwd: string;
  /** The home directory that `~` stands for. The process's own otherwise. */
  readonly home?: string | undefined;
  /** How paths are read. As on this machine otherwise. */
  readonly platform?: Platform | undefined;
  /** The disk. This machine's own otherwise. */
  readonly fileSystem?: FileSystem | undefined;
  /** The skills that are active when a call is made. None otherwise. */
  readonly activeSkills?: (() => readonly ActiveSkill[]) | undefined;
  /** Where the inputs of tools hold paths that their arguments' names do not tell, by tool. */
  readonly pathExtractors?: PathExtractors | undefined;
  /** Tools of the host that are shells under another name. What the host says of a tool comes before the policy. */
  readonly shellTools?: ShellTools | undefined;
}

/** A tool call. */
export interface Invocation {
  readonly tool: string;
  /** As the tool would get it. */
  readonly input: unknown;
  /** In place of the gate's own, for this call; a relative one starts from there. */
  readonly cwd?: string | undefined;
  /** The agent that calls, for rules that are for one agent. */
  readonly agent?: string | undefined;
}

/** A call with all that was found out about it. */
export interface EvaluatedCall {
  readonly tool: string;
  readonly agent: string | null;
  readonly cwd: string;
  readonly projection: Projection;
  /** Null where the call could not be read. */
  readonly evaluation: Evaluation | null;
}

/** How many agents and working directories keep what was found out for them. */
const MOST_AGENTS = 256;
const MOST_DIRECTORIES = 16;

/** Decides; `explain.ts` makes it tell why. */
export class DecisionGate {
  readonly #options: GateOptions;
  readonly #parsers: Parsers;
  readonly #home: string;
  readonly #platform: Platform;
  readonly #fileSystem: FileSystem;
  readonly #shellTools: ShellTools;
  readonly #extractors: Map<string, PathExtractor>;
  /** By agent, and by working directory. Callers may name as many as they like, so what is kept is bounded. */
  readonly #rules = new Bounded<string | null, PathRules>(MOST_AGENTS);
  readonly #normalizers = new Bounded<string, PathNormalizer>(MOST_DIRECTORIES);

  constructor(options: GateOptions, parsers: Parsers) {
    this.#options = options;
    this.#shellTools = { ...options.table.shellTools, ...options.shellTools };
    this.#parsers = parsers;
    this.#home = options.home ?? hostHome();
    this.#platform = options.platform ?? hostPlatform();
    this.#fileSystem = options.fileSystem ?? nodeFileSystem;
    this.#extractors = new Map(Object.entries(options.pathExtractors ?? {}));
  }

  /** The table that is asked. */
  get table(): Table {
    return this.#options.table;
  }

  /** What tools are shells, by the host and by the policy. */
  get shellTools(): ShellTools {
    return this.#shellTools;
  }

  /** The home directory that `~` stands for. */
  get home(): string {
    return this.#home;
  }

  /** Names the paths in the inputs of a tool from now on, in place of what was registered for it before. */
  registerPathExtractor(tool: string, extractor: PathExtractor): void {
    this.#extractors.set(tool.trim(), extractor);
  }

  /**
   * The answer to a call. Never throws: whatever goes wrong is a denial with the sentinel `<gate-error>`.
   */
  decide(invocation: Invocation): Decision {
    try {
      const call = this.evaluate(invocation);
      if (call.evaluation === null) return unreadableCall(call);
      const finding = decidingFinding(walkGates(call.evaluation));
      return finding === null ? failedCall(invocation, "no surface was asked") : decisionOf(finding, factsOf(call));
    } catch (error) {
      return failedCall(invocation, error);
    }
  }

  /**
   * The same answer with every question behind it, for who puts them to a person. Never throws: a call over which the
   * gate fails has its denial and no findings.
   */
  assess(invocation: Invocation): Assessment {
    try {
      const call = this.evaluate(invocation);
      const { agent, cwd, projection, evaluation } = call;
      if (evaluation === null) return withoutFindings(unreadableCall(call), cwd, agent);
      const findings = [...walkGates(evaluation)];
      const finding = decidingFinding(findings);
      if (finding === null) return withoutFindings(failedCall(invocation, "no surface was asked"), cwd, agent);
      const facts = factsOf(call);
      return {
        decision: decisionOf(finding, facts),
        kind: projection.kind,
        agent,
        cwd,
        shell: projection.shell,
        program: facts.program,
        paths: projection.intents.flatMap((intent) => (intent.kind === "path" && intent.named ? [intent.path] : [])),
        findings,
        isFinal: holdsFinal(findings),
      };
    } catch (error) {
      return withoutFindings(failedCall(invocation, error), this.#options.cwd, null);
    }
  }

  /** What one surface other than `bash` says of one value. */
  query(query: SurfaceQuery): SurfaceAnswer {
    const paths = (): PathNormalizer => this.#normalizer(this.#options.cwd).fresh();
    return askSurface(query, this.#options.table, { paths, folds: flavourOf(this.#platform).folds });
  }

  /** Reads a call and projects it. Throws where the call is not of the shape that its type says. */
  protected evaluate(invocation: Invocation): EvaluatedCall {
    const { tool, input } = invocation;
    if (typeof tool !== "string") throw new TypeError("the tool's name is no text");
    const agent = optionalText(invocation.agent, "agent");
    const cwd = this.#directory(optionalText(invocation.cwd, "cwd"));
    const projection = projectInvocation(tool, input, {
      shellTools: this.#shellTools,
      extractors: this.#extractors.size === 0 ? undefined : Object.fromEntries(this.#extractors),
      projectShell: (shell) => this.#project(shell, cwd),
    });
    const name = tool.trim();
    if (projection.unreadable !== null) return { tool: name, agent, cwd, projection, evaluation: null };

    const evaluation = new Evaluation({
      table: this.#options.table,
      agent,
      projection,
      rules: this.#rules.get(agent, () => new PathRules(this.#options.table, agent)),
      activeSkills: this.#options.activeSkills?.() ?? [],
      paths: () => this.#normalizer(cwd).fresh(),
      folds: flavourOf(this.#platform).folds,
    });
    return { tool: name, agent, cwd, projection, evaluation };
  }

  #project(shell: ShellInvocation, cwd: string): BashProgram {
    return projectBash(shell.command, {
      parsers: this.#parsers,
      home: this.#home,
      cwd,
      workdir: shell.workdir ?? null,
      platform: this.#platform,
    });
  }

  #directory(own: string | null): string {
    const session = this.#options.cwd;
    if (own === null) return session;
    return /^(?:[/\\]|[A-Za-z]:)/.test(own) ? own : `${session}/${own}`;
  }

  #normalizer(cwd: string): PathNormalizer {
    const [home, platform, fileSystem] = [this.#home, this.#platform, this.#fileSystem];
    return this.#normalizers.get(cwd, () => new PathNormalizer({ cwd, home, platform, fileSystem }));
  }
}

/** What of a call goes into its decision. */
export function factsOf(call: EvaluatedCall): CallFacts {
  const commands = call.projection.intents.find((intent) => intent.kind === "commands");
  return {
    tool: call.tool,
    command: call.projection.shell?.command ?? null,
    program: commands?.program ?? null,
  };
}

/** The denial of a call of which nobody can tell what it would do. */
export function unreadableCall(call: EvaluatedCall): Decision {
  const argument = call.projection.unreadable ?? "input";
  const surface = call.projection.shell === null ? call.tool : "bash";
  const reason = `the \`${argument}\` of this call cannot be read, so what \`${call.tool}\` would do is unknown; give it as text`;
  return gateError(factsOf(call), surface, reason);
}

/** The denial of a call over which the gate itself failed. */
export function failedCall(invocation: Invocation, error: unknown): Decision {
  let tool = "";
  try {
    const named: unknown = invocation.tool;
    if (typeof named === "string") tool = named.trim();
  } catch {
    // A call whose very name cannot be read is denied without one.
  }
  return gateError({ tool, command: null }, tool, `the gate failed: ${messageOf(error)}`);
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message.slice(0, 200) : String(error).slice(0, 200);
  } catch {
    return "an error without a message";
  }
}

function optionalText(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw new TypeError(`the \`${name}\` of the call is no text`);
  return value;
}
