/** Tables of paths, as `linux.yaml` and its like hold them. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { AccessPath } from "../../../src/path/access-path.ts";
import type { Platform } from "../../../src/path/flavour.ts";
import { PathNormalizer } from "../../../src/path/normalizer.ts";
import { ANY_CHARACTERS, HOME, type CharactersHole, type Piece, type Value } from "../../../src/text.ts";
import { MemoryDisk } from "./memory-disk.ts";

export interface PathTable {
  readonly platform: Platform;
  readonly cwd: string;
  readonly home: string;
  readonly disk: readonly string[];
  readonly cases: readonly PathCase[];
}

export interface PathCase {
  readonly name: string;
  readonly path?: string;
  readonly value?: string;
  readonly base?: string;
  readonly bases?: readonly string[] | null;
  readonly shell?: boolean;
  readonly tilde?: boolean;
  readonly links?: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
  readonly home?: string;
  readonly written: readonly string[];
  readonly readings?: readonly string[];
  readonly fence?: readonly string[];
  readonly outside?: boolean | "unknown";
  readonly device?: boolean;
  readonly alias?: string;
}

/** What a case says of a path, and what is found for one. */
export interface Findings {
  readonly written: readonly string[];
  readonly readings: readonly string[];
  readonly fence: readonly string[];
  readonly outside: boolean | "unknown";
  readonly device: boolean;
  readonly alias: string | null;
}

export function readTable(file: string): PathTable {
  return parse(readFileSync(new URL(file, import.meta.url), "utf8")) as PathTable;
}

export function wantedOf(wanted: PathCase): Findings {
  const { written, readings = [], fence = written, outside = false, device = false, alias = null } = wanted;
  return { written, readings: readings.toSorted(), fence, outside, device, alias };
}

export function findingsOf(path: AccessPath): Findings {
  const { written, readings } = path.question("read", "read", []);
  const fence = path.question("external_directory", "read", []).written.map((value) => showValue(value).slice(1));
  return {
    written: written.map(showValue),
    // Their order means nothing.
    readings: readings.map(showValue).toSorted(),
    fence,
    outside: path.isOutside(),
    device: path.isDevice(),
    alias: path.resolvedAlias(),
  };
}

export function pathOf(table: PathTable, wanted: PathCase): AccessPath {
  const { platform, disk } = table;
  const { path, value, base, bases, shell, tilde, links, cwd = table.cwd, home = table.home } = wanted;
  const fresh = new PathNormalizer({ cwd, home, platform, fileSystem: new MemoryDisk(disk, platform) });
  const normalizer = links === undefined ? fresh : fresh.withLinks(new Map(Object.entries(links)));
  const withTilde = tilde === undefined ? {} : { tilde };
  if (path !== undefined) {
    return normalizer.forPath(path, { ...(base === undefined ? {} : { base }), shell: shell ?? false, ...withTilde });
  }
  return normalizer.forValue(readValue(value ?? ""), {
    bases: bases === undefined ? [""] : bases,
    shell: true,
    ...withTilde,
  });
}

const HOLES: Readonly<Record<string, CharactersHole>> = {
  "{any}": ANY_CHARACTERS,
  "{*}": { kind: "characters", min: 0, max: null, except: "/", notFirst: "." },
  "{?}": { kind: "characters", min: 1, max: 1, except: "/", notFirst: "." },
  // A star that stands behind something may hold a dot in front.
  "{any-name}": { kind: "characters", min: 0, max: null, except: "/" },
};

/** A value from `src/{*}.ts`. */
function readValue(text: string): Value {
  return text.split(/(\{[^}]*\})/).flatMap((part): Piece[] => {
    if (part === "") return [];
    const hole = HOLES[part];
    if (hole !== undefined) return [hole];
    if (!part.startsWith("{")) return [part];
    const options = part
      .slice(1, -1)
      .split("|")
      .map((option): Value => (option === "" ? [] : [option]));
    return [{ kind: "choice", options }];
  });
}

/** `…` for any run of characters, else as {@link readValue} takes it; `<home>` for the mark, `(a|b)` for a choice. */
export function showValue(value: Value): string {
  return value.map(showPiece).join("");
}

function showPiece(piece: Piece): string {
  if (typeof piece === "string") return piece.replace(HOME, "<home>");
  if (piece.kind === "choice") return `(${piece.options.map(showValue).join("|")})`;
  const [name] = Object.entries(HOLES).find(([, hole]) => JSON.stringify(hole) === JSON.stringify(piece)) ?? [];
  return name === "{any}" ? "…" : (name ?? `<${piece.kind}>`);
}
