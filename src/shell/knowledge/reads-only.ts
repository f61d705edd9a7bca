/** Commands of which no word may name a file that is written, or a command that is run: whatever a word is, it is read. */
import { knowledge } from "./commands.generated.ts";
import type { CommandData, Variant } from "./data.ts";

/** What an entry may hold, and what a variant of it, of one that only reads. */
const ENTRY: ReadonlySet<string> = new Set<keyof CommandData>([
  "flags",
  "options",
  "operands",
  "when",
  "numeric",
  "equals",
  "stop",
  "unlisted",
  "keep",
]);
const VARIANT: ReadonlySet<string> = new Set<keyof Variant>(["operands", "options"]);

/** The roles of words that are read or name no file, as an entry has them, with how often they are taken. */
const READING = /^(?:\.\.\.)?(?:flag|read|pattern|filter|data|directory|host)(?:\?(?:\/.*\/)?|>|\.\.\.)?$/;

const known = new Map<string, boolean>();

/** Whether a command, by its name in the knowledge, does nothing but read. */
export function readsOnly(command: string | null): boolean {
  if (command === null) return false;
  let only = known.get(command);
  if (only === undefined) known.set(command, (only = findsOnly(command)));
  return only;
}

function findsOnly(command: string): boolean {
  const { commands, siblings } = knowledge;
  const listed = Object.hasOwn(siblings, command) ? (siblings[command] ?? command) : command;
  const text = Object.hasOwn(commands, listed) ? commands[listed] : undefined;
  const entry: unknown = text === undefined ? null : JSON.parse(text);
  return isEntry(entry) && isReading(entry, ENTRY);
}

/** The generator has tried every entry; only the type is not known here. */
function isEntry(value: unknown): value is CommandData {
  return typeof value === "object" && value !== null;
}

function isReading(part: CommandData | Variant, allowed: ReadonlySet<string>): boolean {
  if (!Object.keys(part).every((key) => allowed.has(key))) return false;
  const roles: unknown[] = [...(part.operands ?? []), ...Object.values(part.options ?? {})];
  if (!roles.every((role) => typeof role === "string" && READING.test(role))) return false;
  const variants = "when" in part ? Object.values(part.when ?? {}) : [];
  return variants.every((variant) => isReading(variant, VARIANT));
}
