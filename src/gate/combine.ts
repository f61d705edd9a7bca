/**
 * Findings into one: the strictest decides, the first among equals is reported, and a denial ends the walk.
 */
import { strictness } from "../decision.ts";
import type { Finding } from "./finding.ts";

/**
 * The finding that decides, or null where there is none. Nothing is drawn from `findings` after a denial.
 *
 * Where all allow, the tool's own surface is reported: the other gates only had nothing against it.
 */
export function decidingFinding(findings: Iterable<Finding>): Finding | null {
  let deciding: Finding | null = null;
  for (const finding of findings) {
    if (deciding === null || isStronger(finding, deciding)) deciding = finding;
    if (deciding.action === "deny") break;
  }
  return deciding;
}

function isStronger(finding: Finding, than: Finding): boolean {
  const difference = strictness(finding.action) - strictness(than.action);
  if (difference !== 0) return difference > 0;
  return finding.action === "allow" && finding.gate === "tool" && than.gate !== "tool";
}
