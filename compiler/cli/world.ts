/**
 * The process as the commands see it: streams, files and surroundings. Tests bring their own.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { hostHome, hostPlatform } from "../../src/gate/host.ts";
import type { FileSystem } from "../../src/path/file-system.ts";
import type { Platform } from "../../src/path/flavour.ts";
import { nodeFileSystem } from "../../src/path/node-file-system.ts";
import { replaceWhole } from "./replace-whole.ts";

export type { Platform };
export const PLATFORMS: readonly Platform[] = ["linux", "darwin", "win32"];

export interface World {
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: Output;
  readonly errors: Output;
  /** Absolute. */
  readonly cwd: string;
  readonly home: string;
  readonly platform: Platform;
  /** The disk, as gates look at it. */
  readonly fileSystem: FileSystem;
  /** Throws with Node's `code`. The name is relative to `cwd`. */
  readFile(name: string): Uint8Array;
  /** Replaces the file at once or not at all, behind a link where it is one. Throws with Node's `code`. */
  writeFile(name: string, content: string): void;
  /** Resolves after so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

export interface Output {
  /** Resolves when there is room for more. Throws {@link BrokenPipe} where nobody reads any longer. */
  write(text: string): Promise<void>;
  /** Colours are wanted. */
  readonly color: boolean;
  /** Width of the terminal in columns. */
  readonly columns: number;
}

/** Whoever read the output has gone: the work is done, quietly. */
export class BrokenPipe extends Error {
  override readonly name = "BrokenPipe";
}

/** Width of a line where the output is no terminal. */
const PLAIN_COLUMNS = 100;

/** The world of this process. */
export function processWorld(): World {
  const cwd = process.cwd();
  return {
    input: process.stdin,
    output: new StreamOutput(process.stdout),
    errors: new StreamOutput(process.stderr),
    cwd,
    home: hostHome(),
    platform: hostPlatform(),
    fileSystem: nodeFileSystem,
    readFile: (name) => readFileSync(resolve(cwd, name)),
    writeFile: (name, content) => replaceWhole(resolve(cwd, name), content, 0o644),
    pause: (milliseconds) => setTimeout(milliseconds),
  };
}

class StreamOutput implements Output {
  readonly color: boolean;
  readonly #stream: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  #broken: Error | null = null;

  constructor(stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }) {
    this.#stream = stream;
    this.color = wantsColor(stream.isTTY === true, process.env);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      this.#broken = error.code === "EPIPE" ? new BrokenPipe("the reader has gone") : error;
    });
  }

  get columns(): number {
    return this.#stream.columns ?? PLAIN_COLUMNS;
  }

  async write(text: string): Promise<void> {
    if (this.#broken !== null) throw this.#broken;
    if (this.#stream.write(text)) return;
    try {
      await once(this.#stream, "drain");
    } catch (error) {
      throw this.#broken ?? error;
    }
  }
}

/** `NO_COLOR` wins over `FORCE_COLOR`, which wins over what the stream is. Empty values say nothing. */
export function wantsColor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment["NO_COLOR"]) return false;
  if (environment["FORCE_COLOR"]) return environment["FORCE_COLOR"] !== "0";
  return isTerminal && environment["TERM"] !== "dumb";
}
