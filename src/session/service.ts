/**
 * Questions about permissions that are no calls: for other code in the process of an agent.
 */
import { match } from "ts-pattern";
import type { Action, RuleSource } from "../decision.ts";
import type { Gate } from "../explain.ts";
import { sourceOf } from "../gate/answer.ts";
import type { Assessment } from "../gate/assessment.ts";
import { shellArguments } from "../invocation/shell-invocation.ts";
import { classifyToolKind } from "../invocation/tool-kind.ts";
import type { Table } from "../table/table.ts";
import type { Question } from "../table/question.ts";
import { ANY_TEXT } from "../text.ts";
import type { Approvals } from "./approvals.ts";
import type { Access } from "./pattern.ts";

/** A surface and a value: a command on `bash`, a path on `read` or `path`, a target on `mcp`, a name on `skill`. */
export interface Query {
  readonly surface: string;
  readonly value: string;
  readonly agent?: string | undefined;
  /** On `path` and `external_directory`; without it the stricter of both answers. */
  readonly access?: Access | undefined;
}

export interface QueryAnswer {
  /** What the policy says. */
  readonly action: Action;
  /** True where approvals of the session lift the `ask`. */
  readonly approved: boolean;
  /** The rule that decided; null where a default or a floor did. */
  readonly rule: RuleSource | null;
  readonly reason: string | null;
  readonly final: boolean;
}

/**
 * What a surface says of a value. A command is judged as a call of `bash`, with all that it touches; every other value
 * by its surface alone.
 */
export function querySurface(
  { surface, value, agent, access }: Query,
  gate: Gate,
  approvals: Approvals,
  markOf: (assessment: Assessment) => string,
): QueryAnswer {
  const names = shellArguments(surface, gate.table.shellTools);
  if (names !== null) {
    const input = { [names.commandArgument]: value };
    const assessment = gate.assess({ tool: surface, input, ...(agent === undefined ? {} : { agent }) });
    const { decision } = assessment;
    const { open, used } = approvals.cover(assessment, markOf(assessment));
    const approved = decision.action === "ask" && open.length === 0 && used.length > 0;
    const { action, rule, reason, final } = decision;
    return { action, approved, rule, reason, final };
  }
  const found = gate.query({ surface, value, agent: agent ?? null, access });
  const { action, rule, final, mixed } = found.verdict;
  const reason = rule?.because ?? null;
  const answer = { action, rule: rule === null ? null : sourceOf(rule), reason, final };
  const isLiftable = action === "ask" && !final && !mixed;
  const approved = isLiftable && approvals.allows(surface, agent ?? null, found.questions, found.options);
  return { ...answer, approved };
}

const ANYTHING: Question = { written: [[ANY_TEXT]], readings: [] };
/** What the surface of a tool is asked that is called without a name or a path. */
const AS_SUCH: Question = { written: [["*"]], readings: [] };

/** Of some tools those that are denied whatever they are called with. */
export function deniedTools(tools: readonly string[], agent: string | null, table: Table): string[] {
  const isDenied = (surface: string, question: Question): boolean => {
    const { action, mixed } = table.lookup(surface, agent, question);
    return action === "deny" && !mixed;
  };
  return tools.filter((tool) => {
    const name = tool.trim();
    if (shellArguments(name, table.shellTools) !== null) return isDenied("bash", ANYTHING);
    return match(classifyToolKind(name))
      .with("bash", () => isDenied("bash", ANYTHING))
      .with("path", "mcp", "skill", () => isDenied(name, ANYTHING))
      .with("extension", () => isDenied(name, AS_SUCH))
      .exhaustive();
  });
}
