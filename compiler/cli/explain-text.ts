/**
 * An explanation on one screen: what was found in the call, what each part was answered, and how that makes one answer.
 */
import type { Action } from "../../src/decision.ts";
import type { ExplainedPath, ExplainedRule, Explanation, Range, Step } from "../../src/explain/explanation.ts";
import { cellsOf, visible } from "../display.ts";
import { clip } from "./clip.ts";
import { paint, type Paint, type Palette } from "./paint.ts";
import { sourceLines, type Underline } from "./source-text.ts";

export interface TextOptions {
  readonly color: boolean;
  /** Width of the screen. */
  readonly columns: number;
}

/** The explanation as text, each line ended. Nothing in it that came from outside can steer a terminal. */
export function explanationText(explanation: Explanation, options: TextOptions): string {
  return new Screen(explanation, options).text();
}

/** Commands and paths that are shown one by one; beyond them only what decided. */
const MOST_PARTS = 20;
/** Overridden rules that are shown with a step. */
const MOST_OVERRIDDEN = 3;
/** Labels of one underline that are shown, beyond which only the first and the last are told. */
const MOST_LABELS = 6;
/** Narrower than this, lines are rather folded by the terminal. */
const FEWEST_COLUMNS = 60;
/** Where the columns of steps begin. */
const STEP_INDENT = 7;
const ACTION_WIDTH = 7;

/** What was asked about one part, as a table with aligned columns. */
interface StepLine {
  readonly action: Action | null;
  readonly surface: string;
  readonly text: string;
  readonly place: string;
  /** Overridden, or never reached. */
  readonly dim: boolean;
}

const PLACES: Readonly<Record<ExplainedPath["place"], string>> = {
  inside: "inside the working directory",
  outside: "outside the working directory",
  unknown: "perhaps outside the working directory",
  device: "a device",
};
const ACCESSES: Readonly<Record<ExplainedPath["access"], string>> = {
  read: "read",
  write: "written",
  both: "read and written",
};

/** The labels of what stands at one place: a glob's files are many. */
function labelOf(own: readonly string[]): string {
  return own.length <= MOST_LABELS ? own.join(",") : `${own[0]}…${own.at(-1)}`;
}

class Screen {
  readonly #explanation: Explanation;
  readonly #columns: number;
  readonly #color: Palette;
  readonly #actions: Readonly<Record<Action, Paint>>;
  readonly #deciding: Step | null;
  readonly #lines: string[] = [];

  constructor(explanation: Explanation, options: TextOptions) {
    this.#explanation = explanation;
    this.#columns = Math.max(FEWEST_COLUMNS, options.columns);
    this.#color = paint(options.color);
    this.#actions = { allow: this.#color.green, ask: this.#color.yellow, deny: this.#color.red };
    this.#deciding = explanation.deciding === null ? null : (explanation.steps[explanation.deciding] ?? null);
  }

  text(): string {
    this.#head();
    this.#commands();
    this.#paths();
    this.#call();
    this.#answer();
    return this.#lines.map((line) => `${line.trimEnd()}\n`).join("");
  }

  /** The call, and the command with everything in it underlined that was asked about. */
  #head(): void {
    const { tool, kind, agent, cwd, command, workdir, units, paths } = this.#explanation;
    const shell = kind === "bash" && command !== null && tool !== kind ? ", a shell," : "";
    const caller = agent === null ? "" : ` for agent ${visible(agent)}`;
    const where = cwd === "" ? "" : ` in ${visible(cwd)}`;
    const run = workdir === null ? "" : `, run in ${visible(workdir)}`;
    this.#lines.push(
      `${this.#color.bold(visible(tool === "" ? "a call without a tool" : tool))}${shell}${caller}${where}${run}`,
      "",
    );
    if (command === null || command === "") return;

    const labels = new Map<string, Range & { readonly own: string[] }>();
    const mark = (range: Range | null, label: string): void => {
      if (range === null || range.start === range.end) return;
      const key = `${range.start} ${range.end}`;
      const known = labels.get(key);
      if (known === undefined) labels.set(key, { ...range, own: [label] });
      else known.own.push(label);
    };
    for (const [index, unit] of units.entries()) mark(unit.range, unitLabel(index));
    for (const [index, path] of paths.entries()) if (this.#isShown(path, index)) mark(path.range, pathLabel(index));
    const underlines = [...labels.values()].map((one): Underline => ({ ...one, label: labelOf(one.own) }));
    this.#lines.push(...sourceLines(command, underlines, this.#columns, this.#color), "");
  }

  #commands(): void {
    const { units, steps } = this.#explanation;
    for (const [index, unit] of units.entries()) {
      const own = steps.filter((step) => step.unit === index && step.path === null);
      if (index >= MOST_PARTS && !this.#decides(own)) continue;
      this.#part(unitLabel(index), unit.text, unit.origin.join(", "));
      this.#steps(own);
    }
    if (units.length > MOST_PARTS) this.#remark(`… ${units.length} commands in all`);
    if (units.length > 0) this.#lines.push("");
  }

  #paths(): void {
    const shown = [...this.#explanation.paths.entries()].filter(([index, path]) => this.#isShown(path, index));
    for (const [place, [index, path]] of shown.entries()) {
      const own = this.#explanation.steps.filter((step) => step.path === index);
      if (place >= MOST_PARTS && !this.#decides(own)) continue;
      this.#part(pathLabel(index), path.value, `${ACCESSES[path.access]}, ${PLACES[path.place]}`);
      if (path.resolved !== null) this.#remark(`     leads to ${path.resolved}`);
      if (own.length === 0) this.#remark("     no rule speaks of it");
      this.#steps(own);
    }
    if (shown.length > MOST_PARTS) this.#remark(`… ${shown.length} paths in all`);
    if (shown.length > 0) this.#lines.push("");
  }

  /** What is neither about one command nor about one path: a target, a name, the program as a whole. */
  #call(): void {
    const steps = this.#explanation.steps.filter((step) => step.unit === null && step.path === null);
    if (steps.length === 0) return;
    const headOf = (step: Step): string => {
      if (this.#explanation.command !== null) return "the command as a whole";
      return step.value === "*" ? "the call as such" : step.value;
    };
    for (const head of new Set(steps.map(headOf))) {
      this.#lines.push(`  ${clip(head, this.#columns - 2)}`);
      this.#steps(steps.filter((step) => headOf(step) === head));
    }
    this.#lines.push("");
  }

  #answer(): void {
    const { decision, steps } = this.#explanation;
    const action = decision.action.toUpperCase();
    const value = clip(`${decision.surface}: ${decision.value}`, this.#columns - action.length - 2);
    this.#lines.push(`${this.#actions[decision.action](this.#color.bold(action))}  ${value}`);
    if (decision.rule !== null) {
      const place = ` at ${placeOf(decision.rule)}${decision.final ? ", final" : ""}`;
      const rule = withoutReason(oneLine(decision.rule.text));
      this.#lines.push(`  by \`${clip(rule, this.#columns - width(place) - 8)}\`${visible(place)}`);
    }
    if (decision.reason !== null) this.#sentence(decision.reason);
    if (decision.sentinel !== null) this.#lines.push(`  ${decision.sentinel}`);
    if (decision.resolvedPath !== null) this.#sentence(`the path leads to ${decision.resolvedPath}`);
    if (this.#deciding !== null) this.#remark(combination(steps));
  }

  /** A bare word about which nothing was asked is no path. */
  #isShown(path: ExplainedPath, index: number): boolean {
    return path.certain || this.#explanation.steps.some((step) => step.path === index);
  }

  #decides(steps: readonly Step[]): boolean {
    return this.#deciding !== null && steps.includes(this.#deciding);
  }

  #part(label: string, text: string, remark: string): void {
    const shown = visible(remark);
    const room = Math.max(20, this.#columns - STEP_INDENT - (shown === "" ? 0 : width(shown) + 2));
    const end = shown === "" ? "" : `  ${this.#color.dim(shown)}`;
    this.#lines.push(`  ${this.#color.cyan(label.padEnd(STEP_INDENT - 2))}${clip(text, room)}${end}`);
  }

  #steps(steps: readonly Step[]): void {
    const lines = steps.flatMap((step) => this.#stepLines(step));
    const surfaces = Math.max(0, ...lines.map((line) => width(line.surface)));
    const places = Math.max(0, ...lines.map((line) => width(line.place)));
    const left = STEP_INDENT + ACTION_WIDTH + surfaces + 2;
    const room = Math.max(20, this.#columns - left - 2 - places);
    const texts = Math.min(room, Math.max(0, ...lines.map((line) => width(line.text))));
    for (const line of lines) {
      const action = line.action === null ? " ".repeat(ACTION_WIDTH) : line.action.padEnd(ACTION_WIDTH);
      const text = pad(clip(line.text, texts), texts);
      const rest = `${pad(line.surface, surfaces)}  ${text}  ${visible(line.place)}`;
      const shown = line.action === null ? action : this.#actions[line.action](action);
      this.#lines.push(" ".repeat(STEP_INDENT) + (line.dim ? this.#color.dim(action + rest) : shown + rest));
    }
  }

  #stepLines(step: Step): StepLine[] {
    const surface = surfaceOf(step, this.#explanation.paths[step.path ?? -1]);
    const lines: StepLine[] = [];
    const add = (action: Action | null, text: string, rule: ExplainedRule | null, dim: boolean): void => {
      const place = rule === null ? "" : placeOf(rule);
      lines.push({ action, surface: action === null ? "" : surface, text: oneLine(text), place, dim });
    };
    const end = step.reached ? "" : " (not reached)";
    add(step.action, answerOf(step) + end, step.rule, !step.reached);
    if (step.lifted !== null) add(null, `lifted by ${step.lifted.text}`, step.lifted, false);
    for (const rule of step.overridden.slice(0, MOST_OVERRIDDEN)) add(null, `over ${rule.text}`, rule, true);
    const more = step.overridden.length - MOST_OVERRIDDEN;
    if (more > 0) add(null, `over ${more} more`, null, true);
    return lines;
  }

  #remark(text: string): void {
    this.#lines.push(`  ${this.#color.dim(clip(text, this.#columns - 2))}`);
  }

  /** A sentence on as many lines as it takes. */
  #sentence(text: string): void {
    let line = "";
    for (const word of visible(text).split(" ")) {
      if (line !== "" && width(line) + 1 + width(word) > this.#columns - 2) {
        this.#lines.push(`  ${line}`);
        line = "";
      }
      line += line === "" ? clip(word, this.#columns - 2) : ` ${word}`;
    }
    this.#lines.push(`  ${line}`);
  }
}

function unitLabel(index: number): string {
  return String(index + 1);
}

/** a, b, … z, aa, ab, … */
function pathLabel(index: number): string {
  const letter = String.fromCodePoint(97 + (index % 26));
  return index < 26 ? letter : pathLabel(Math.floor(index / 26) - 1) + letter;
}

/** The surface that answered. Of a path that is read and written, each access is asked about by itself. */
function surfaceOf(step: Step, path: ExplainedPath | undefined): string {
  if (step.floor !== null && step.rule === null) return "floor";
  return path?.access === "both" && step.access !== null ? `${step.surface} ${step.access}` : step.surface;
}

/** What answered, in one line. */
function answerOf(step: Step): string {
  if (step.mixed)
    return step.rule === null ? "known only when it runs" : `known only when it runs; perhaps ${step.rule.text}`;
  if (step.rule !== null) return step.rule.text;
  return step.floor ?? step.reason ?? "";
}

function placeOf(rule: { readonly file: string; readonly line: number; readonly column: number }): string {
  return `${rule.file}:${rule.line}:${rule.column}`;
}

/** A rule's text with the blanks that align it in its file taken out; quoted ones stay. */
function oneLine(text: string): string {
  return text.replaceAll(/"[^"]*"|'[^']*'|[ \t]+/g, (part) => (/^[ \t]/.test(part) ? " " : part));
}

/** The reason is told in a line of its own. */
function withoutReason(rule: string): string {
  return rule.replace(/ because (?:"[^"]*"|'[^']*')$/, "");
}

function width(text: string): number {
  return cellsOf(text).reduce((sum, cell) => sum + cell.width, 0);
}

/** A text that is visible already, with blanks up to a width. */
function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}

function combination(steps: readonly Step[]): string {
  const reached = steps.filter((step) => step.reached);
  const counts = (["deny", "ask", "allow"] as const).flatMap((action) => {
    const count = reached.filter((step) => step.action === action).length;
    return count === 0 ? [] : [`${count} ${action}`];
  });
  const end = reached.some((step) => step.action === "deny") ? "; a denial ends the walk through the gates" : "";
  if (reached.length === 1) return `the only answer${end}`;
  return `the strictest of ${reached.length} answers (${counts.join(", ")})${end}`;
}
