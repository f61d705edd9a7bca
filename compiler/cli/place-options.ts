/**
 * The options that say where a call is made: directory, home and platform.
 */
import { resolve } from "node:path";
import { oneOf, type OptionSpecs } from "./command.ts";
import { PLATFORMS, type Platform, type World } from "./world.ts";

export const PLACE_OPTIONS = {
  cwd: { type: "string" },
  home: { type: "string" },
  platform: { type: "string" },
} as const satisfies OptionSpecs;

export const PLACE_HELP = `  --cwd DIR           the working directory; the current one otherwise
  --home DIR          the home directory; yours otherwise
  --platform NAME     how paths are read: linux, darwin or win32; as on this machine otherwise`;

export interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly platform: Platform;
}

/** Where calls are made. Directories of this machine's own kind are made absolute; others are taken as they stand. */
export function place(
  command: string,
  values: {
    readonly cwd?: string | undefined;
    readonly home?: string | undefined;
    readonly platform?: string | undefined;
  },
  world: World,
): Place {
  const platform =
    values.platform === undefined ? world.platform : oneOf(command, "platform", values.platform, PLATFORMS);
  const absolute = (directory: string): string =>
    (platform === "win32") === (world.platform === "win32") ? resolve(world.cwd, directory) : directory;
  return { cwd: absolute(values.cwd ?? world.cwd), home: absolute(values.home ?? world.home), platform };
}
