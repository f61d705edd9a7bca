/**
 * Commands of which a pattern would approve more than a person can see: what they do is in their arguments.
 */
import { knowledge } from "../shell/knowledge/commands.generated.ts";
import type { CommandReading } from "../shell/knowledge/reading.ts";

/** Commands that reach out, or that change what others may do, each time to somewhere else. */
const ARGUMENTS_TELL_ALL: ReadonlySet<string> = new Set(
  // `-delete`, `-fprint`, `-exec`
  (
    "find fd " +
    // They send data to a place that their arguments name.
    "curl wget http https nc ncat netcat socat telnet ftp sftp scp rsync ssh rclone mail sendmail " +
    // They write anywhere, or over a device.
    "dd mkfs fdisk parted shred install ln mount umount " +
    // They change who may do what.
    "chmod chown chgrp chattr setfacl passwd useradd usermod visudo crontab at launchctl defaults " +
    // They change the shell that later commands run in.
    "alias export set shopt unset trap enable hash source . eval exec command builtin " +
    "kill pkill killall shutdown reboot"
  ).split(" "),
);

/** Roles by which a command runs what a word says or holds. */
const RUNS = /(?:command|code:|run:|script:(?!jq)|each:|bang|editor|expression)/;

/** True where only the exact command is to be approved. */
export function isHazard(reading: CommandReading): boolean {
  if (reading.wrapped.length > 0 || (reading.scripts ?? []).length > 0) return true;
  const { command, subcommand } = reading;
  if (command === null) return false;
  if (ARGUMENTS_TELL_ALL.has(command)) return true;
  const entry = entryOf(command);
  if (entry === null) return false;
  // `git` alone, `docker --version`: every sub-command would be allowed.
  if (subcommand.length === 0) return "subcommands" in entry || "levels" in entry || runsOperands(entry);
  let inner: Readonly<Record<string, unknown>> | null = entry;
  for (const name of subcommand) inner = inner === null ? null : subEntry(inner, name);
  return inner !== null && runsOperands(inner);
}

function runsOperands(entry: Readonly<Record<string, unknown>>): boolean {
  return ["operands", "--", "input"].some((key) => RUNS.test(JSON.stringify(entry[key] ?? "")));
}

function subEntry(entry: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> | null {
  const all = entry["subcommands"];
  if (typeof all !== "object" || all === null) return null;
  for (const [names, inner] of Object.entries(all)) {
    if (names.split(/,\s*/).includes(name) && isRecord(inner)) return inner;
  }
  return null;
}

function entryOf(command: string): Readonly<Record<string, unknown>> | null {
  const listed = Object.hasOwn(knowledge.siblings, command) ? knowledge.siblings[command]! : command;
  if (!Object.hasOwn(knowledge.commands, listed)) return null;
  const parsed: unknown = JSON.parse(knowledge.commands[listed]!);
  return isRecord(parsed) ? parsed : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
