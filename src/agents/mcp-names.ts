/**
 * The MCP servers and tools that a tool's name may stand for.
 */
import type { McpName, McpNaming } from "./contract.ts";

/** How many ways to take a name apart are tried. */
const MOST_SPLITS = 16;

/**
 * The server and tool of a name: one pair where that is certain, several where only the agent knows where the server's
 * name ends, none for a tool that is no MCP tool. Each of several has to be allowed.
 *
 * `servers` are the names that the agent is known to have servers under, as it writes them in tool names; null where
 * they are not known, so that every tool of such a name may be one of theirs.
 */
export function mcpNames(naming: McpNaming, tool: string, servers: readonly string[] | null): readonly McpName[] {
  switch (naming) {
    case "double-underscore":
      return tool.startsWith("mcp__") ? splits(tool.slice("mcp__".length), "__") : [];
    case "prefixed":
      return tool.startsWith("mcp_") ? splits(tool.slice("mcp_".length).replace(/^_/, ""), "_") : [];
    case "colon":
      return tool.startsWith("MCP:") ? [{ server: "", tool: tool.slice("MCP:".length) }] : [];
    case "hyphen":
      return servers === null ? splits(tool, "-") : known(tool, "-", servers);
    case "underscore":
      return servers === null ? splits(tool, "_") : known(tool, "_", servers);
  }
}

/** All servers that the name begins with. */
function known(tool: string, separator: string, servers: readonly string[]): readonly McpName[] {
  return servers
    .filter((server) => tool.startsWith(`${server}${separator}`) && tool.length > server.length + separator.length)
    .map((server) => ({ server, tool: tool.slice(server.length + separator.length) }));
}

function splits(name: string, separator: string): McpName[] {
  const names: McpName[] = [];
  for (
    let at = name.indexOf(separator, 1);
    at > 0 && names.length < MOST_SPLITS;
    at = name.indexOf(separator, at + 1)
  ) {
    const [server, tool] = [name.slice(0, at), name.slice(at + separator.length)];
    if (tool !== "") names.push({ server, tool });
  }
  return names;
}
