/**
 * The tools that are shells under other names, over all scopes.
 */
import type { ShellToolNode } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import type { ShellTool } from "../rule.ts";
import type { Source } from "../source.ts";
import type { PlacedStatement } from "./gather.ts";
import { related, type Problems } from "./problems.ts";

export class ShellTools {
  readonly #problems: Problems;
  readonly #tools = new Map<string, ShellTool>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /**
   * Adds the entries of a scope. An entry replaces that of an earlier scope; none is ever dropped. Those of an untrusted
   * scope do not count: which argument is a command decides what is asked at all, so an entry could loosen.
   */
  merge(statements: readonly PlacedStatement[], trusted: boolean): void {
    const own = new Map<string, { entry: ShellToolNode; source: Source }>();
    for (const { statement, source } of statements) {
      if (statement.kind !== "shellTools") continue;
      if (!trusted) {
        this.#problems.report(
          source,
          "untrusted-shell-tools",
          statement.span,
          "`shellTools` of a policy that is not trusted do not count",
          {
            help: "trust the policy, or name the tools in one of yours",
          },
        );
        continue;
      }
      for (const entry of statement.tools) {
        const name = entry.tool.text;
        const first = own.get(name);
        if (first === undefined) own.set(name, { entry, source });
        else if (first.entry !== entry) {
          this.#problems.report(source, "duplicate-tool", entry.tool.span, `${tick(name)} is a shell tool already`, {
            help: "keep one of the entries",
            related: [related(first.source, first.entry.tool.span, "the first one")],
          });
        }
      }
    }
    for (const [name, { entry }] of own) this.#tools.set(name, shellToolOf(entry));
  }

  all(): Record<string, ShellTool> {
    return Object.fromEntries(this.#tools);
  }
}

function shellToolOf(entry: ShellToolNode): ShellTool {
  const value = (field: string) => entry.fields.find(({ name }) => name.text === field)?.value.text;
  const workdirArgument = value("workdirArgument");
  return {
    commandArgument: value("commandArgument") ?? "",
    ...(workdirArgument === undefined ? {} : { workdirArgument }),
  };
}
