/**
 * The invariants of docs/architecture.md that types cannot hold, read off the sources themselves.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync, Visitor } from "vite";
import { describe, expect, test } from "vitest";
import { listFiles, root } from "./project.ts";

interface Source {
  /** From the root of the project, with `/`. */
  readonly file: string;
  readonly text: string;
  /** What it imports or exports from, types included, as written. */
  readonly imports: readonly string[];
  readonly program: ReturnType<typeof parseSync>["program"];
}

function readSource(file: string): Source {
  const text = readFileSync(join(root, file), "utf8");
  const { program, module, errors } = parseSync(file, text);
  expect(errors, file).toEqual([]);
  const named = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...module.staticExports.flatMap((statement) =>
      statement.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/["'`]/g, ""),
    ),
    // An import that is made when it is needed.
    ...[...text.matchAll(/\bprocess\.getBuiltinModule\("([^"]*)"\)/g)].map(([, name = ""]) => name),
  ];
  return { file, text, imports: [...new Set(named)], program };
}

/** The file of the project that a relative import names, else null. */
function target(from: string, name: string): string | null {
  return name.startsWith(".") ? relative(root, join(root, dirname(from), name)).replaceAll("\\", "/") : null;
}

/** The package that a bare import names (`node:fs` for itself), else null. */
function packageOf(name: string): string | null {
  if (name.startsWith(".")) return null;
  if (name.startsWith("node:")) return name.split("/")[0] ?? name;
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Scripts that run when the project is built, and are no part of it. */
const isBuildScript = (file: string) => file.endsWith("/generate.ts");

const sources = listFiles(["src", "compiler"])
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !isBuildScript(file))
  .map(readSource);
const runtime = sources.filter((source) => source.file.startsWith("src/"));
const compiler = sources.filter((source) => source.file.startsWith("compiler/"));

/** What `check` says about each source, as `file: complaint`. */
function complaints(among: readonly Source[], check: (source: Source) => readonly string[]): string[] {
  return among.flatMap((source) => check(source).map((complaint) => `${source.file}: ${complaint}`));
}

describe("the runtime", () => {
  test("imports nothing from the compiler or the grammar", () => {
    const found = complaints(runtime, ({ file, imports }) =>
      imports.filter((name) => /^(?:compiler|grammar)\//.test(target(file, name) ?? "")),
    );
    expect(found).toEqual([]);
  });

  /** From the ground up. A room imports from its own floor's earlier rooms and from the floors below. */
  const floors = [
    "decision",
    "text",
    "table",
    "path",
    "shell",
    "invocation",
    "gate",
    "explain",
    "session",
    "index",
    "agents",
  ];
  const room = (file: string) => (file.split("/")[1] ?? "").replace(/\.ts$/, "");

  test("has no room that stands on no floor", () => {
    expect(runtime.map(({ file }) => file).filter((file) => !floors.includes(room(file)))).toEqual([]);
  });

  test("imports only from below", () => {
    const found = complaints(runtime, ({ file, imports }) =>
      imports.filter((name) => {
        const other = target(file, name);
        return other?.startsWith("src/") && floors.indexOf(room(other)) > floors.indexOf(room(file));
      }),
    );
    expect(found).toEqual([]);
  });

  test("compares the names of tools in one place", () => {
    const toolNames = new Set(["bash", "mcp", "skill", "read", "write", "edit", "grep", "find", "ls"]);
    const found = complaints(runtime, ({ file, program, text }) => {
      if (file === "src/invocation/tool-kind.ts") return [];
      const hits: string[] = [];
      const literal = (node: { type: string }) =>
        node.type === "Literal" && toolNames.has(String((node as { value?: unknown }).value));
      const tool = (node: { start: number; end: number }) =>
        /(?:^|[.\s])tool(?:Name)?(?:\.trim\(\))?$/.test(text.slice(node.start, node.end));
      new Visitor({
        BinaryExpression(node) {
          const compared = /^[!=]==?$/.test(node.operator);
          if (compared && ((literal(node.left) && tool(node.right)) || (literal(node.right) && tool(node.left)))) {
            hits.push(text.slice(node.start, node.end));
          }
        },
        SwitchStatement(node) {
          if (tool(node.discriminant)) hits.push(text.slice(node.start, node.discriminant.end + 1));
        },
        ArrayExpression(node) {
          const names = node.elements.filter((element) => element !== null && literal(element));
          if (names.length >= 4 && names.length === node.elements.length) hits.push(text.slice(node.start, node.end));
        },
      }).visit(program);
      return hits;
    });
    expect(found).toEqual([]);
  });

  test("closes every match over kinds", () => {
    const found = complaints(runtime, ({ imports, program, text }) => {
      if (!imports.includes("ts-pattern")) return [];
      let opened = 0;
      let closed = 0;
      const left: string[] = [];
      new Visitor({
        CallExpression(node) {
          if (node.callee.type === "Identifier" && node.callee.name === "match") opened += 1;
          if (node.callee.type !== "MemberExpression" || node.callee.property.type !== "Identifier") return;
          if (node.callee.property.name === "exhaustive") closed += 1;
          if (node.callee.property.name === "otherwise") left.push(text.slice(node.callee.property.start, node.end));
        },
      }).visit(program);
      return opened === closed ? left : [...left, `${opened} matches, ${closed} exhaustive`];
    });
    expect(found).toEqual([]);
  });
});

describe("imports", () => {
  test("make no circle", () => {
    const graph = new Map(
      sources.map(({ file, imports }) => [file, imports.flatMap((name) => target(file, name) ?? [])]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, trail: readonly string[]) => {
      const at = trail.indexOf(file);
      if (at >= 0) circles.push([...trail.slice(at), file].join(" → "));
      if (at >= 0 || done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) walk(file, []);
    expect(circles).toEqual([]);
  });

  test("name only the packages that each side may use", () => {
    const allowed = (file: string) =>
      file.startsWith("src/")
        ? ["ts-pattern", "unbash", "web-tree-sitter"]
        : ["jsonc-parser", "ohm-js", "smol-toml", "ts-pattern", "yaml"];
    const found = complaints(sources, ({ file, imports }) =>
      imports.filter((name) => {
        const named = packageOf(name);
        return named !== null && !named.startsWith("node:") && !allowed(file).includes(named);
      }),
    );
    expect(found).toEqual([]);
  });
});

describe("the world outside", () => {
  /** The doors, and what each may use. Everything else takes what it needs as a parameter. */
  const doors: Readonly<Record<string, readonly string[]>> = {
    // The machine's own disk, where the host hands in no other.
    "src/path/node-file-system.ts": ["node:fs"],
    // The home directory and the platform, where the host names none.
    "src/gate/host.ts": ["node:os", "process"],
    // The review log and its lock, where the host wants one.
    "src/session/log-file.ts": ["node:fs", "node:path"],
    "src/session/file-lock.ts": ["node:fs", "node:os", "node:process"],
    // The grammar of bash, once, before the first decision.
    "src/shell/front-end/grammar-file.ts": ["node:fs", "node:module", "node:url"],
    // The policies that ship with the project, and files beside a policy, where the caller names no other way to them.
    "compiler/node-files.ts": ["node:fs", "node:path", "node:url"],
  };
  const isDoor = (file: string, name: string) =>
    file.startsWith("src/agents/") || file.startsWith("compiler/cli/") || (doors[file] ?? []).includes(name);
  /** Computes only. */
  const harmless = ["node:crypto", "node:zlib"];

  test("is reached through the doors alone", () => {
    const found = complaints(sources, ({ file, imports }) =>
      imports.filter((name) => {
        const named = packageOf(name);
        return named?.startsWith("node:") && !harmless.includes(named) && !isDoor(file, named);
      }),
    );
    expect(found).toEqual([]);
  });

  test("has no door that nobody uses", () => {
    const unused = Object.entries(doors).flatMap(([file, names]) => {
      const source = sources.find((candidate) => candidate.file === file);
      return names.filter(
        (name) => !(name.includes(":") ? source?.imports.includes(name) : source?.text.includes(name)),
      );
    });
    expect(unused).toEqual([]);
  });

  test("is not read from the process", () => {
    const found = complaints([...runtime, ...compiler], ({ file, program, text }) => {
      const hits: string[] = [];
      new Visitor({
        MemberExpression(node) {
          const name = node.object.type === "Identifier" ? node.object.name : "";
          const use = text.slice(node.start, node.end);
          if (use === "process.getBuiltinModule") return;
          if ((name === "process" || name === "console") && !isDoor(file, name)) hits.push(use);
        },
      }).visit(program);
      return hits;
    });
    expect(found).toEqual([]);
  });
});

test("a source file is short, or there is a reason", () => {
  const reasons: Readonly<Record<string, string>> = {};
  const long = sources.filter(({ file, text }) => !file.endsWith(".generated.ts") && text.split("\n").length > 401);
  expect(long.map(({ file }) => file).filter((file) => !(file in reasons))).toEqual([]);
  expect(Object.keys(reasons).filter((file) => !long.some((source) => source.file === file))).toEqual([]);
});
