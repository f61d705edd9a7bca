/** Values that one command takes in a way of its own, where they name files besides what their roles tell. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { isUnknown, type CommandReading, type Role, type WordReading } from "../knowledge/reading.ts";
import type { PathAccess } from "../program.ts";
import { filesOfUrl } from "./shape.ts";

interface SpecialFile {
  readonly value: Value;
  readonly access: PathAccess;
  readonly certainty: "path" | "word";
}

/** Commands that take further arguments from FILE where they are given `@FILE`. */
const TAKES_ARGUMENTS_FROM: ReadonlySet<string> = new Set(
  (
    "addr2line ar as c++ c++filt cc clang clang++ dotnet dlltool elfedit emcc g++ gcc gfortran gnatmake jar java javac " +
    "javadoc kotlinc ld ld.bfd ld.gold ld.lld mypy nm objcopy objdump protoc pytest py.test ranlib readelf rustc scalac " +
    "size strings strip swiftc tsc windmc windres"
  ).split(" "),
);

/** The files that a value names by the syntax of its command alone. */
export function specialFiles(
  { value, role }: { readonly value: Value; readonly role: Role },
  word: WordReading,
  reading: CommandReading,
): SpecialFile[] {
  const text = knownText(value);
  if (text === null) return [];
  const as = (access: PathAccess, names: readonly string[]): SpecialFile[] =>
    names.filter((name) => name !== "").map((name) => ({ value: [name], access, certainty: "path" }));
  const option = "name" in word ? word.name : "";
  if (word.kind === "operand" && text.startsWith("@") && TAKES_ARGUMENTS_FROM.has(reading.command ?? ""))
    return as("read", [text.slice(1)]);
  switch (reading.command) {
    case "curl":
      if (option === "-w" || option === "--write-out") return as("write", outputsOf(text));
      // `-F 'a=b;headers=@FILE'`, `--cert FILE:PASSWORD`
      if (option === "-F" || option === "--form") return as("read", headersOf(text));
      if (option.endsWith("-cert") || option === "-E")
        return as("read", [text.slice(0, Math.max(0, text.indexOf(":")))]);
      if (!(isUnknown(role) || ["url", "download", "read"].includes(role)) || !/[[{]/.test(text)) return [];
      return globbedByCurl(text).flatMap((one) =>
        role === "read"
          ? as("read", [one])
          : filesOfUrl([one]).map((file): SpecialFile => ({ ...file, access: "read" })),
      );
    case "gh":
      // `gh release upload v1 'FILE#LABEL'`
      return text.includes("#") ? as("read", [text.slice(0, text.lastIndexOf("#"))]).map(maybe) : [];
    case "protoc":
      // `--go_out=PARAMETERS:DIRECTORY`
      return option.endsWith("_out") && text.includes(":") ? as("write", [text.slice(text.lastIndexOf(":") + 1)]) : [];
    case "pytest":
      // `--cov-report TYPE:DESTINATION`
      return option === "--cov-report" && text.includes(":") ? as("write", [text.slice(text.indexOf(":") + 1)]) : [];
    case "sass": {
      const colon = word.kind === "operand" ? text.indexOf(":") : -1;
      return colon < 0 ? [] : [...as("read", [text.slice(0, colon)]), ...as("write", [text.slice(colon + 1)])];
    }
    default:
      return [];
  }
}

function maybe(file: SpecialFile): SpecialFile {
  return { ...file, certainty: "word" };
}

/** `NAME=VALUE;headers=@FILE` */
function headersOf(field: string): string[] {
  return [...field.matchAll(/;\s?headers=[@<]"?([^;"]{1,1024})/g)].map((found) => found[1] ?? "");
}

/** `%output{FILE}`, `%output{>>FILE}` */
function outputsOf(format: string): string[] {
  return [...format.matchAll(/%output\{(?:>>)?([^}]{1,1024})\}/g)].map((found) => found[1] ?? "");
}

/** Most texts that the globs of one address become; the others go unseen only where there are more. */
const MOST_TEXTS = 256;

/** `{a,b}` and `[a-c]` as curl takes them; a text that holds more is given as far as it was taken apart. */
function globbedByCurl(text: string): string[] {
  let texts = [text];
  for (let round = 0; round < 8; round++) {
    const next = texts.flatMap((one) => expandedOnce(one) ?? [one]);
    if (next.length > MOST_TEXTS || next.every((one, at) => one === texts[at])) return texts;
    texts = next;
  }
  return texts;
}

function expandedOnce(text: string): string[] | null {
  const found = /\{([^{}]*)\}|\[([A-Za-z])-([A-Za-z])(?::\d{1,3})?\]|\[(\d{1,4})-(\d{1,4})(?::\d{1,3})?\]/.exec(text);
  if (found === null) return null;
  const [whole, list, first, last, low, high] = found;
  const put = (part: string): string => text.slice(0, found.index) + part + text.slice(found.index + whole.length);
  if (list !== undefined) return list.split(",").map(put);
  const [from, to] =
    first === undefined ? [Number(low), Number(high)] : [first.codePointAt(0) ?? 0, last?.codePointAt(0) ?? 0];
  if (to < from || to - from > MOST_TEXTS) return null;
  return Array.from({ length: to - from + 1 }, (_, at) =>
    put(first === undefined ? String(from + at) : String.fromCodePoint(from + at)),
  );
}
