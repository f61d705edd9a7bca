/**
 * `npx tsx test/oracle/peers/main.ts [--packages FOLDER] [--forms]`: asks Tollgate, and the engines that are installed
 * in the folder, about every hidden form and every look-alike, and prints the tables of `docs/peers.md`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { hiddenByTechnique, lookAlike } from "../../corpus/forms.ts";
import { openGemini } from "./gemini.ts";
import type { Answer, Peer } from "./peer.ts";
import { openPiPermissions } from "./pi-permissions.ts";
import { openSafetyNet } from "./safety-net.ts";
import { openTollgate } from "./tollgate.ts";

const { values } = parseArgs({ options: { packages: { type: "string" }, forms: { type: "boolean", default: false } } });
const scratch = mkdtempSync(join(tmpdir(), "tollgate-peers-"));
const folder = mkdtempSync(join(tmpdir(), "tollgate-peers-work-"));

async function open(): Promise<readonly Peer[]> {
  const tollgate = await openTollgate(folder);
  if (values.packages === undefined) return [tollgate];
  const packages = resolve(values.packages);
  return [
    tollgate,
    await openPiPermissions(packages, scratch, folder),
    await openGemini(packages, scratch),
    ...(await openSafetyNet(packages, scratch, folder)),
  ];
}

/** How many of the commands get each answer. A peer that throws has not allowed anything: that counts as asked. */
async function count(peer: Peer, commands: readonly string[], expected: Answer): Promise<Record<Answer, number>> {
  const counts: Record<Answer, number> = { allow: 0, ask: 0, deny: 0 };
  for (const command of commands) {
    const answer = await peer.decide(command).catch((error: unknown): Answer => {
      console.log(`${peer.name} throws at ${JSON.stringify(command)}: ${String(error).slice(0, 100)}`);
      return "ask";
    });
    counts[answer] += 1;
    if (values.forms && answer !== expected) console.log(`${peer.name}: ${answer} for ${JSON.stringify(command)}`);
  }
  return counts;
}

function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

try {
  const peers = await open();
  const totals = new Map(peers.map((peer) => [peer, { allow: 0, ask: 0, deny: 0 }]));
  const lines: (string | number)[][] = [];
  for (const [technique, commands] of Object.entries(hiddenByTechnique)) {
    const line: (string | number)[] = [technique, commands.length];
    for (const peer of peers) {
      const { deny, ask, allow } = await count(peer, commands, "deny");
      const total = totals.get(peer);
      if (total !== undefined)
        Object.assign(total, { deny: total.deny + deny, ask: total.ask + ask, allow: total.allow + allow });
      line.push(`${deny} / ${ask} / ${allow}`);
    }
    lines.push(line);
  }
  console.log("\nhidden forms: denied / only asked / allowed");
  row(["technique", "forms", ...peers.map(({ name }) => name)]);
  row(["---", ...Array<string>(peers.length + 1).fill("---:")]);
  for (const line of lines) row(line);
  const sum = Object.values(hiddenByTechnique).flat().length;
  row([
    "all",
    sum,
    ...peers.map((peer) =>
      Object.values(totals.get(peer) ?? {})
        .toReversed()
        .join(" / "),
    ),
  ]);

  console.log("\nlook-alikes: denied / asked / allowed");
  const alarms = ["look-alikes", lookAlike.length];
  const cells: string[] = [];
  for (const peer of peers) {
    const { deny, ask, allow } = await count(peer, lookAlike, "allow");
    cells.push(`${deny} / ${ask} / ${allow}`);
  }
  row([...alarms, ...cells]);
} finally {
  rmSync(scratch, { recursive: true });
  rmSync(folder, { recursive: true });
}
