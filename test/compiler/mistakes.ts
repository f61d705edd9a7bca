/** Policies with mistakes: those of mistakes.yaml, and some that are too large to be written down. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import type { Diagnostic } from "../../compiler/diagnostic.ts";
import { compilePolicy } from "../../compiler/compile.ts";
import type { LoadedPolicy, PolicySource } from "../../compiler/load.ts";

export interface Mistake {
  readonly name: string;
  readonly sources: readonly PolicySource[];
  readonly files: Readonly<Record<string, string>>;
  readonly presets: Readonly<Record<string, string>>;
  /** Code, underlined text, line. */
  readonly problems: readonly (readonly [code: string, text: string, line: number])[];
}

interface YamlMistake extends Pick<Mistake, "name" | "problems"> {
  readonly policy?: string;
  readonly sources?: readonly PolicySource[];
  readonly files?: Readonly<Record<string, string>>;
  readonly presets?: Readonly<Record<string, string>>;
}

/** `{U+202E}` becomes the character. */
const unseen = (text: string) =>
  text.replace(/\{U\+([0-9A-F]+)\}/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));

const written = parse(readFileSync(new URL("mistakes.yaml", import.meta.url), "utf8")) as readonly YamlMistake[];

const large: readonly YamlMistake[] = [
  {
    name: "a file that is too large",
    policy: "#".repeat(1024 * 1024 + 1),
    problems: [["file-too-large", "", 1]],
  },
  {
    name: "a line that is too long",
    policy: `bash:\n  deny ${"x".repeat(5000)}\n  alow y\n`,
    problems: [
      ["line-too-long", `  deny ${"x".repeat(5000)}`, 2],
      ["unknown-action", "alow", 3],
    ],
  },
  {
    name: "includes without end",
    policy: 'include "0.gate"\n',
    files: {
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`${index}.gate`, `include "${index + 1}.gate"\n`.repeat(2)]),
      ),
      "12.gate": "",
    },
    problems: [["too-many-includes", 'include "12.gate"', 2]],
  },
  {
    name: "more problems than anyone reads",
    policy: "bash:\n  alow x\n  deny **\n".repeat(60),
    problems: [
      ...Array.from({ length: 60 }, (_, index): Mistake["problems"] => [
        ["unknown-action", "alow", 3 * index + 2],
        ...(index < 40 ? [["double-star", "**", 3 * index + 3] as const] : []),
      ]).flat(),
      ["too-many-problems", "alow", 179],
    ],
  },
  {
    name: "groups that multiply",
    policy: [
      ...Array.from(
        { length: 12 },
        (_, index) => `group g${index}:\n  @g${index + 1}\n  @g${index + 1}\n  @g${index + 1}`,
      ),
      "group g12:\n  rm *",
    ].join("\n"),
    problems: [["too-many-rules", "g3", 13]],
  },
];

export const mistakes: readonly Mistake[] = [...written, ...large].map(
  ({ name, policy, sources, files = {}, presets = {}, problems }) => ({
    name,
    sources: (sources ?? [{ file: "policy.gate", text: policy ?? "" }]).map((source) => ({
      ...source,
      text: unseen(source.text),
    })),
    files,
    presets,
    problems: problems.map(([code, text, line]) => [code, unseen(text), line] as const),
  }),
);

/** Loads a policy with mistakes. */
export function loadMistake({ sources, files, presets }: Mistake): LoadedPolicy {
  const file = (name: string, text: string | undefined) => (text === undefined ? null : { file: name, text });
  return compilePolicy(sources, {
    readInclude: (from, name) => file(join(dirname(from), name), files[join(dirname(from), name)]),
    readPreset: (name) => file(`preset:${name}`, presets[name]),
    presetNames: Object.keys(presets),
  });
}

/** The text that a diagnostic underlines. */
export function underlined({ file, span }: Diagnostic, { files }: LoadedPolicy): string {
  return files.get(file)?.slice(span) ?? "";
}
