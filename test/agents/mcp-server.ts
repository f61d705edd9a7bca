/** An MCP server over standard input and output with two tools: `echo` gives its text back, `touch` leaves a file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { at, textAt } from "./json.ts";

const [folder = "."] = process.argv.slice(2);
const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const tools = [
  { name: "echo", description: "Gives the text back.", inputSchema },
  { name: "touch", description: "Leaves a file.", inputSchema },
];

function answerTo(method: string, params: unknown): object {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: textAt(params, "protocolVersion") || "2024-11-05",
        capabilities: { tools: {} },
        serverInfo: { name: "scripted", version: "1.0.0" },
      };
    case "tools/list":
      return { tools };
    case "tools/call":
      if (textAt(params, "name") === "touch") writeFileSync(join(folder, "mcp-touched.txt"), "x\n");
      return { content: [{ type: "text", text: `said: ${textAt(params, "arguments", "text")}` }] };
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message: unknown = JSON.parse(line);
  const id = at(message, "id");
  if (id === undefined) return;
  const result = answerTo(textAt(message, "method"), at(message, "params"));
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
