/**
 * Fills into the documents what the programs that they show print. `npm run generate` writes it; a test fails where a
 * document says something else.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { COMMANDS } from "../compiler/cli/run.ts";
import { runCommandLine } from "./compiler/cli/fake-world.ts";
import { readProject, root } from "./project.ts";

/** The fenced blocks of a text, in order. */
export function blocks(text: string): { language: string; text: string }[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
  }));
}

function blocksOf(text: string, language: string): string[] {
  return blocks(text).flatMap((block) => (block.language === language ? [block.text] : []));
}

/** Each command's section of the page about the command line begins with what `help` shows of it. */
function fillCommandLine(page: string): string {
  let filled = page;
  for (const { name, help } of COMMANDS) {
    const heading = `## \`${name}\`\n`;
    const block = `\n\`\`\`text\n${help}\`\`\`\n`;
    const at = filled.indexOf(heading);
    if (at < 0) {
      filled += `\n${heading}${block}`;
      continue;
    }
    const before = filled.slice(0, at + heading.length);
    const after = filled.slice(at + heading.length).replace(/^\n```text\nUsage: [\s\S]*?^```\n/m, "");
    filled = before + block + after;
  }
  return filled;
}

/** A block whose first line is a call of `tollgate` goes on with its output, under the policy that the page shows. */
async function fillTranscripts(page: string): Promise<string> {
  const [policy = ""] = blocksOf(page, "gate");
  let filled = page;
  for (const text of blocksOf(page, "text")) {
    const [line = ""] = text.split("\n");
    if (!line.startsWith("$ tollgate ")) continue;
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
    const { output } = await runCommandLine(words.slice(2), { files: { "project.gate": policy } });
    filled = filled.replace(text, () => `${line}\n${output}`);
  }
  return filled;
}

/** A block of plain text behind a program is what it prints, with the policy that the page shows compiled beside it. */
async function fillPrograms(page: string): Promise<string> {
  const [policy = ""] = blocksOf(page, "gate");
  const { written } = await runCommandLine(["compile", "agent.gate", "-o", "agent.table.json"], {
    files: { "agent.gate": policy },
  });
  const table = written.get("/srv/project/agent.table.json") ?? "";
  // From one program to the next, or to the end.
  return page.replaceAll(/^```ts\n([\s\S]*?)^```\n([\s\S]*?)(?=^```ts\n|(?![\s\S]))/gm, (part, program: string) => {
    const printed = runProgram(program, table);
    const filled = part.replace(/^```text\n[\s\S]*?^```$/m, () => `\`\`\`text\n${printed}\`\`\``);
    if (printed !== "" && filled === part && !part.includes(printed))
      throw new Error("a program prints, and no block shows it");
    return filled;
  });
}

/** What a program prints that imports the package and finds a table beside itself. */
function runProgram(program: string, table: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-program-"));
  const face = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href);
  const code = program
    .replaceAll('"tollgate"', face("src/index.ts"))
    .replaceAll('"tollgate/claude-sdk"', face("src/agents/claude-sdk.ts"))
    .replaceAll('"tollgate/compiler"', face("compiler/index.ts"));
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  try {
    writeFileSync(join(folder, "agent.table.json"), table);
    writeFileSync(join(folder, "agent.mts"), code);
    return execFileSync(process.execPath, ["--import", tsx, "agent.mts"], { cwd: folder, encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The documents that show output, as they have to be. */
export const filledDocuments: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  "README.md": fillTranscripts,
  "docs/cli.md": fillCommandLine,
  "docs/embedding.md": fillPrograms,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, fill] of Object.entries(filledDocuments)) {
    writeFileSync(join(root, file), await fill(readProject(file)));
  }
}
