/**
 * The gates of paths: `path`, the fence around the working directory, and the folders of skills.
 */
import { strictness } from "../decision.ts";
import { isTrustedCommandDirectory } from "../shell/knowledge/read-command.ts";
import type { Question } from "../table/question.ts";
import { plain } from "../text.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Finding, GateName, Subject } from "./finding.ts";
import type { TouchedPath } from "./touched-path.ts";

/**
 * Paths on the surface `path`. Where no rule matches, the gate does not fire.
 *
 * What only may be a path counts where a rule other than a catch-all asks about it or denies it.
 */
export function* pathFindings(
  gate: GateName,
  touchedPaths: readonly TouchedPath[],
  evaluation: Evaluation,
): Generator<Finding> {
  if (!evaluation.rules.path) return;
  for (const touched of touchedPaths) {
    for (const access of touched.accesses) {
      const finding = askPath(gate, "path", touched, access, evaluation);
      if (finding !== null) yield finding;
    }
  }
}

/** Files that commands read and write, on the tools' surfaces `read` and `write`: a matching rule can only tighten. */
export function* fileFindings(touchedPaths: readonly TouchedPath[], evaluation: Evaluation): Generator<Finding> {
  for (const touched of touchedPaths) {
    const role = touched.mention?.role;
    if (role === "directory" || role === "command" || touched.path.isDevice()) continue;
    for (const access of touched.accesses) {
      if (!evaluation.rules[access]) continue;
      const finding = askPath("tool", access, touched, access, evaluation);
      if (finding !== null && finding.action !== "allow") yield finding;
    }
  }
}

function askPath(
  gate: GateName,
  surface: string,
  touched: TouchedPath,
  access: "read" | "write",
  evaluation: Evaluation,
): Finding | null {
  const options = evaluation.forPaths("allow");
  const ask = (question: Question, end: string): Finding | null => {
    const asked = { question, options };
    if (!touched.certain) {
      const rule = evaluation.restrictive(surface, asked);
      if (rule === null || rule.catchAll) return null;
    }
    if (!evaluation.verdict(surface, asked).matched) return null;
    return evaluation.ask(gate, surface, touched.path.value() + end, asked, subjectOf(touched, access));
  };

  const question = evaluation.question(touched, surface, access);
  const finding = ask(question, "");
  if (surface !== "path" || finding?.action === "deny" || touched.mention?.role === "directory") return finding;
  // Only a rule with a separator can hold for all that a directory holds and not for the directory.
  const contents = evaluation.rules.restrictsContents ? evaluation.questionOfContents(question) : null;
  if (contents === null) return finding;
  const inside = ask(contents, "/…");
  if (inside === null || inside.mixed) return finding;
  if (strictness(inside.action) <= strictness(finding?.action ?? "allow")) return finding;
  return isAboutPath(inside, question, evaluation) ? finding : inside;
}

/** Whether a rule on what lies below a path is one on the path as well, so that later rules have their say on it. */
function isAboutPath({ surface, rule, asked }: Finding, question: Question, evaluation: Evaluation): boolean {
  if (rule === null || asked === null) return false;
  const { table, agent } = evaluation;
  const last = evaluation.restrictive(surface, { question, options: asked.options });
  if (last === null || last.index < rule.index) return false;
  if (last.index === rule.index) return true;
  return table.matching(surface, agent, question, asked.options).some(({ index }) => index === rule.index);
}

/**
 * Paths outside the working directory, on `external_directory`.
 *
 * Where only a run would tell on which side of the fence a path lies, the inside has nothing against it, so all but a
 * clear `allow` for the outside is an `ask`.
 */
export function* fenceFindings(
  gate: GateName,
  touchedPaths: readonly TouchedPath[],
  evaluation: Evaluation,
): Generator<Finding> {
  if (!evaluation.rules.fence) return;
  for (const touched of touchedPaths) {
    const outside = sideOf(touched);
    if (outside === false) continue;
    for (const access of touched.accesses) {
      const surface = "external_directory";
      const question = evaluation.question(touched, surface, access);
      const asked = { question, options: evaluation.forPaths() };
      const finding = evaluation.ask(gate, surface, touched.path.outsideValue(), asked, subjectOf(touched, access));
      if (outside === true || (finding.action === "allow" && !finding.mixed)) yield finding;
      else yield { ...finding, action: "ask", mixed: true };
    }
  }
}

/** Whether a path lies outside for the fence's purposes. */
function sideOf(touched: TouchedPath): boolean | "unknown" {
  const { path, mention } = touched;
  if (path.isDevice()) return false;
  const outside = path.isOutside();
  // A bare word may be anything; it is a path for the fence where it is the name of a link that leads out.
  if (!touched.certain) return outside === true && path.resolvedAlias() !== null;
  if (outside !== false && mention?.role === "command" && isTrustedCommandDirectory(directoryOf(path.value())))
    return false;
  return outside;
}

/** Reads inside the folder of an active skill, on `skill` with the skill's name. */
export function* skillReadFindings(evaluation: Evaluation): Generator<Finding> {
  if (evaluation.activeSkills.length === 0) return;
  for (const touched of evaluation.given()) {
    if (touched.surface === null || !touched.accesses.includes("read")) continue;
    for (const skill of evaluation.activeSkills) {
      const folder = evaluation.paths.forPath(skill.directory).boundaryValue();
      if (!isAtOrBelow(touched.path.boundaryValue(), folder)) continue;
      const question = { written: [[plain(skill.name)]], readings: [] };
      const asked = { question, options: evaluation.forTexts() };
      yield evaluation.ask("skill-read", "skill", skill.name, asked, subjectOf(touched, "read"));
    }
  }
}

export function subjectOf(touched: TouchedPath, access: "read" | "write"): Subject {
  return { kind: "path", path: touched.path, access, mention: touched.mention };
}

function isAtOrBelow(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || /[/\\]$/.test(folder) || /^[/\\]/.test(path.slice(folder.length));
}

function directoryOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
}
