/** The documents: what they name exists, and what they show is what happens. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { EXIT } from "../compiler/cli/exit-code.ts";
import { COMMANDS } from "../compiler/cli/run.ts";
import { runCommandLine } from "./compiler/cli/fake-world.ts";
import { listFiles, readProject, root } from "./project.ts";

const documents = listFiles().filter((file) => file.endsWith(".md"));

/** The text of a document without its fenced blocks. */
const prose = (file: string) => readProject(file).replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "");

/** The anchors that a document's headings give, as the usual renderers make them. */
function anchors(file: string): Set<string> {
  const headings = [...prose(file).matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? "");
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

describe("links", () => {
  const links = documents.flatMap((file) =>
    [...prose(file).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map((match) => ({ file, link: match[1] ?? "" })),
  );
  const inside = links.filter(({ link }) => !/^[a-z]+:/.test(link));

  test("inside the project lead to a file", () => {
    expect(inside.length).toBeGreaterThan(10);
    const dead = inside.filter(({ file, link }) => {
      const path = link.replace(/#.*$/, "");
      return path !== "" && !existsSync(join(root, dirname(file), path));
    });
    expect(dead).toEqual([]);
  });

  test("to a heading lead to one", () => {
    const dead = inside.filter(({ file, link }) => {
      const [path = "", anchor] = link.split("#");
      if (anchor === undefined) return false;
      const target = path === "" ? file : normalize(join(dirname(file), path)).replaceAll("\\", "/");
      return !anchors(target).has(anchor);
    });
    expect(dead).toEqual([]);
  });

  test("lead from the map of the documents to each of them", () => {
    const map = readProject("docs/README.md");
    const pages = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== "docs/README.md");
    expect(pages.filter((file) => !map.includes(`(${file.slice("docs/".length)})`))).toEqual([]);
  });

  test("lead from the list of decisions to each of them, in order", () => {
    const list = [...readProject("docs/decisions/README.md").matchAll(/\((\d{4}-[^)]+)\)/g)].map((match) => match[1]);
    const pages = listFiles(["docs/decisions"]).filter((file) => !file.endsWith("README.md"));
    expect(list).toEqual(pages.map((file) => file.slice("docs/decisions/".length)));
  });
});

describe("a decision", () => {
  test.each(listFiles(["docs/decisions"]).filter((file) => !file.endsWith("README.md")))(
    "%s has its three parts",
    (file) => {
      const headings = [...readProject(file).matchAll(/^## (.+)$/gm)].map((match) => match[1]);
      expect(headings).toEqual(["Context", "Decision", "Consequences"]);
    },
  );
});

describe("the architecture document", () => {
  test("names files and folders that exist", () => {
    const named = [
      ...readProject("docs/architecture.md").matchAll(/`((?:src|compiler|grammar|test|policies|docs)\/[\w./-]*)`/g),
    ];
    expect(named.length).toBeGreaterThan(20);
    const missing = named.map((match) => match[1] ?? "").filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });
});

/** The fenced blocks of a document, in order. */
function blocks(file: string): { language: string; text: string }[] {
  return [...readProject(file).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
  }));
}

/** The first block of a language in a document. */
function block(file: string, language: string): string {
  const found = blocks(file).find((candidate) => candidate.language === language);
  if (found === undefined) throw new Error(`${file} has no block of ${language}`);
  return found.text;
}

describe("the page about the command line", () => {
  test.each(COMMANDS)("shows what `help $name` shows", ({ name, help }) => {
    const section = readProject("docs/cli.md")
      .split(/^## /m)
      .find((part) => part.startsWith(`\`${name}\``));
    expect(section).toContain(`\`\`\`text\n${help}\`\`\``);
  });

  test("lists every exit code", () => {
    const listed = [...readProject("docs/cli.md").matchAll(/^\| (\d+) +\|/gm)].map((match) => Number(match[1]));
    expect(listed).toEqual(Object.values(EXIT).toSorted((a, b) => a - b));
  });
});

describe("the README", () => {
  const transcripts = blocks("README.md").filter(({ text }) => text.startsWith("$ tollgate "));

  test("shows what its policy answers", async () => {
    expect(transcripts.length).toBeGreaterThan(0);
    for (const { text } of transcripts) {
      const [line = "", ...output] = text.split("\n");
      const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "").slice(2);
      const { output: shown } = await runCommandLine(args, { files: { "project.gate": block("README.md", "gate") } });
      expect(output.join("\n")).toBe(shown);
    }
  });

  test("names the two commands that CI runs", () => {
    const commands = blocks("README.md")
      .filter(({ language }) => language === "sh")
      .map(({ text }) => text.trim());
    const [explain = "", testing = ""] = commands;
    const run = readProject(".ci/run");
    expect(testing).toBe("npm ci && npm test");
    expect(run).toContain(`\n${testing}\n`);
    expect(explain).toMatch(/^npm ci && npm run -s tollgate -- explain /);
    expect(run).toContain(`"${explain.replace("npm ci && ", "")}"`);
  });
});

describe("the page about embedding", () => {
  /** Runs a program in an empty folder that holds the compiled policy of the page, and answers what it prints. */
  async function runProgram(program: string): Promise<string> {
    const { written } = await runCommandLine(["compile", "agent.gate", "-o", "agent.table.json"], {
      files: { "agent.gate": block("docs/embedding.md", "gate") },
    });
    const folder = mkdtempSync(join(tmpdir(), "tollgate-embedding-"));
    try {
      writeFileSync(join(folder, "agent.table.json"), written.get("/srv/project/agent.table.json") ?? "");
      const face = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href);
      const code = program
        .replaceAll('"tollgate"', face("src/index.ts"))
        .replaceAll('"tollgate/compiler"', face("compiler/index.ts"));
      writeFileSync(join(folder, "agent.mts"), code);
      const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
      return execFileSync(process.execPath, ["--import", tsx, "agent.mts"], { cwd: folder, encoding: "utf8" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("shows programs that run, and what the first prints", async () => {
    const programs = blocks("docs/embedding.md").filter(({ language }) => language === "ts");
    const printed = [];
    for (const { text } of programs) printed.push(await runProgram(text));
    expect(printed).toEqual([block("docs/embedding.md", "text"), ""]);
  });
});
