/**
 * Eight processes append to one log. `TOLLGATE_RECORDS=50000 npm run bench -- review-log` for the long run; the log is
 * verified after it.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bench, describe } from "vitest";
import { ChainVerifier } from "../../src/session/chain.ts";

const RECORDS = process.env["TOLLGATE_RECORDS"] ?? "1000";
const PROCESSES = 8;
const script = fileURLToPath(new URL("../src/session/append-records.ts", import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

describe("the review log", () => {
  bench(
    `${PROCESSES} processes, ${RECORDS} records each`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "tollgate-bench-"));
      const file = join(folder, "review.jsonl");
      const runs = Array.from({ length: PROCESSES }, (_, index) => {
        const child = spawn(process.execPath, ["--import", tsx, script, file, RECORDS, `p${index}`, "16000000"]);
        return new Promise((resolve) => {
          child.on("exit", resolve);
        });
      });
      await Promise.all(runs);
      const verifier = new ChainVerifier();
      const older = readdirSync(folder).filter((name) => /\.\d+$/.test(name));
      older.sort((a, b) => Number(a.split(".").at(-1)) - Number(b.split(".").at(-1)));
      for (const name of [...older, "review.jsonl"]) {
        for (const line of readFileSync(join(folder, name), "utf8").trimEnd().split("\n")) verifier.line(line, name, 0);
      }
      rmSync(folder, { recursive: true, force: true });
      if (verifier.records !== PROCESSES * Number(RECORDS) || !verifier.isSound) throw new Error("records were lost");
    },
    { iterations: 1, warmupIterations: 0, time: 0, warmupTime: 0 },
  );
});
