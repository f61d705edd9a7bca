/**
 * Scripts of `sed`, as GNU sed reads them: `w`, `W`, `r`, `R` and `s///w` name files, `e` and `s///e` run commands.
 */
import { Effects, UNKNOWN_PART } from "./script-effects.ts";
import type { ScriptEffects } from "./script-effects.ts";

/** What ends a label: GNU sed of now, with and without a brace; older ones; BSD's, POSIX and the oldest. */
const LABEL_ENDS = ["\n \t\r\v\f;}", "\n \t\r\v\f;", "\n;}", "\n;", "\n"] as const;

/**
 * Reads a sed script, in one pass for each way that seds take its labels. What sed would not accept makes it opaque;
 * the effects are those of every way.
 */
export function inspectSed(text: string): ScriptEffects {
  const effects = new Effects();
  for (const labelEnds of LABEL_ENDS) {
    const found = new Effects();
    const reader = new SedReader(text, found, labelEnds);
    if (!reader.readAll()) found.opaque = true;
    effects.addAll(found);
    if (!reader.holdsDoubtfulLabel) break;
  }
  return effects;
}

class SedReader {
  /** A label ends elsewhere for another sed. */
  holdsDoubtfulLabel = false;
  private readonly text: string;
  private readonly effects: Effects;
  private readonly labelEnds: string;
  private at = 0;

  constructor(text: string, effects: Effects, labelEnds: string) {
    this.text = text;
    this.effects = effects;
    this.labelEnds = labelEnds;
  }

  /** Returns false where the script is no sed script. */
  readAll(): boolean {
    for (;;) {
      this.skip(" \t\n;");
      if (this.at >= this.text.length) return true;
      if (this.text[this.at] === "#") {
        this.restOfLine();
        continue;
      }
      if (!this.readAddresses() || !this.readCommand()) return false;
    }
  }

  private skip(characters: string): void {
    while (this.at < this.text.length && characters.includes(this.text[this.at] ?? "")) this.at++;
  }

  private restOfLine(): string {
    const start = this.at;
    const end = this.text.indexOf("\n", start);
    this.at = end < 0 ? this.text.length : end;
    return this.text.slice(start, this.at);
  }

  private readAddresses(): boolean {
    if (!this.readAddress()) return false;
    this.skip(" \t");
    if (this.text[this.at] === ",") {
      this.at++;
      this.skip(" \t");
      if (this.text[this.at] === "+" || this.text[this.at] === "~") this.at++;
      if (!this.readAddress()) return false;
    }
    this.skip(" \t!");
    return true;
  }

  /** `12`, `1~2`, `$`, `/re/I`, `\,re,`, or nothing. */
  private readAddress(): boolean {
    const character = this.text[this.at] ?? "";
    if (character === "$") this.at++;
    else if (character === "/") {
      this.at++;
      if (!this.skipPart("/", true)) return false;
      this.skip("IM");
    } else if (character === "\\") {
      const delimiter = this.text[this.at + 1];
      if (delimiter === undefined) return false;
      this.at += 2;
      if (!this.skipPart(delimiter, true)) return false;
      this.skip("IM");
    } else this.skip("0123456789~");
    return true;
  }

  /**
   * Skips to behind the next delimiter. In a regular expression one inside brackets does not count: `s/[^/]*$//`.
   * (Where a sed holds that it does, the expression is broken, and nothing runs.)
   */
  private skipPart(delimiter: string, regex: boolean): boolean {
    let inBrackets = false;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at];
      if (inBrackets) {
        if (character === "]") inBrackets = false;
        // Seds differ on whether this escapes the bracket.
        else if (character === "\\" && this.text[this.at + 1] === "]") this.effects.opaque = true;
        else if (character === "[" && ":.=".includes(this.text[this.at + 1] ?? "-")) this.skipClass();
      } else if (character === "\\") this.at++;
      else if (character === delimiter) {
        this.at++;
        return true;
      } else if (regex && character === "[") {
        inBrackets = true;
        // `[]x]` and `[^]x]` hold the bracket.
        if (this.text[this.at + 1] === "^") this.at++;
        if (this.text[this.at + 1] === "]") this.at++;
      }
    }
    return false;
  }

  /** `[:alpha:]` inside brackets; where it is not closed, brackets have no classes. */
  private skipClass(): void {
    const kind = this.text[this.at + 1] ?? "";
    for (let at = this.at + 2; at < this.text.length && at < this.at + 20; at++) {
      if (this.text[at] === kind && this.text[at + 1] === "]") {
        this.at = at + 1;
        return;
      }
    }
  }

  private readCommand(): boolean {
    const command = this.text[this.at] ?? "";
    this.at++;
    switch (command) {
      case "{":
      case "}":
      case "=":
      case "d":
      case "D":
      case "F":
      case "g":
      case "G":
      case "h":
      case "H":
      case "n":
      case "N":
      case "p":
      case "P":
      case "x":
      case "z":
        return true;
      case "l":
      case "L":
      case "q":
      case "Q":
        this.skip(" \t0123456789");
        return true;
      case "a":
      case "i":
      case "c":
        this.readText();
        return true;
      case ":":
      case "b":
      case "t":
      case "T":
      case "v":
        this.readLabel();
        return true;
      case "r":
      case "R":
        this.effects.add("reads", this.restOfLine().trimStart());
        return true;
      case "w":
      case "W":
        this.effects.add("writes", this.restOfLine().trimStart());
        return true;
      case "e":
        this.readExecution();
        return true;
      case "s":
        return this.readSubstitution();
      case "y":
        return this.readDelimited(false);
      default:
        return false;
    }
  }

  /** The text of `a`, `i` and `c`: to the end of the line; a backslash at its end continues it. */
  private readText(): void {
    for (;;) {
      const line = this.restOfLine();
      let slashes = 0;
      while (line[line.length - 1 - slashes] === "\\") slashes++;
      if (slashes % 2 === 0 || this.at >= this.text.length) return;
      this.at++;
    }
  }

  private readLabel(): void {
    this.skip(" \t");
    while (this.at < this.text.length && !this.labelEnds.includes(this.text[this.at] ?? "")) this.at++;
    if (this.at < this.text.length && this.text[this.at] !== "\n") this.holdsDoubtfulLabel = true;
  }

  /** `e COMMAND`, or `e` alone, which runs the line that was read. */
  private readExecution(): void {
    const command = this.restOfLine().trim();
    if (command === "" || command.startsWith(";") || command.startsWith("}")) this.runRecord();
    else this.effects.addRun(command);
  }

  /** The pattern space is run as a command: what that is, only the data tells. */
  private runRecord(): void {
    this.effects.addRun(UNKNOWN_PART);
    this.effects.runsRecords = true;
  }

  /** The two parts of `s` and `y`. */
  private readDelimited(regex: boolean): boolean {
    const delimiter = this.text[this.at];
    if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") return false;
    this.at++;
    return this.skipPart(delimiter, regex) && this.skipPart(delimiter, false);
  }

  /** The second part of the `s` whose delimiter is at `start`, which ends here; empty where it is not plain text. */
  private replacementIn(start: number): string {
    const delimiter = this.text[start] ?? "";
    const end = this.at - 1;
    const middle = this.text.lastIndexOf(delimiter, end - 1);
    const text = this.text.slice(middle + 1, end);
    return /[\\&\n]/.test(text) ? "" : text;
  }

  private readSubstitution(): boolean {
    const start = this.at;
    if (!this.readDelimited(true)) return false;
    const replacement = this.replacementIn(start);
    const delimiter = this.text[start] ?? "";
    // Then the replacement is all that `e` runs.
    const takesWhole = [".*", "^.*", ".*$", "^.*$"].some((each) =>
      this.text.startsWith(`${each}${delimiter}`, start + 1),
    );
    for (; this.at < this.text.length; this.at++) {
      const flag = this.text[this.at] ?? "";
      if (flag === "w") {
        this.at++;
        this.effects.add("writes", this.restOfLine().trimStart());
        return true;
      }
      if (flag === "e") {
        this.effects.opaque = true;
        this.effects.addRun(replacement);
        if (replacement === "" || !takesWhole) this.runRecord();
      } else if (!"gpiImM0123456789".includes(flag)) return true;
    }
    return true;
  }
}
