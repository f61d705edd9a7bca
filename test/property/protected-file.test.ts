/**
 * Decisions against a real disk: a file that is denied is out of reach by every spelling that opens it, and a directory
 * that is allowed lets nothing out through a link.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilePolicy } from "../../compiler/index.ts";
import { createGate, type Gate } from "../../src/index.ts";

const name = fc.constantFrom("a", "b", "c", "x.env", "y");
const inTree = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const step = fc.oneof({ weight: 5, arbitrary: name }, { weight: 2, arbitrary: fc.constantFrom("..", ".", "") });
/** A path as a person or a program may write it. `ROOT`, `HOME` and `CWD` stand for what they are. */
const spelled = fc
  .tuple(
    fc.constantFrom("", "", "", "ROOT/", "CWD/", "HOME/", "~/", "./", "/proc/self/root/ROOT/", "/proc/self/cwd/"),
    fc.oneof(
      fc.array(fc.tuple(step, fc.constantFrom("/", "/", "//", "/./")), { minLength: 1, maxLength: 4 }).map((steps) =>
        steps
          .map(([one, separator]) => one + separator)
          .join("")
          .replace(/[/.]+$/, ""),
      ),
      fc.constantFrom("a/b", "b", "c/../a//x.env", "x.env", "../c/y", "y", "a/./b", "../y", "c/a/../y"),
    ),
  )
  .map(([front, rest]) => front + rest);

interface Make {
  readonly at: string;
  /** Where a link leads; null for a file. */
  readonly to: string | null;
}

/** Files that are in every tree, so that many paths lead to some. */
const ALWAYS: readonly Make[] = ["a/b", "a/x.env", "c/y", "c/a/b", "y"].map((at) => ({ at, to: null }));

const scene = fc.record({
  makes: fc.array(
    fc.record({
      at: inTree,
      to: fc.oneof(
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 2, arbitrary: spelled },
        { weight: 4, arbitrary: inTree.map((path) => `ROOT/${path}`) },
      ),
    }),
    { minLength: 6, maxLength: 16 },
  ),
  cwd: fc.oneof(fc.constantFrom("a", "c"), inTree),
  home: fc.oneof(fc.constantFrom("a", "c", "c/a"), inTree),
  spellings: fc.array(spelled, { minLength: 6, maxLength: 12 }),
  base: fc.oneof(fc.constant(""), spelled),
  quote: fc.constantFrom("none", "double", "variable", "parts"),
  form: fc.nat({ max: 11 }),
});

type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

let top = "";
let count = 0;

beforeAll(() => {
  top = realpathSync.native(mkdtempSync(join(tmpdir(), "tollgate-protected-")));
});

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

interface Place {
  readonly root: string;
  readonly cwd: string;
  readonly home: string;
  readonly fill: (text: string) => string;
}

function build({ makes, cwd, home }: Scene): Place | null {
  const root = join(top, String(count++));
  mkdirSync(root);
  const place = { root, cwd: join(root, cwd), home: join(root, home) };
  const fill = (text: string): string =>
    text
      .replaceAll("ROOT", root)
      .replace(/^CWD/, place.cwd)
      .replace(/^(?:HOME)/, place.home);
  const attempt = (make: () => void): void => {
    try {
      make();
    } catch {
      // The name is taken, or stands below a file or a link that leads nowhere.
    }
  };
  for (const { at, to } of [...ALWAYS, ...makes]) {
    const path = join(root, at);
    attempt(() => mkdirSync(dirname(path), { recursive: true }));
    if (to === null) attempt(() => writeFileSync(path, "", { flag: "wx" }));
    else
      attempt(() =>
        symlinkSync(
          fill(to)
            .replace(/^~/, place.home)
            .replace(/^\/proc\/self\/cwd/, place.cwd) || ".",
          path,
        ),
      );
  }
  for (const directory of [place.cwd, place.home]) attempt(() => mkdirSync(directory, { recursive: true }));
  return isDirectory(place.cwd) && isDirectory(place.home) ? { ...place, fill } : null;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The file that a path opens, or null. */
function opened(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync.native(path) : null;
  } catch {
    return null;
  }
}

async function gateOf(policy: string, { cwd, home }: Place): Promise<Gate> {
  const { table, diagnostics } = compilePolicy([{ file: "p.gate", text: policy }]);
  if (table === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return createGate({ table, cwd, home, platform: "linux" });
}

const FORMS: readonly ((path: string) => string)[] = [
  (path) => `cat ${path}`,
  (path) => `cat < ${path}`,
  (path) => `echo x > ${path}`,
  (path) => `tee -a ${path} < /dev/null`,
  (path) => `cp ${path} /dev/null`,
  (path) => `sed -n p ${path} | wc -l`,
  (path) => `for f in ${path}; do cat "$f"; done`,
  (path) => `f() { cat "$1"; }; f ${path}`,
  (path) => `bash -c "cat \\"$0\\"" ${path}`,
  (path) => `xargs cat <<< ${path}`,
  (path) => `dd if=${path} of=/dev/null`,
  (path) => `x=$(<${path}); echo "$x"`,
];

/** A word that the shell makes a path of. A tilde stays bare. */
function worded(path: string, quote: Scene["quote"]): { readonly before: string; readonly word: string } {
  if (path.startsWith("~")) return { before: "", word: path };
  switch (quote) {
    case "double":
      return { before: "", word: `"${path}"` };
    case "variable":
      return { before: `p='${path}'; `, word: '"$p"' };
    case "parts":
      return { before: "", word: `'${path.slice(0, 3)}'"${path.slice(3)}"` };
    default:
      return { before: "", word: path };
  }
}

/** Patterns of a rule that denies a file: by each of its names. */
function patternsOf(real: string, { cwd, home }: Place): string[] {
  const [here, own] = [realpathSync.native(cwd), realpathSync.native(home)];
  const below = (directory: string): string | null => {
    const inside = relative(directory, real);
    return inside.startsWith("..") ? null : inside;
  };
  const patterns = [real, `*/${real.split("/").at(-1)}`, `${dirname(real)}/`];
  const [inside, homed] = [below(here), below(own)];
  if (inside !== null) patterns.push(inside);
  if (homed !== null) patterns.push(`~/${homed}`);
  return patterns;
}

const runs = { seed: 20_261_130, numRuns: 120 };

test("a spelling that opens a denied file is denied, in commands and for tools", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(scene, fc.nat(), async (given, choice) => {
      const place = build(given);
      if (place === null) return;
      const { cwd, home, fill } = place;
      for (const spelling of given.spellings.map(fill)) {
        const typed = spelling.replace(/^~/, home).replace(/^\/proc\/self\/cwd/, cwd);
        const base = fill(given.base)
          .replace(/^~/, home)
          .replace(/^\/proc\/self\/cwd/, cwd);
        const moves = base !== "" && isDirectory(resolve(cwd, base)) && !spelling.startsWith("/proc/self/cwd");
        const from = moves ? resolve(cwd, base) : cwd;
        const real = opened(typed.startsWith("/") ? typed : `${from}/${typed}`);
        if (real === null || real.startsWith("/proc")) continue;
        hits += 1;
        const patterns = patternsOf(real, place);
        const pattern = patterns[choice % patterns.length] ?? real;
        const gate = await gateOf(`default: allow\npath: deny ${pattern}\nwrapper: allow *\n`, place);
        const { before, word } = worded(spelling, given.quote);
        const go = moves ? `cd "${base}" && ` : "";
        const command = `${go}${before}${(FORMS[given.form] ?? FORMS[0]!)(word)}`;
        expect(gate.decide({ tool: "bash", input: { command } }).action, `${command}\ndeny ${pattern}`).not.toBe(
          "allow",
        );
        if (moves) continue;
        for (const [tool, input] of [
          ["read", { path: spelling }],
          ["mcp", { server: "s", tool: "t", arguments: { edits: [{ file_path: spelling }] } }],
          ["view_image", { filePath: spelling }],
        ] as const) {
          expect(gate.decide({ tool, input }).action, `${tool} ${spelling}\ndeny ${pattern}`).toBe("deny");
        }
      }
    }),
    runs,
  );
  expect(hits).toBeGreaterThan(50);
});

test("a file is denied by the name of every link that leads to it", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const place = build(given);
      if (place === null) return;
      for (const { at, to } of given.makes) {
        const link = join(place.root, at);
        const real = to === null ? null : opened(link);
        if (real === null || real === link) continue;
        hits += 1;
        const gate = await gateOf(`default: allow\npath: deny ${link}\n`, place);
        const message = `deny ${link}, which is ${real}`;
        expect(gate.decide({ tool: "read", input: { path: real } }).action, message).toBe("deny");
        expect(gate.decide({ tool: "bash", input: { command: `cat "${real}"` } }).action, message).toBe("deny");
      }
    }),
    runs,
  );
  expect(hits).toBeGreaterThan(20);
});

test("a directory that is allowed lets no file out through a link", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(scene, inTree, async (given, allowed) => {
      const place = build(given);
      if (place === null) return;
      const { cwd, home, fill, root } = place;
      const directory = join(root, allowed);
      if (!isDirectory(directory)) return;
      const policy = `default: deny\nbash: allow *\npath:\n  deny *\n  allow ${directory}/\nread: allow\nexternal_directory: allow\nwrapper: allow *\n`;
      const gate = await gateOf(policy, place);
      const led = realpathSync.native(directory);
      for (const spelling of [...given.spellings, ...given.makes.map(({ at }) => `ROOT/${at}`)].map(fill)) {
        const typed = spelling.replace(/^~/, home).replace(/^\/proc\/self\/cwd/, cwd);
        const real = opened(typed.startsWith("/") ? typed : `${cwd}/${typed}`);
        if (real === null || real.startsWith("/proc") || real.startsWith(`${led}/`)) continue;
        hits += 1;
        const { before, word } = worded(spelling, given.quote);
        const command = `${before}cat ${word}`;
        const message = `${spelling} is ${real}, allowed is ${directory}`;
        expect(gate.decide({ tool: "bash", input: { command } }).action, message).not.toBe("allow");
        expect(gate.decide({ tool: "read", input: { path: spelling } }).action, message).not.toBe("allow");
      }
    }),
    runs,
  );
  expect(hits).toBeGreaterThan(50);
});
