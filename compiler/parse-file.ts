/**
 * A file as a policy, by what its name says it is.
 */
import { parsePolicy, type ParsedPolicy } from "./parse.ts";
import { parseAgent } from "./pi/parse-agent.ts";

/** True for the name of a markdown file: the file of an agent of Pi. Every other file is of the language. */
export function isAgentFile(file: string): boolean {
  return /\.md$/i.test(file);
}

/** The tree of a file. Never throws. */
export function parseFile(text: string, file: string): ParsedPolicy {
  return isAgentFile(file) ? parseAgent(text, file) : parsePolicy(text, file);
}

/** False for an agent's file without permissions, and for an empty policy. */
export function saysAnything({ tree, diagnostics }: ParsedPolicy): boolean {
  return tree.statements.length > 0 || diagnostics.length > 0;
}
