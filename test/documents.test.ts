/** The documents: what they name exists, and what they show is what happens. */
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { EXIT } from "../compiler/cli/exit-code.ts";
import { blocks, filledDocuments } from "./fill-documents.ts";
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

describe("a document that shows output", () => {
  test.each(Object.entries(filledDocuments))("%s shows what the programs print", async (file, fill) => {
    const text = readProject(file);
    expect(await fill(text)).toBe(text);
  });
});

describe("the page about the command line", () => {
  test("lists every exit code", () => {
    const listed = [...readProject("docs/cli.md").matchAll(/^\| (\d+) +\|/gm)].map((match) => Number(match[1]));
    expect(listed).toEqual(Object.values(EXIT).toSorted((a, b) => a - b));
  });
});

describe("the README", () => {
  test("begins with a policy, a command and its explanation", () => {
    const [first, second] = blocks(readProject("README.md"));
    expect(first?.language).toBe("gate");
    expect(second?.text).toMatch(/^\$ tollgate explain --policy project.gate /);
  });

  test("names the two commands that CI runs", () => {
    const [explain = "", testing = ""] = blocks(readProject("README.md"))
      .filter(({ language }) => language === "sh")
      .map(({ text }) => text.trim());
    const run = readProject(".ci/run");
    expect(testing).toBe("npm ci && npm test");
    expect(run).toContain(`\n${testing}\n`);
    expect(explain).toMatch(/^npm ci && npm run -s tollgate -- explain /);
    expect(run).toContain(`"${explain.replace("npm ci && ", "")}"`);
  });
});
