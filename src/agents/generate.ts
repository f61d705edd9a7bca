/**
 * Writes what `docs/agents.md` says of each agent from the data that the adapters and `tollgate doctor` use.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CAPABILITIES, type Capability } from "./capabilities.ts";
import { AGENTS, type AgentTools, HOOK_AGENTS, type ToolSpec } from "./contract.ts";
import { hookAgent } from "./hook/agent.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";

const DOCUMENT = fileURLToPath(new URL("../../docs/agents.md", import.meta.url));
const BEGIN = "<!-- generated: capabilities -->";
const END = "<!-- end of what is generated -->";

const FACTS: readonly (readonly [string, keyof Capability])[] = [
  ["asked by", "gate"],
  ["allowed", "allow"],
  ["to be asked", "ask"],
  ["denied", "deny"],
  ["the gate fails", "failure"],
  ["never seen", "unseen"],
  ["switched off by", "switchedOff"],
  ["nested calls", "nested"],
  ["could be rewritten by", "rewrite"],
];

/** The generated part of the document, without its marks. */
export function capabilitiesText(): string {
  return AGENTS.map((name) => {
    const capability = CAPABILITIES[name];
    const tried =
      capability.tried === null ? "Not tried; by its documentation." : `Tried with version ${capability.tried}.`;
    const facts = FACTS.map(([title, key]) => `- **${title}**: ${capability[key]}`).join("\n");
    return `### ${capability.title}\n\n${tried}\n\n${facts}\n- **its tools**: ${toolsText(toolsOf(name))}\n`;
  }).join("\n");
}

function toolsOf(name: (typeof AGENTS)[number]): AgentTools {
  const hook = HOOK_AGENTS.find((known) => known === name);
  return hook === undefined ? (name === "pi" ? pi : opencode) : hookAgent(hook);
}

/** `read` is its `Read`, …: the agent's names by the surface that they are asked on. */
function toolsText({ tools }: AgentTools): string {
  const bySurface = new Map<string, string[]>();
  for (const [tool, spec] of Object.entries(tools)) {
    const surface = surfaceOf(spec);
    bySurface.set(surface, [...(bySurface.get(surface) ?? []), `\`${tool}\``]);
  }
  return [...bySurface].map(([surface, names]) => `\`${surface}\` (${names.join(", ")})`).join(", ");
}

function surfaceOf(spec: ToolSpec): string {
  switch (spec.as) {
    case "shell":
      return "bash";
    case "skill":
      return "skill";
    case "file":
    case "tool":
      return spec.tool;
  }
}

/** A document with the generated part written anew. Throws where the marks are missing. */
export function withCapabilities(document: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error("the document has no place for what is generated");
  return `${document.slice(0, begin + BEGIN.length)}\n\n${capabilitiesText()}\n${document.slice(end)}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(DOCUMENT, withCapabilities(readFileSync(DOCUMENT, "utf8")));
}
