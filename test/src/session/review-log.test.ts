import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReviewLog } from "../../../src/index.ts";
import { ChainVerifier, chainLine, CHAIN_START } from "../../../src/session/chain.ts";
import { parseMark } from "../../../src/session/mark.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-log-"));
  file = join(folder, "logs", "review.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files of the log, oldest first. */
function files(): string[] {
  const rotated = readdirSync(join(folder, "logs"))
    .filter((name) => /^review\.jsonl\.\d+$/.test(name))
    .toSorted((a, b) => Number(a.slice(13)) - Number(b.slice(13)));
  return [...rotated, "review.jsonl"].map((name) => join(folder, "logs", name)).filter((name) => existsSync(name));
}

function verify(): ChainVerifier {
  const verifier = new ChainVerifier();
  for (const name of files()) {
    const lines = readFileSync(name, "utf8").split("\n");
    const torn = lines.pop();
    for (const [index, line] of lines.entries()) verifier.line(line, name, index + 1);
    if (torn !== "") verifier.torn(name, lines.length + 1);
  }
  const mark = parseMark(readFileSync(`${file}.head`, "latin1"));
  if (mark !== null) verifier.marked(mark, file, 0);
  return verifier;
}

async function write(...records: object[]): Promise<void> {
  const log = openReviewLog({ file });
  for (const record of records) await log.append(record);
  await log.close();
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ n: from + index }));

describe("a log", () => {
  test("is made with its folder, for its owner alone, and goes on where it ended", async () => {
    await write({ n: 1 });
    await write({ n: 2 });
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2]);
    expect(verify()).toMatchObject({ records: 2, isSound: true, problems: [] });
  });

  test("writes what comes at once in one go, in order", async () => {
    const log = openReviewLog({ file });
    await Promise.all(numbers(600).map((record) => log.append(record)));
    await log.close();
    const written = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { n: number }).n);
    expect(written).toEqual(numbers(600).map(({ n }) => n));
    expect(verify().isSound).toBe(true);
  });

  test("is rotated by size, keeps some older files, and its chain goes on across them", async () => {
    const log = openReviewLog({ file, maxBytes: 2_000, keep: 3 });
    for (const record of numbers(100)) await log.append(record);
    await log.close();
    expect(files()).toHaveLength(4);
    const verifier = verify();
    expect(verifier).toMatchObject({ isSound: true, end: { seq: 100 } });
    expect(verifier.first).toBeGreaterThan(1);
    rmSync(files()[1]!);
    expect(verify().problems.map(({ kind }) => kind)).toEqual(["missing"]);
  });

  test("that another process has rotated is found again", async () => {
    const [one, other] = [
      openReviewLog({ file, maxBytes: 1_000, keep: 100 }),
      openReviewLog({ file, maxBytes: 1_000, keep: 100 }),
    ];
    for (const record of numbers(60)) await (record.n % 3 === 0 ? one : other).append(record);
    await Promise.all([one.close(), other.close()]);
    expect(files().length).toBeGreaterThan(5);
    expect(verify()).toMatchObject({ records: 60, isSound: true });
  });

  test("rejects what it cannot write, and works again once it can", async () => {
    writeFileSync(join(folder, "logs"), "no folder");
    const log = openReviewLog({ file });
    await expect(log.append({ n: 1 })).rejects.toThrow(/EEXIST|ENOTDIR/);
    rmSync(join(folder, "logs"));
    await log.append({ n: 2 });
    await log.close();
    expect(verify().records).toBe(1);
  });

  test.each(existsSync("/proc/self") ? ["/proc/tollgate/review.jsonl"] : [])(
    "rejects what it cannot write in a folder that takes none (%s), in place of trying for good",
    async (refused) => {
      await expect(openReviewLog({ file: refused }).append({ n: 1 })).rejects.toThrow("ENOENT");
    },
  );

  test("rejects to write to a pipe, whose reader it would have to wait for", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await expect(openReviewLog({ file: join(folder, "pipe") }).append({ n: 1 })).rejects.toThrow("a pipe");
  });

  test("leaves a file alone that is no log", async () => {
    const log = openReviewLog({ file: join(folder, "notes.txt") });
    writeFileSync(join(folder, "notes.txt"), "one line\nand an end that is precious");
    await expect(log.append({ n: 1 })).rejects.toThrow("no record");
    await log.close();
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("one line\nand an end that is precious");
  });
});

describe("a log that was tampered with", () => {
  async function tampered(change: (lines: string[]) => string[]): Promise<string[]> {
    await write(...numbers(8));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(
      file,
      change(lines)
        .map((line) => `${line}\n`)
        .join(""),
    );
    return verify().problems.map(({ kind, message }) => `${kind}: ${message}`);
  }

  test.each<[name: string, change: (lines: string[]) => string[], problems: string[]]>([
    [
      "changed",
      (lines) => lines.with(3, lines[3]!.replace('"n":3', '"n":9')),
      ["changed: record 4 was changed after it was written"],
    ],
    [
      "changed at the end",
      (lines) => lines.with(7, lines[7]!.replace('"n":7', '"n":9')),
      ["changed: record 8 was changed after it was written"],
    ],
    ["dropped", (lines) => lines.toSpliced(2, 2), ["missing: records 3 to 4 are missing before this line"]],
    ["dropped at the end", (lines) => lines.slice(0, 6), ["end-missing: records 7 to 8 are missing at the end"]],
    [
      "reordered",
      (lines) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)],
      [
        "missing: record 2 is missing before this line",
        "moved: record 2 stands after record 3",
        "missing: record 3 is missing before this line",
      ],
    ],
    ["repeated", (lines) => lines.toSpliced(3, 0, lines[2]!), ["moved: record 3 stands after record 3"]],
    ["added to", (lines) => lines.toSpliced(3, 0, '{"n":5}'), ["foreign: this line is no record of the log"]],
    [
      "replaced by a record with a hash of its own",
      (lines) =>
        lines.with(3, chainLine({ seq: 3, hash: (JSON.parse(lines[2]!) as { hash: string }).hash }, { n: 99 }).line),
      ["changed: the record before record 5 is not the one that it was written after"],
    ],
    [
      "replaced from the start",
      (lines) => lines.with(0, chainLine(CHAIN_START, { n: 99 }).line),
      ["changed: the record before record 2 is not the one that it was written after"],
    ],
  ])("is found to be %s", async (_name, change, problems) => {
    expect(await tampered(change)).toEqual(problems);
  });

  test("at its end shows the gap also after it went on", async () => {
    await tampered((lines) => lines.slice(0, 6));
    await write({ n: 9 });
    expect(verify().problems.map(({ kind }) => kind)).toEqual(["missing"]);
  });
});

describe("a crash", () => {
  test.each([1, 40, 200])(
    "in the middle of a record leaves a torn line, which the next record mends (%i bytes)",
    async (left) => {
      await write(...numbers(3));
      const whole = readFileSync(file).length;
      const { line } = chainLine(CHAIN_START, { padding: "x".repeat(300) });
      appendFileSync(file, line.slice(0, left));
      const verifier = verify();
      expect(verifier.problems.map(({ kind }) => kind)).toEqual(["torn"]);
      expect(verifier.isSound).toBe(true);
      await write({ n: 3 });
      const last = JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1)!) as object;
      expect(last).toMatchObject({ seq: 4, n: 3, healed: left });
      expect(readFileSync(file).subarray(0, whole).toString()).not.toContain("padding");
      expect(verify()).toMatchObject({ records: 4, problems: [] });
    },
  );

  test("before the end was marked loses nothing", async () => {
    await write({ n: 1 });
    const mark = readFileSync(`${file}.head`);
    await write({ n: 2 });
    writeFileSync(`${file}.head`, mark);
    expect(verify().isSound).toBe(true);
    await write({ n: 3 });
    expect(verify()).toMatchObject({ records: 3, problems: [] });
  });

  test("between the rotation and the next record loses nothing", async () => {
    const log = openReviewLog({ file, maxBytes: 500, keep: 10 });
    for (const record of numbers(10)) await log.append(record);
    await log.close();
    rmSync(file);
    truncateSync(`${file}.head`, 0);
    const before = verify().end?.seq ?? 0;
    await write({ n: 10 });
    expect(verify()).toMatchObject({ isSound: true, end: { seq: before + 1 } });
  });

  test("with the lock in hand keeps nobody out", async () => {
    await write({ n: 1 });
    const gone = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => {
      gone.on("exit", resolve);
    });
    const { hostname } = await import("node:os");
    symlinkSync(
      `${gone.pid}@${hostname()
        .replace(/[^A-Za-z0-9_-]/g, "_")
        .slice(0, 64)}.x`,
      `${file}.lock`,
    );
    await write({ n: 2 });
    expect(verify().records).toBe(2);
  });
});

describe("many processes", () => {
  const script = fileURLToPath(new URL("append-records.ts", import.meta.url));
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const start = (count: number, name: string, maxBytes = ""): ChildProcess => {
    return spawn(process.execPath, ["--import", tsx, script, file, String(count), name, maxBytes], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  };
  const end = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      child.on("exit", resolve);
    });
  const ready = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      child.stdout?.once("data", () => resolve());
    });

  test("append to one log, and nothing is lost, torn or out of the chain", async () => {
    const codes = await Promise.all(["a", "b", "c", "d"].map((name) => end(start(150, name, "40000"))));
    expect(codes).toEqual([0, 0, 0, 0]);
    const verifier = verify();
    expect(verifier).toMatchObject({ records: 600, problems: [], first: 1 });
    const written = files().flatMap((name) => readFileSync(name, "utf8").trimEnd().split("\n"));
    for (const name of ["a", "b", "c", "d"]) {
      const own = written
        .map((line) => JSON.parse(line) as { writer: string; number: number })
        .filter(({ writer }) => writer === name);
      expect(own.map(({ number }) => number)).toEqual(Array.from({ length: 150 }, (_, number) => number));
    }
  });

  test("that are killed at any point leave a log that verifies and goes on", async () => {
    for (let round = 0; round < 3; round++) {
      const children = ["a", "b", "c"].map((name) => start(100_000, name));
      await Promise.all(children.map(ready));
      await new Promise((resolve) => {
        setTimeout(resolve, 40 + 30 * round);
      });
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(end));
      expect(verify().isSound).toBe(true);
      await write({ after: round });
      expect(verify()).toMatchObject({ problems: [] });
    }
    expect(verify().records).toBeGreaterThan(3);
  });
});
