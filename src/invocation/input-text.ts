/**
 * A tool's input from one line of text, as people write it in a policy's tests and on the command line.
 */
import { match } from "ts-pattern";
import { shellArguments, type ShellTools } from "./shell-invocation.ts";
import { classifyToolKind } from "./tool-kind.ts";

export type TextInput =
  | { readonly kind: "input"; readonly input: Readonly<Record<string, unknown>> }
  /** The text is no input of this tool; the message is a sentence for people. */
  | { readonly kind: "error"; readonly message: string };

/**
 * The input that a text stands for: the command for a shell, the path for a path tool, the target for `mcp`, the name
 * for `skill`; the whole input as JSON where it starts with `{`. An empty text, and `*` where no command can be meant,
 * is an input without arguments.
 */
export function inputFromText(tool: string, text: string, shellTools: ShellTools): TextInput {
  const trimmed = text.trim();
  const shell = shellArguments(tool, shellTools);
  if (trimmed.startsWith("{")) {
    const parsed = parseRecord(trimmed);
    // `{ echo hi; }` is a command of a shell, and no JSON.
    if (parsed !== null || shell === null) {
      return parsed === null
        ? { kind: "error", message: `the input of \`${tool}\` starts with \`{\` but is no JSON object` }
        : { kind: "input", input: parsed };
    }
  }
  if (shell !== null) return { kind: "input", input: { [shell.commandArgument]: text } };
  if (trimmed === "" || trimmed === "*") return { kind: "input", input: {} };
  return match(classifyToolKind(tool))
    .with("bash", (): TextInput => ({ kind: "input", input: { command: text } }))
    .with("path", (): TextInput => ({ kind: "input", input: { path: trimmed } }))
    .with("skill", (): TextInput => ({ kind: "input", input: { name: trimmed } }))
    .with("mcp", (): TextInput => ({ kind: "input", input: mcpInput(trimmed) }))
    .with("extension", (): TextInput => {
      return { kind: "error", message: `the input of \`${tool}\` has to be a JSON object, like \`{"path": "…"}\`` };
    })
    .exhaustive();
}

function mcpInput(target: string): Readonly<Record<string, unknown>> {
  const colon = target.indexOf(":");
  if (colon <= 0 || colon === target.length - 1) return { tool: target };
  return { server: target.slice(0, colon), tool: target.slice(colon + 1) };
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}
