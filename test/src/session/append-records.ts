/**
 * A process that appends records to a log, for tests and for measuring: `append-records.ts FILE COUNT NAME [MAXBYTES]`.
 * It says `ready` before the first record and `done` after the last.
 */
import { openReviewLog } from "../../../src/session/review-log.ts";

const [file = "", count = "0", name = "", maxBytes = ""] = process.argv.slice(2);
const log = openReviewLog({
  file,
  patience: 60_000,
  ...(maxBytes === "" ? {} : { maxBytes: Number(maxBytes), keep: 1_000 }),
});
process.stdout.write("ready\n");
for (let number = 0; number < Number(count); number++) {
  await log.append({
    v: 1,
    writer: name,
    number,
    command: `git commit -m "change ${number}"`,
    padding: "x".repeat(300),
  });
}
await log.close();
process.stdout.write("done\n");
