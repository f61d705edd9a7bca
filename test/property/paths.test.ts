/**
 * Paths against a real disk: whatever spelling opens a file, the forms of that spelling hold the file's real path.
 */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccessPath } from "../../src/path/access-path.ts";
import { nodeFileSystem } from "../../src/path/node-file-system.ts";
import { PathNormalizer } from "../../src/path/normalizer.ts";
import type { Value } from "../../src/text.ts";

/** A tree: what is made, in this order. What cannot be made is left out. */
type Make =
  | { readonly kind: "directory"; readonly at: string }
  | { readonly kind: "file"; readonly at: string }
  | { readonly kind: "link"; readonly at: string; readonly to: string };

const name = fc.constantFrom("a", "b", "a", "b", "c.env", "ä d");
const names = fc.array(name, { minLength: 1, maxLength: 2 });
const inTree = names.map((list) => list.join("/"));
/** Names as a person or a program writes them: with parents, dots and doubled separators. */
const spelled = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 5, arbitrary: name }, { weight: 2, arbitrary: fc.constantFrom("..", ".", "") }),
      fc.constantFrom("/", "/", "//"),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.map(([part, separator]) => part + separator).join(""))
  .chain((text) => fc.boolean().map((cut) => (cut ? text.replace(/\/+$/, "") : text)));

const tree: fc.Arbitrary<readonly Make[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: inTree.map((at): Make => ({ kind: "directory", at })) },
    { weight: 2, arbitrary: inTree.map((at): Make => ({ kind: "file", at })) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("link" as const), at: inTree, to: spelled }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("link" as const), at: inTree, to: inTree.map((to) => `ROOT/${to}`) }),
    },
  ),
  { minLength: 4, maxLength: 16 },
);

/** Where the work is done, and where the home directory is: in the tree, perhaps behind links. */
const scene = fc.record({
  tree,
  cwd: fc.oneof(name, inTree),
  home: inTree,
  base: fc.oneof(
    fc.constant(""),
    spelled,
    name,
    name.map((at) => `ROOT/${at}`),
  ),
  paths: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: spelled },
      { weight: 2, arbitrary: spelled.map((text) => `ROOT/${text}`) },
      { weight: 1, arbitrary: spelled.map((text) => `~/${text}`) },
      { weight: 1, arbitrary: spelled.map((text) => `/proc/self/root/ROOT/${text}`) },
    ),
    { minLength: 8, maxLength: 16 },
  ),
});

let top = "";
let count = 0;

beforeAll(() => {
  top = realpathSync.native(mkdtempSync(join(tmpdir(), "tollgate-paths-")));
});

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

function build(makes: readonly Make[], directories: readonly string[]): string {
  const root = join(top, String(count++));
  mkdirSync(root);
  const at = (path: string): string => join(root, path);
  for (const make of makes) {
    try {
      mkdirSync(dirname(at(make.at)), { recursive: true });
      if (make.kind === "directory") mkdirSync(at(make.at));
      else if (make.kind === "file") writeFileSync(at(make.at), make.at, { flag: "wx" });
      else symlinkSync(make.to.replace("ROOT", root) || ".", at(make.at));
    } catch {
      // The name is taken, or stands below a file or a link that leads nowhere.
    }
  }
  for (const directory of directories) {
    try {
      mkdirSync(at(directory), { recursive: true });
    } catch {
      // Then the working directory is no directory, and nothing opens from it.
    }
  }
  return root;
}

/** Every text that a value stands for; values of known paths hold no other holes than choices. */
function textsOf(value: Value): string[] {
  let texts = [""];
  for (const piece of value) {
    const options = typeof piece === "string" ? [piece] : piece.kind === "choice" ? piece.options.flatMap(textsOf) : [];
    texts = texts.flatMap((text) => options.map((option) => text + option));
  }
  return texts;
}

/**
 * The path that is opened, as the disk itself tells it, or null where nothing is; null below `/proc` as well, where it
 * would be told for this process.
 */
function opened(path: string): string | null {
  try {
    statSync(path);
    const real = realpathSync.native(path);
    return real.startsWith("/proc/") ? null : real;
  } catch {
    return null;
  }
}

/** Opens a path for writing, which may make the file, and takes it back. Null where that fails. */
function written(path: string): string | null {
  try {
    writeFileSync(path, "", { flag: "a" });
    const real = realpathSync.native(path);
    rmSync(real);
    return real;
  } catch {
    return null;
  }
}

function checkForms(access: AccessPath, real: string, cwd: string, what: string): void {
  const { written: trusted, readings } = access.question("read", "read", []);
  const seen = [...trusted, ...readings].flatMap(textsOf);
  expect(seen, what).toContain(real);
  // A rule that allows has to allow the real path too, and nothing outside passes for inside.
  expect(textsOf(trusted[0] ?? []), what).toContain(real);
  const here = opened(cwd);
  const inside = here !== null && (real === here || real.startsWith(here === "/" ? here : `${here}/`));
  const leaves = here !== null && !inside;
  expect(leaves && access.isOutside() !== true, what).toBe(false);
}

interface Place {
  readonly paths: PathNormalizer;
  readonly cwd: string;
  readonly home: string;
  readonly base: string;
  readonly spellings: readonly string[];
}

function open({ tree: makes, cwd, home, base, paths }: typeof scene extends fc.Arbitrary<infer T> ? T : never): Place {
  const root = build(makes, [cwd, home]);
  const here = join(root, cwd);
  const options = { cwd: here, home: join(root, home), platform: "linux", fileSystem: nodeFileSystem } as const;
  return {
    paths: new PathNormalizer(options),
    cwd: here,
    home: options.home,
    base: base.replace("ROOT", root),
    spellings: paths.map((path) => path.replace("ROOT", root)),
  };
}

const runs = { seed: 20_251_130, numRuns: 200 };

describe("a spelling that opens a file", () => {
  test("has the file's real path among its forms, for a command", () => {
    let hits = 0;
    fc.assert(
      fc.property(scene, (given) => {
        const { paths, cwd, home, base, spellings } = open(given);
        for (const spelling of spellings) {
          const from = base.startsWith("/") ? base : `${cwd}/${base}`;
          const path = spelling.startsWith("~")
            ? home + spelling.slice(1)
            : spelling.startsWith("/")
              ? spelling
              : `${from}/${spelling}`;
          const real = opened(path);
          if (real === null) continue;
          hits += 1;
          checkForms(paths.fresh().forPath(spelling, { base, shell: true, tilde: true }), real, cwd, path);
        }
      }),
      runs,
    );
    expect(hits).toBeGreaterThan(300);
  });

  test("has it for a tool too, which takes `..` by the text", () => {
    let hits = 0;
    fc.assert(
      fc.property(scene, (given) => {
        const { paths, cwd, home, spellings } = open(given);
        for (const spelling of spellings) {
          const real = opened(resolve(cwd, spelling.startsWith("~") ? home + spelling.slice(1) : spelling));
          if (real === null) continue;
          hits += 1;
          checkForms(paths.fresh().forPath(spelling), real, cwd, spelling);
        }
      }),
      runs,
    );
    expect(hits).toBeGreaterThan(300);
  });

  test("has it where a command changed its directory by the text first", () => {
    let hits = 0;
    fc.assert(
      fc.property(scene, (given) => {
        const { paths, cwd, base, spellings } = open(given);
        for (const spelling of spellings.filter((text) => !text.startsWith("~") && !text.startsWith("/"))) {
          // `cd BASE` takes `..` back in the text, and then the kernel starts from there.
          const real = opened(`${resolve(cwd, base)}/${spelling}`);
          if (real === null) continue;
          hits += 1;
          checkForms(paths.fresh().forPath(spelling, { base, shell: true }), real, cwd, spelling);
        }
      }),
      runs,
    );
    expect(hits).toBeGreaterThan(50);
  });

  test("has it where the file is only made by opening it", () => {
    let hits = 0;
    fc.assert(
      fc.property(scene, (given) => {
        const { paths, cwd, base, spellings } = open(given);
        for (const spelling of spellings.filter((text) => !text.startsWith("~") && !text.startsWith("/proc"))) {
          const from = base.startsWith("/") ? base : `${cwd}/${base}`;
          const path = spelling.startsWith("/") ? spelling : `${from}/${spelling}`;
          if (opened(path) !== null) continue;
          const access = paths.fresh().forPath(spelling, { base, shell: true });
          const real = written(path);
          if (real === null) continue;
          hits += 1;
          checkForms(access, real, cwd, path);
        }
      }),
      runs,
    );
    expect(hits).toBeGreaterThan(50);
  });

  test("has it where one normalizer serves many paths, so that what is remembered misleads no one", () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { paths, cwd, spellings } = open(given);
        for (const spelling of spellings) {
          const [remembering, forgetting] = [paths.forPath(spelling), paths.fresh().forPath(spelling)];
          expect(remembering.question("read", "read", []), spelling).toEqual(forgetting.question("read", "read", []));
          expect(remembering.isOutside(), cwd).toBe(forgetting.isOutside());
        }
      }),
      runs,
    );
  });
});

test("a link made in the command opens what it would open", () => {
  let hits = 0;
  fc.assert(
    fc.property(
      scene,
      fc.constantFrom("new", "a/new", "./new"),
      fc.oneof(
        spelled,
        inTree.map((at) => `../${at}`),
      ),
      fc.constantFrom("", "", "/a", "/.."),
      (given, link, target, rest) => {
        const { paths, cwd } = open(given);
        const access = paths.withLinks(new Map([[link, target]])).forPath(link + rest, { shell: true });
        try {
          symlinkSync(target, join(cwd, link));
        } catch {
          return;
        }
        const real = opened(`${cwd}/${link}${rest}`);
        if (real === null) return;
        hits += 1;
        checkForms(access, real, cwd, `${link} -> ${target}`);
      },
    ),
    runs,
  );
  expect(hits).toBeGreaterThan(10);
});

test("a glob on the disk stands for what it matches", () => {
  const root = build(
    [
      { kind: "file", at: "src/a.ts" },
      { kind: "file", at: "src/b.ts" },
      { kind: "file", at: "src/.hidden.ts" },
      { kind: "directory", at: "lib" },
      { kind: "link", at: "link", to: "src" },
    ],
    [],
  );
  chmodSync(root, 0o755);
  const paths = new PathNormalizer({ cwd: root, home: root, platform: "linux", fileSystem: nodeFileSystem });
  const star = { kind: "star" } as const;
  const expand = (...pattern: Parameters<PathNormalizer["expandGlob"]>[0]) =>
    paths.expandGlob(pattern, { bases: [""], shell: true });
  expect(expand("src/", star, ".ts")).toEqual(["src/a.ts", "src/b.ts"]);
  expect(expand(star, "/", star, ".ts")).toEqual(["link/a.ts", "link/b.ts", "src/a.ts", "src/b.ts"]);
  expect(expand("src/.", star, ".ts")).toEqual(["src/.hidden.ts"]);
  expect(expand(star, "/")).toEqual(["lib/", "link/", "src/"]);
  expect(expand(star, ".js")).toBeNull();
});
