/**
 * What a table has to say about paths, for one agent. It does not change, so it is found out once.
 */
import type { Question } from "../table/question.ts";
import type { Table } from "../table/table.ts";
import { READ } from "../text.ts";

const SOME_PATH: Question = { written: [[`${READ}/`]], readings: [] };

export class PathRules {
  readonly path: boolean;
  /** `external_directory` has rules, or a default that is not `allow`. */
  readonly fence: boolean;
  readonly read: boolean;
  readonly write: boolean;
  /** Some rule of `path` that asks or denies speaks of what lies in a directory. */
  readonly restrictsContents: boolean;
  readonly #table: Table;
  readonly #agent: string | null;
  readonly #directories = new Map<string, readonly string[]>();
  readonly #restricted = new Map<string, readonly string[]>();

  constructor(table: Table, agent: string | null) {
    this.#table = table;
    this.#agent = agent;
    const fence = "external_directory";
    this.path = table.has("path", agent);
    this.fence = table.has(fence, agent) || table.lookup(fence, agent, SOME_PATH).action !== "allow";
    this.read = table.has("read", agent);
    this.write = table.has("write", agent);
    this.restrictsContents = table.rules.some(
      ({ surface, action, programs }) =>
        surface === "path" && action !== "allow" && programs.some((program) => program.includes("/")),
    );
  }

  /** The fixed directories of a surface's allowing rules; the same list each time. */
  directories(surface: string): readonly string[] {
    let directories = this.#directories.get(surface);
    if (directories === undefined) {
      directories = this.#table.directories(surface, this.#agent);
      this.#directories.set(surface, directories);
    }
    return directories;
  }

  /** The paths that a surface's rules which ask or deny are bound to; the same list each time. */
  restricted(surface: string): readonly string[] {
    let restricted = this.#restricted.get(surface);
    if (restricted === undefined) {
      restricted = this.#table.restrictedPaths(surface, this.#agent);
      this.#restricted.set(surface, restricted);
    }
    return restricted;
  }
}
