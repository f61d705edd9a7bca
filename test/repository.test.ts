/** The repository itself: what a newcomer finds has to be there, to be fresh, and to belong to the project. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listFiles, readProject, root, textFiles } from "./project.ts";

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readProject("package.json")) as Manifest;
const files = listFiles();

describe("the root", () => {
  test("holds the rooms and the usual files, and nothing else", () => {
    const rooms = ["compiler", "docs", "grammar", "policies", "src", "test"];
    const usual = [
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "package-lock.json",
      "package.json",
      "tsconfig.json",
      "vitest.config.ts",
    ];
    const top = new Set(files.map((file) => file.split("/")[0] ?? file).filter((name) => !name.startsWith(".")));
    expect([...top].filter((name) => !name.endsWith(".tgz")).toSorted()).toEqual([...rooms, ...usual].toSorted());
  });
});

describe("the package", () => {
  test("names exact versions", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test("depends at run time on what the two sides use, and on nothing else", () => {
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual([
      "jsonc-parser",
      "ohm-js",
      "smol-toml",
      "ts-pattern",
      "unbash",
      "web-tree-sitter",
      "yaml",
    ]);
  });

  test("locks versions without naming a registry", () => {
    expect(readProject("package-lock.json")).not.toMatch(/"resolved": "http/);
    expect(readProject(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
  });

  test("points at what the build writes from a source", () => {
    const targets = [
      ...Object.values(manifest.bin),
      ...Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [] : Object.values(entry))),
    ].map((path) => path.replace(/^\.\//, ""));
    const compiled = targets.filter((path) => /^dist\/(?:compiler|src)\//.test(path));
    expect(targets.filter((path) => !compiled.includes(path))).toEqual(["dist/tollgate-hook.cjs"]);
    const sources = compiled.map((path) => path.replace(/^dist\//, "").replace(/(?:\.d\.ts|\.js)$/, ".ts"));
    expect(sources.filter((file) => !files.includes(file))).toEqual([]);
  });

  test("starts its commands with a line that names node", () => {
    // The bundle of the hook gets its first line from the bundler.
    for (const path of Object.values(manifest.bin).filter((name) => name.endsWith(".js"))) {
      const source = path.replace(/^dist\//, "").replace(/\.js$/, ".ts");
      expect(readProject(source).split("\n")[0], source).toBe("#!/usr/bin/env node");
    }
  });
});

describe("the changelog", () => {
  test("has the version of the package, and what comes next above it", () => {
    const versions = [...readProject("CHANGELOG.md").matchAll(/^## \[(.+?)\]/gm)].map((match) => match[1]);
    expect(versions.slice(0, 2)).toEqual(["Unreleased", manifest.version]);
  });
});

describe("continuous integration", () => {
  const run = readProject(".ci/run");

  test("is a program", () => {
    expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
    expect(run.split("\n")[0]).toBe("#!/usr/bin/env bash");
  });

  test("runs only scripts that exist", () => {
    const called = [...run.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? "");
    expect(called.length).toBeGreaterThan(5);
    expect(called.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  test("looks at everything that `check` looks at", () => {
    const called = [...(manifest.scripts["check"] ?? "").matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? "");
    expect(called).not.toEqual([]);
    expect(called.filter((name) => !run.includes(`npm run ${name}`))).toEqual([]);
  });
});

describe("files", () => {
  test("end their lines with a line feed, the last one too", () => {
    const wrong = textFiles().filter(({ text }) => text.includes("\r") || (text !== "" && !text.endsWith("\n")));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  test("name no machine and no registry", () => {
    // Written so that no pattern matches itself.
    const foreign = [/\/work\/(?:main|shared)/, /\/tmp\/plan/, /registry[.]npm/, /[/]registry[.][a-z]+[.]/];
    const found = textFiles().flatMap(({ file, text }) =>
      foreign.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`),
    );
    expect(found).toEqual([]);
  });

  test("that are generated say so, and are kept from the formatter and the linter", () => {
    const generated = files.filter((file) => /\.generated\.ts$|\.ohm-bundle\./.test(file));
    expect(generated).not.toEqual([]);
    for (const file of generated) {
      expect(readProject(file).split("\n").slice(0, 5).join("\n"), file).toMatch(/generated/i);
    }
    for (const config of [".oxfmtrc.json", ".oxlintrc.json"]) {
      expect(readProject(config)).toContain("**/*.generated.ts");
      expect(readProject(config)).toContain("**/*.ohm-bundle.*");
    }
  });
});

describe("tests", () => {
  /** Folders of test/ that mirror none of the sources: what they hold spans rooms. */
  const themes = ["bench", "corpus", "golden", "oracle", "policies", "property"];

  test("stand in the folder that mirrors their sources', or in one with a theme", () => {
    const folderOf = (file: string) => file.split("/").slice(0, -1).join("/");
    const mirrored = new Set(files.filter((file) => /^(?:src|compiler|grammar)\//.test(file)).map(folderOf));
    const homeless = files
      .filter((file) => file.startsWith("test/") && file.endsWith(".test.ts"))
      .map((file) => file.slice("test/".length))
      .filter(
        (file) => file.includes("/") && !themes.includes(file.split("/")[0] ?? "") && !mirrored.has(folderOf(file)),
      );
    expect(homeless).toEqual([]);
  });

  test("are all run", () => {
    const skipped = textFiles()
      .filter(({ file }) => file.startsWith("test/") && file.endsWith(".test.ts") && file !== "test/repository.test.ts")
      .filter(({ text }) => /\b(?:it|test|describe)\.(?:skip|only|todo|fails)\b/.test(text));
    expect(skipped.map(({ file }) => file)).toEqual([]);
  });
});

test("the license is the one that the package names", () => {
  expect(readFileSync(join(root, "LICENSE"), "utf8")).toContain(`${manifest.license} License`);
});
