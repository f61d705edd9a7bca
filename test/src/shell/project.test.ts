/** The projector, case by case: `cases/*.yaml`. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { pathLine, project, unitLine } from "./projection.ts";

interface Case {
  /** What is shown, as a sentence. */
  readonly it: string;
  readonly command: string;
  readonly workdir?: string;
  readonly platform?: "linux" | "darwin" | "win32";
  readonly cwd?: string;
  /** Lines of `unitLine`; all the units. */
  readonly units?: readonly string[];
  /** Lines of `pathLine`; all the paths. */
  readonly paths?: readonly string[];
  /** Sentinels. None where absent. */
  readonly floors?: readonly string[];
}

const folder = new URL("cases/", import.meta.url);

describe.each(readdirSync(folder).filter((file) => file.endsWith(".yaml")))("%s", (file) => {
  const cases = parse(readFileSync(new URL(file, folder), "utf8")) as readonly Case[];

  test.each(cases.map((one) => [one.it, one] as const))("%s", (_, one) => {
    const { command, workdir = null, platform = "linux", cwd = "/srv/project" } = one;
    const program = project(command, { workdir, platform, cwd });
    if (one.units !== undefined) expect(program.units.map(unitLine)).toEqual(one.units);
    if (one.paths !== undefined) expect(program.paths.map(pathLine)).toEqual(one.paths);
    expect(program.floors.map((floor) => floor.sentinel)).toEqual(one.floors ?? []);
  });

  test("holds sentences that differ", () => {
    const names = cases.map((one) => one.it);
    expect(names).toEqual([...new Set(names)]);
  });
});
