/**
 * Paths with holes: whatever stands in the holes, the path that comes of it is one of those that its forms stand for.
 */
import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PathNormalizer } from "../../src/path/normalizer.ts";
import { ANY_CHARACTERS, HOME, type CharactersHole, type Piece, type Value } from "../../src/text.ts";

const CWD = "/srv/project";
const HOME_DIRECTORY = "/home/dev";

const STAR: CharactersHole = { kind: "characters", min: 0, max: null, except: "/" };
const HIDING_STAR: CharactersHole = { ...STAR, notFirst: "." };
const ONE: CharactersHole = { kind: "characters", min: 1, max: 1, except: "/" };
const BRACKET: CharactersHole = { kind: "characters", min: 1, max: 1, among: "./a" };

/** A piece and something that it may stand for. */
type Filled = readonly [piece: Piece, text: string];

const known = fc
  .array(fc.constantFrom("a", ".", "..", "/", "/", ".env", "src", "srv", "project", "home/dev", "//"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));
const anything = fc
  .array(fc.constantFrom("a", ".", "..", "/", "../", "srv/project", "/etc", "home", "dev"), { maxLength: 4 })
  .map((parts) => parts.join(""));
/** What a glob's wildcards stand for: names are never empty. */
const inName = anything.map((text) => text.replaceAll("/", "") || "a");

const filled: fc.Arbitrary<Filled> = fc.oneof(
  { weight: 4, arbitrary: known.map((text): Filled => [text, text]) },
  { weight: 1, arbitrary: anything.map((text): Filled => [ANY_CHARACTERS, text]) },
  { weight: 1, arbitrary: inName.map((text): Filled => [STAR, text]) },
  { weight: 1, arbitrary: inName.map((text): Filled => [HIDING_STAR, text.replace(/^\.+/, "") || "a"]) },
  { weight: 1, arbitrary: fc.constantFrom("a", ".").map((text): Filled => [ONE, text]) },
  { weight: 1, arbitrary: fc.constantFrom("a", ".", "/").map((text): Filled => [BRACKET, text]) },
  {
    weight: 1,
    arbitrary: fc.tuple(known, known, fc.nat(1)).map(([one, two, taken]): Filled => {
      return [{ kind: "choice", options: [[one], [two]] }, taken === 0 ? one : two];
    }),
  },
);

/** The texts that a value stands for, as an expression. */
function expressionOf(value: Value): string {
  return value.map(pieceExpression).join("");
}

function pieceExpression(piece: Piece): string {
  if (typeof piece === "string") return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  switch (piece.kind) {
    case "choice":
      return `(?:${piece.options.map(expressionOf).join("|")})`;
    case "repeat":
    case "text":
      return ".*";
    case "characters": {
      const { min, max, among, except = "", notFirst = "" } = piece;
      const members = among === undefined ? `[^${except}\0]` : `[${among}]`;
      const first = notFirst === "" ? "" : `(?![${notFirst}])`;
      return `(?:${first}${members}${max === 1 ? "" : "*"})${min === 0 ? "?" : ""}`;
    }
  }
}

function holds(value: Value | undefined, text: string): boolean {
  return value !== undefined && new RegExp(`^${expressionOf(value)}$`, "s").test(text);
}

/** A disk without links, on which nothing is missing. */
const fileSystem = {
  realpath: (path: string) => path,
  readdir: () => [],
};
const paths = new PathNormalizer({
  cwd: CWD,
  home: HOME_DIRECTORY,
  platform: "linux",
  fileSystem,
});

const runs = { seed: 20_251_130, numRuns: 5_000 };
const cases = fc.tuple(fc.array(filled, { minLength: 1, maxLength: 5 }), fc.constantFrom("", "src", "..", "/etc"));

describe("a path with holes", () => {
  test("stands for what comes of it, for a rule that allows and for one that does not", () => {
    fc.assert(
      fc.property(cases, ([pieces, base]) => {
        const value = pieces.map(([piece]) => piece);
        const real = posix.resolve(CWD, base, pieces.map(([, text]) => text).join(""));
        const { written, readings } = paths
          .forValue(value, { bases: [base], shell: true })
          .question("read", "read", []);
        expect(holds(written[0], real), `${JSON.stringify(value)} as ${real}`).toBe(true);

        // A rule may name the path relative to the working directory, and by the home directory.
        const forms = [...written, ...readings];
        const relative = posix.relative(CWD, real);
        const inside = !relative.startsWith("../") && relative !== "..";
        const named = relative === "" ? "." : relative;
        expect(!inside || forms.some((form) => holds(form, named)), `${JSON.stringify(value)} as ${named}`).toBe(true);
        const homed = real.startsWith(`${HOME_DIRECTORY}/`) ? HOME + real.slice(HOME_DIRECTORY.length) : null;
        expect(homed === null || forms.some((form) => holds(form, homed)), `${JSON.stringify(value)} at home`).toBe(
          true,
        );
      }),
      runs,
    );
  });

  test("is never inside where what comes of it is outside, nor the other way round", () => {
    fc.assert(
      fc.property(cases, ([pieces, base]) => {
        const value = pieces.map(([piece]) => piece);
        const real = posix.resolve(CWD, base, pieces.map(([, text]) => text).join(""));
        const told = paths.forValue(value, { bases: [base], shell: true }).isOutside();
        const inside = real === CWD || real.startsWith(`${CWD}/`);
        // With a choice, one of several places outside is enough to be outside.
        const choices = value.some((piece) => typeof piece !== "string" && piece.kind === "choice");
        const wrong = inside ? told === true && !choices : told === false;
        expect(wrong, `${JSON.stringify(value)} as ${real}`).toBe(false);
      }),
      runs,
    );
  });
});
