/**
 * Commands of a shell in the languages of programs that have some of their own: `!COMMAND` of editors, pagers and
 * transfer programs, `\! COMMAND` and `.shell COMMAND` of SQL shells, `shell COMMAND` of debuggers, `system("COMMAND")`.
 *
 * What is found is looked up by rules that deny; that such a text runs something is known without it. So one form too
 * many does little harm, as long as it is none of what such programs are used for.
 */
import { Effects, UNKNOWN_PART } from "./script-effects.ts";
import type { ScriptEffects } from "./script-effects.ts";

/** Most commands of one text that are looked at; one that holds more may run anything. */
const MOST_ESCAPES = 64;

/** In front of a `!`: a range of lines, and words that take a command or its output. */
const FRONT =
  String.raw`[:%\d.$,'<>;\s]*` +
  String.raw`(?:(?:silent|sil|execute|exe|normal|norm|read|re|r|write|wri|wr|w|edit|ed|e|local|terminal|ter|term)!? *["']?)*`;

/** Commands to the end of their line. */
const TO_END = [
  // `!rm x`, `:%!rm x`, `r !rm x`, `:!!rm x`
  new RegExp(`^${FRONT}!+\\s*(.+)$`, "i"),
  // `shell rm x`, `.sh rm x`, `host rm x`, `run "rm x"`
  /^\s*[:.\\]?(?:shell|sh|system|host|run-shell|run|spawn|exec|platform shell|pager|terminal|term|ter)\s+(?:-b\s+)?["']?([^="'(].*)$/i,
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
  /\b(?:runner|linker|rustc(?:-workspace)?-wrapper|rustc|rustdoc|credential-provider|use[-_]askpass)\s?=\s?["'[]{0,2}([^"'\]\n]+)/g,
  // `enter:execute(rm x)`, `ctrl-r:reload:rm x`
  /\b(?:execute(?:-silent)?|become|reload(?:-sync)?|(?:change-)?preview|transform(?:-[a-z]{1,20})?)(?:\(["']?([^()"'\n]+)|\[([^\]\n]+)|\{([^}\n]+)|:([^\n]+))/g,
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
  let text = match?.slice(1).find((group) => group !== undefined) ?? "";
  // The quote around it may stand at its end.
  const last = text.trimEnd().at(-1) ?? "";
  if ((last === '"' || last === "'") && text.split(last).length % 2 === 0) text = text.trimEnd().slice(0, -1);
  if (effects.runs.length < MOST_ESCAPES) effects.addRun(text.trim());
  else if (text.trim() !== "") effects.addRun(UNKNOWN_PART);
}
