// An MCP server over standard input and output with two tools: `echo` gives its text back, `touch` leaves a file.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder = "."] = process.argv.slice(2);
const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const tools = [
  { name: "echo", description: "Gives the text back.", inputSchema: text },
  { name: "touch", description: "Leaves a file.", inputSchema: text },
];

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  switch (method) {
    case "initialize":
      return answer({
        protocolVersion: params?.protocolVersion ?? "2024-11-05",
        capabilities: { tools: {} },
        serverInfo: { name: "scripted", version: "1.0.0" },
      });
    case "tools/list":
      return answer({ tools });
    case "tools/call":
      if (params.name === "touch") writeFileSync(join(folder, "mcp-touched.txt"), "x\n");
      return answer({ content: [{ type: "text", text: `said: ${params.arguments?.text}` }] });
    default:
      return answer({});
  }
});
