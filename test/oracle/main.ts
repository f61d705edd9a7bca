/** `npm run oracle -- --count N --seed S`: explores random programs and tells what it found. */
import { parseArgs } from "node:util";
import { explore, shrink } from "./execution.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
});
const count = Number(values.count);
const seed = Number(values.seed);
const report = explore(count, seed, (programs, found) => {
  for (const surprise of found) console.error(JSON.stringify(surprise));
  if (programs % 1000 === 0) console.error(`${programs} programs`);
});
for (const lack of report.missing) console.log(`\`${lack}\` is not on this machine: looked less closely`);
const { exact, hole, floor, none } = report.commands;
console.log(`${report.programs} programs, ${exact + hole + floor + none} commands run, ${report.files} files opened`);
console.log(
  `commands: ${exact} known exactly, ${hole} by a hole, ${floor} by a floor of the whole program, ${none} not at all`,
);
console.log(`${report.surprises.length} surprises`);
for (const surprise of report.surprises.slice(0, 20)) console.log(JSON.stringify(surprise));
const share = report.plain === 0 ? 0 : (100 * report.opaque.length) / report.plain;
console.log(
  `${report.plain} programs tell all by their text; ${report.opaque.length} of them (${share.toFixed(1)} %) were needlessly opaque`,
);
for (const program of report.opaque.slice(0, 20)) console.log(JSON.stringify(program));
if (report.surprises.length > 0) {
  console.log(`smallest: ${JSON.stringify(shrink(count, seed))}`);
  process.exitCode = 1;
}
