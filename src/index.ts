/**
 * The runtime's public face: a table and tool calls give decisions. An agent that embeds it carries no compiler.
 */
export type { Action, Decision, RuleSource, Sentinel } from "./decision.ts";
export { createGate, type Gate } from "./explain.ts";
export type { ExplainedPath, ExplainedRule, ExplainedUnit, Explanation, Range, Step } from "./explain/explanation.ts";
export type { GateOptions, Invocation } from "./gate.ts";
export type { Assessment } from "./gate/assessment.ts";
export type { SurfaceAnswer, SurfaceQuery } from "./gate/query.ts";
export type { ActiveSkill } from "./gate/evaluation.ts";
export type { GateName } from "./gate/finding.ts";
export { resolveShellInvocation, type ShellInvocation, type ShellTools } from "./invocation/shell-invocation.ts";
export { classifyToolKind, type ToolKind } from "./invocation/tool-kind.ts";
export type { ExtractedPath, PathExtractor, PathExtractors } from "./invocation/tool-path.ts";
export type { FileSystem } from "./path/file-system.ts";
export { nodeFileSystem } from "./path/node-file-system.ts";
export type { Platform } from "./path/flavour.ts";
export type { Approval, Suggestion } from "./session/approval.ts";
export type { Clock } from "./session/clock.ts";
export type { EventName, Listener, SessionEvents } from "./session/events.ts";
export type { Answer, Ask, AskedQuestion, AskRequest, Mode, Outcome, Resolution } from "./session/outcome.ts";
export type { Formatter } from "./session/preview.ts";
export type { LogRecord } from "./session/record.ts";
export { openReviewLog, type ReviewLog, type ReviewLogOptions } from "./session/review-log.ts";
export type { Query, QueryAnswer } from "./session/service.ts";
export { type AuthorizeOptions, createSession, type Session, type SessionOptions } from "./session/session.ts";
export { TableError } from "./table/error.ts";
export { loadTable } from "./table/load.ts";
export type { Table, TableRule } from "./table/table.ts";
