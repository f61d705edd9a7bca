/**
 * The shape of `commands.yaml`, and of the module generated from it.
 *
 * The notation of roles, flags and names stays text here, so that the generated module reads like its source;
 * `entry.ts` compiles an entry when its command is first met.
 */

/** Roles by key, for `KEY=VALUE` words. A key may hold `*`; the key `*` stands for all others. */
export type KeyedRoles = { readonly [key: string]: string };

/** What may differ where an option is present. */
export interface Variant {
  readonly operands?: readonly string[];
  readonly "--"?: readonly string[];
  /** Other roles for the values of options. */
  readonly options?: { readonly [names: string]: string };
  readonly input?: string;
  /** Roles of operands that change: with `sed -i`, what is read is also written. */
  readonly becomes?: { readonly [role: string]: string };
  readonly fills?: boolean;
  readonly names?: boolean;
}

export interface CommandData {
  /** Options without a value: `-abc` is three of them, except under `style: words`. */
  readonly flags?: string;
  /** Options with a value: names, separated by commas, and the value's role. */
  readonly options?: { readonly [names: string]: string | KeyedRoles };
  /** Roles of the operands in order; one may begin with `...` and stands for any number. */
  readonly operands?: readonly string[];
  /** Roles of the operands after `--`, where they differ. */
  readonly "--"?: readonly string[];
  readonly when?: { readonly [options: string]: Variant };
  /** By name; `*` for every other name. */
  readonly subcommands?: { readonly [names: string]: CommandData | null };
  /** `python -m NAME`: what is known of the module; `command` where it is a command of that name. */
  readonly modules?: { readonly [names: string]: CommandData | "command" | null };
  /** Sub-commands by several names, each a list of those names; one of two levels is written with a blank. */
  readonly same?: readonly (readonly string[])[];
  /** How many levels of sub-commands there are where their names are not listed. */
  readonly levels?: number;
  /** Options before the sub-command that may be dropped; with a list, only where the value is like one of these. */
  readonly harmless?: readonly (string | { readonly [option: string]: readonly string[] })[];
  /** `anywhere`: options of this entry are also taken by its sub-commands. */
  readonly globals?: "anywhere";
  /** `words`: a single dash begins a long option (`find -name`). */
  readonly style?: "words";
  /** Options end at the first operand. */
  readonly stop?: boolean;
  /** A wrapper that takes options also after its first operand (`ssh HOST -p 22 cmd`). */
  readonly permute?: boolean;
  /** `-o=VALUE` is `-o VALUE`. */
  readonly equals?: boolean;
  /** A long option with one dash may have its value in the same word (`zip -TTCMD`, `gcc -isystemDIR`). */
  readonly joined?: boolean;
  /** The first word is a cluster of options without a dash (`tar xf`). */
  readonly bundle?: boolean;
  /** `-5` is an option. */
  readonly numeric?: boolean;
  /** What a word that begins with `+` is; `options`: the same as one that begins with a dash. */
  readonly plus?: string;
  /** Words that look like options but are not listed: `flags` without a value, or `operands` (`echo ---`). */
  readonly unlisted?: "flags" | "operands";
  readonly keys?: KeyedRoles;
  /** `NAME=VALUE` words before the wrapped command are assignments. */
  readonly assignments?: boolean;
  /** What it runs, runs on another machine or in a container. */
  readonly remote?: boolean;
  /** A word that ends in `;` ends a command; another of its sub-commands follows (`tmux new \; run 'rm x'`). */
  readonly sequence?: boolean;
  /** `NAME::ADDRESS` for a remote makes a program run (`git fetch ext::'sh -c x'`). */
  readonly transports?: boolean;
  /** The language of the standard input, where `-` stands for what is run (`uv run -`). */
  readonly dash?: string;
  /** Operands after a program text are its positional parameters. */
  readonly parameters?: boolean;
  /** The language of the standard input that is run: where there is no operand, or with ` always`, always. */
  readonly input?: string;
  /** What only code tells, by name; most of it is in `irregular.ts`. */
  readonly special?: string;
  /** It writes files below its working directory that its words do not name (`tar -x`). */
  readonly fills?: boolean;
  /** The standard input names files that it opens (`cpio -o`). */
  readonly names?: boolean;
  /** `python3.12` is read as `python`. */
  readonly versioned?: boolean;
  /** How many operands a useful approval keeps. */
  readonly keep?: number;
}

export interface VariableData {
  /** Variables that change nothing of what runs; a name may hold `*`. */
  readonly harmless: readonly string[];
  /** Variables that make commands run something else, with the words that are harmless as their value. */
  readonly commands: { readonly [names: string]: readonly string[] };
  /** Of those, the ones whose values are command lines, or the last words of the command that is the key. */
  readonly programs: { readonly [command: string]: readonly string[] };
}

export interface KnowledgeData {
  /** The {@link CommandData} of each command as JSON, which is read when the command is first met. */
  readonly commands: { readonly [name: string]: string };
  /** Further names of a command. */
  readonly aliases: { readonly [name: string]: string };
  /** Other commands of which the same is known as of one that is listed. */
  readonly siblings: { readonly [name: string]: string };
  readonly variables: VariableData;
  readonly directories: readonly string[];
}
