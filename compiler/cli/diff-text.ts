/**
 * What differs between two policies, as text for a terminal and as Markdown for a pull request.
 */
import type { DiffAnswer, PolicyDiff, Region } from "../analysis/diff.ts";
import { visible } from "../display.ts";
import { clip } from "./clip.ts";
import { paint, type Palette } from "./paint.ts";
import type { Output } from "./world.ts";

/** Regions that are shown of each direction; JSON has them all. */
const MOST_SHOWN = 50;

/** A comparison as text. */
export function diffText(diff: PolicyDiff, output: Pick<Output, "color" | "columns">): string {
  if (diff.equal) return "the policies give the same answers\n";
  const color = paint(output.color);
  const lines = [color.bold(countsOf(diff))];
  for (const direction of ["loosens", "tightens"] as const) {
    const regions = diff.regions.filter((region) => region.direction === direction);
    for (const region of regions.slice(0, MOST_SHOWN)) lines.push("", ...regionLines(region, output.columns, color));
    if (regions.length > MOST_SHOWN)
      lines.push("", color.dim(`… and ${regions.length - MOST_SHOWN} more that ${direction.replace(/s$/, "")}`));
  }
  for (const [index, what] of diff.undecided.entries())
    lines.push(...(index === 0 ? [""] : []), `${color.yellow("not decided")}: ${what}`);
  return `${lines.join("\n")}\n`;
}

/** How many regions there are of each direction: `6 answers loosen, 1 tightens`. */
function countsOf({ regions }: PolicyDiff): string {
  const loosening = regions.filter(({ direction }) => direction === "loosens").length;
  const counts = [
    { count: loosening, verb: "loosen" },
    { count: regions.length - loosening, verb: "tighten" },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return "nothing was found that differs, but not all was looked at";
  return counts
    .map(({ count, verb }, at) => {
      const one = count === 1;
      return `${count} ${at > 0 ? "" : one ? "answer " : "answers "}${verb}${one ? "s" : ""}`;
    })
    .join(", ");
}

function regionLines(region: Region, columns: number, color: Palette): string[] {
  const { witness } = region;
  const direction = (region.direction === "loosens" ? color.red : color.green)(region.direction);
  const lines = [
    `${direction}  ${actionOf(region.old)} → ${actionOf(region.new)}  ${groundOf(region)}`,
    `  ${color.bold(clip(witness.shown, columns - 2))}`,
    `  before  ${clip(deciderOf(region.old, region), columns - 10)}`,
    `  after   ${clip(deciderOf(region.new, region), columns - 10)}`,
  ];
  const caveat = caveatOf(region);
  if (caveat !== null) lines.push(`  ${color.dim(caveat)}`);
  return lines;
}

function actionOf({ action, final }: DiffAnswer): string {
  return final ? `final ${action}` : action;
}

function groundOf({ surface, alsoOn, agent }: Region): string {
  const others =
    alsoOn.length === 0
      ? ""
      : ` (also ${alsoOn.map((name) => (name === "tool" ? "any other tool" : visible(name))).join(", ")})`;
  return `${surface === "tool" ? "any other tool" : visible(surface)}${others}${agent === null ? "" : ` for agent ${visible(agent)}`}`;
}

function deciderOf({ rule, action }: DiffAnswer, { surface }: Region): string {
  if (rule !== null) return `${visible(rule.file)}:${rule.line}  ${visible(rule.text)}`;
  if (surface === "path") return "no rule matches, so `path` has nothing against it";
  return surface === "wrapper" ? "no rule matches, so it is asked" : `no rule matches, and the default is ${action}`;
}

/** What has to be said of an example that a gate does not bear out. */
function caveatOf({ witness, surface }: Region): string | null {
  if (witness.real) return null;
  const alone = `as the rules of ${visible(surface)} alone have it`;
  if (witness.whole === null) return `(${alone})`;
  const { old, new: now } = witness.whole;
  const call = old === now ? `a call is answered ${old} before and after` : `a call goes from ${old} to ${now}`;
  return `(${alone}; ${call}, as other rules have a say in it)`;
}

/** A comparison as Markdown. */
export function diffMarkdown(diff: PolicyDiff): string {
  if (diff.equal) return "The policies give the same answers.\n";
  const lines = [`**${countsOf(diff)}**`, ""];
  if (diff.regions.length > 0) {
    lines.push("|  | answer | example | before | after |", "| --- | --- | --- | --- | --- |");
    for (const region of diff.regions.slice(0, 2 * MOST_SHOWN)) lines.push(row(region));
    if (diff.regions.length > 2 * MOST_SHOWN) lines.push("", `… and ${diff.regions.length - 2 * MOST_SHOWN} more.`);
  }
  const caveats = diff.regions.slice(0, 2 * MOST_SHOWN).filter(({ witness }) => !witness.real);
  if (caveats.length > 0) {
    lines.push("", "\\* as the rules of the surface alone have it: in a call, other rules have a say as well.");
  }
  for (const [index, what] of diff.undecided.entries())
    lines.push(...(index === 0 ? [""] : []), `Not decided: ${cell(what)}`);
  return `${lines.join("\n")}\n`;
}

function row(region: Region): string {
  const answer = `${actionOf(region.old)} → ${actionOf(region.new)}${region.witness.real ? "" : " \\*"}`;
  const example = `${code(region.witness.shown)} ${cell(groundOf(region))}`;
  return `| ${region.direction} | ${answer} | ${example} | ${decider(region.old)} | ${decider(region.new)} |`;
}

function decider({ rule }: DiffAnswer): string {
  return rule === null ? "no rule" : `${code(rule.text)} ${cell(`${rule.file}:${rule.line}`)}`;
}

/** Text in a cell of a table, where nothing of it can be markup. */
function cell(text: string): string {
  return visible(text).replaceAll(/[\\|`*_<>[\]&#~]/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Text as code in a cell of a table. */
function code(text: string): string {
  const escaped = visible(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("|", "&#124;");
  return `<code>${escaped.replaceAll(/[\\`*_[\]~]/g, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}
