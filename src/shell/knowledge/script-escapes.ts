/**
 * Commands for a shell among those of programs that have a language of their own: `!COMMAND` of editors, pagers and
 * transfer programs, `\! COMMAND` and `.shell COMMAND` of SQL shells, `shell COMMAND` of debuggers,
 * `system("COMMAND")`.
 *
 * Rules that deny see what is found. That such a text may run something is known without it, and asked about. So one
 * form too many does little harm, as long as it is none of what such programs are used for.
 */
import { Effects, UNKNOWN_PART } from "./script-effects.ts";
import type { ScriptEffects } from "./script-effects.ts";

/** Most commands of one text that are looked at; one that holds more may run anything. */
const MOST_ESCAPES = 64;

/** In front of a `!`: a range of lines, and words that take a command or its output. */
const FRONT =
  String.raw`[:%\d.$,'<>;\s]*` +
  String.raw`(?:(?:silent|sil|execute|exe|normal|norm|read|re|r|write|wri|wr|w|edit|ed|e|local|` +
  // Whole words, so that a text can be taken apart in one way only.
  String.raw`terminal|ter|term)(?![a-z])!? *["']?)*`;

/** Commands to the end of their line. */
const TO_END = [
  // `!rm x`, `:%!rm x`, `r !rm x`, `:!!rm x`
  new RegExp(`^${FRONT}!+\\s*(.+)$`, "i"),
  // `shell rm x`, `.sh rm x`, `host rm x`, `run "rm x"`
  new RegExp(
    String.raw`^\s*[:.\\]?` +
      String.raw`(?:shell|sh|system|host|run-shell|run|spawn|exec|platform shell|pager|terminal|term|ter)` +
      String.raw`\s+(?:-b\s+)?["']?([^="'(].*)$`,
    "i",
  ),
  // `.once |rm x`, `.import "|rm x" t`
  /^\s*\.(?:once|output|o|import|read|excel)\s*["']?\|\s*(.+)$/i,
  // `pipe bt | rm x`, `| bt | rm x`
  /^\s*(?:pipe\b|\|)[^|]*\|\s*(.+)$/,
  // `ProxyCommand rm x`, `* * * * * rm x`
  /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|Match\s+exec)\s*=?\s*["']?(.+)$/i,
  /^\s*(?:@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)|[\d*][\d*,/-]*(?:\s+[\w*,/-]+){4})\s+(.+)$/,
  // `rm x|`, as perl opens files
  /^\s*([^\s|][^|]*)\|$/,
  // `~!rm x` and `~|rm x` in a message
  /^~(?:[!|]|<\s*!|r\s*!|:\s*!)\s*(.+)$/,
];

/** Commands anywhere in a text, up to what closes them. */
const CLOSED = [
  // `\! rm x`, `\o |rm x`
  /\\!\s*([^\n]+)/g,
  /\\(?:g|gx|o|out|w|write|copy[^\n|]{0,200}?(?:to|from)?)\s*\|\s*([^\n]+)/g,
  // `to program 'rm x'`, psql's backquotes
  /\bprogram\s*'([^']{0,2000})'/gi,
  /^[ \t]*\\[^`\n]{0,200}`([^`\n]{0,2000})`/gm,
  // `system("rm x")`, `syscmd(rm x)`, `edit(a, 'rm')`
  /\b(?:system|systemlist|popen|esyscmd|syscmd|term_start|job_start)\s?\(\s?["'`[]{0,2}([^"'`)\n]+)/g,
  /\((?:async-shell-command|shell-command(?:-to-string)?|call-process-shell-command|compile)\s+"([^"\n]{0,2000})"/g,
  /\bedit\s?\([^,()\n]{0,200},\s?'([^'\n]{0,2000})'/gi,
  // `\write18{rm x}`, `%pipe%rm x`, `%(rm x)`, `#(rm x)`
  /\\write18\s?\{([^}\n]{0,2000})\}/g,
  /%pipe%([^\n]+)/g,
  /(?<!\\)[%#]\(([^()\n]{1,2000})\)/g,
  // `target.x.runner = "rm x"`, `use_askpass=rm`, `-toolexec=rm`
  new RegExp(
    String.raw`\b(?:runner|linker|rustc(?:-workspace)?-wrapper|rustc|rustdoc|credential-provider|use[-_]askpass)` +
      String.raw`\s?=\s?["'[]{0,2}([^"'\]\n]+)`,
    "g",
  ),
  // `enter:execute(rm x)`, `ctrl-r:reload:rm x`
  new RegExp(
    String.raw`\b(?:execute(?:-silent)?|become|reload(?:-sync)?|(?:change-)?preview|transform(?:-[a-z]{1,20})?)` +
      String.raw`(?:\(["']?([^()"'\n]+)|\[([^\]\n]+)|\{([^}\n]+)|:([^\n]+))`,
    "g",
  ),
];

/** The commands that a text holds. */
export function inspectEscapes(text: string): ScriptEffects {
  const effects = new Effects();
  for (const line of text.split("\n")) {
    for (const form of TO_END) addFound(effects, form.exec(line));
    // Editors take several commands in a line.
    if (!line.includes("|")) continue;
    for (const part of line.split("|").slice(1)) for (const form of TO_END) addFound(effects, form.exec(part));
  }
  for (const form of CLOSED) for (const match of text.matchAll(form)) addFound(effects, match);
  return effects;
}

function addFound(effects: Effects, match: RegExpExecArray | null): void {
  const text = withoutQuote(match?.slice(1).find((group) => group !== undefined) ?? "").trim();
  if (effects.runs.length < MOST_ESCAPES) effects.addRun(text);
  else if (text !== "") effects.addRun(UNKNOWN_PART);
}

/** The text without a quote at its end that closes one in front of it. */
function withoutQuote(text: string): string {
  const trimmed = text.trimEnd();
  const last = trimmed.at(-1) ?? "";
  const isQuote = last === '"' || last === "'";
  return isQuote && text.split(last).length % 2 === 0 ? trimmed.slice(0, -1) : text;
}
