import { resolve } from "node:path";
import { run } from "../../../compiler/cli/run.ts";
import { BrokenPipe, type World } from "../../../compiler/cli/world.ts";
import { linkedFileSystem } from "../../corpus/linked-file-system.ts";

export interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  /** What the run wrote, by absolute name. */
  readonly written: ReadonlyMap<string, string>;
}

export interface Surroundings {
  /** Relative to /srv/project, or absolute. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly input?: string | Uint8Array | readonly (string | Uint8Array)[];
  readonly color?: boolean;
  readonly columns?: number;
  /** The reader of the output goes away after so many writes. */
  readonly readerGoesAfter?: number;
}

/** Runs the command line in /srv/project, with the home directory /home/dev, on linux. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const { files = {}, input = "", color = false, columns = 100, readerGoesAfter = Infinity } = surroundings;
  const cwd = "/srv/project";
  const contents = new Map(Object.entries(files).map(([name, content]) => [resolve(cwd, name), content]));
  const written = new Map<string, string>();
  const texts = { output: "", errors: "" };
  let writes = 0;

  const fail = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  const output = (name: "output" | "errors") => ({
    color,
    columns,
    async write(text: string): Promise<void> {
      if (name === "output" && ++writes > readerGoesAfter) throw new BrokenPipe("gone");
      texts[name] += text;
    },
  });
  const world: World = {
    input: chunks(typeof input === "string" || input instanceof Uint8Array ? [input] : input),
    output: output("output"),
    errors: output("errors"),
    cwd,
    home: "/home/dev",
    platform: "linux",
    fileSystem: linkedFileSystem(
      cwd,
      {},
      [...contents.keys()].filter((name) => name.endsWith(".md")),
    ),
    readFile: (name) => {
      const content = contents.get(resolve(cwd, name)) ?? fail("ENOENT");
      return typeof content === "string" ? Buffer.from(content) : content;
    },
    pause: async () => {
      await Promise.resolve();
    },
    writeFile: (name, content) => {
      if (name.startsWith("/forbidden")) fail("EACCES");
      written.set(resolve(cwd, name), content);
    },
  };
  const code = await run(args, world);
  return { code, ...texts, written };
}

async function* chunks(parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}
