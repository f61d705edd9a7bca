/**
 * Mends what can be mended without a change of any answer: by edits of the text that keep everything else byte for byte.
 */
import type { Diagnostic } from "../diagnostic.ts";
import type { LoadOptions, PolicySource } from "../load.ts";
import { analyzePolicy, type AnalyzedPolicy } from "./analyze.ts";
import { diffTables } from "./diff.ts";
import { applyEdits, type Edit, type Finding } from "./finding.ts";

export interface FixedPolicy {
  /** The policy as it is now. */
  readonly policy: AnalyzedPolicy;
  /** The texts of the files that changed, by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** How many findings were mended. */
  readonly fixed: number;
}

/** Each round takes out one rule, as another may be needed once it is gone. */
const MOST_ROUNDS = 200;

/**
 * Mends policies that have no errors. What comes out gives the same answers as what went in, which is checked: where
 * that would take too long to tell, or is not so, nothing is changed.
 */
export async function fixPolicy(sources: readonly PolicySource[], options: LoadOptions = {}): Promise<FixedPolicy> {
  const texts = new Map<string, string>();
  const withEdits: LoadOptions = {
    ...options,
    readInclude: (from, name) => {
      const read = options.readInclude?.(from, name) ?? null;
      return read === null ? null : { ...read, text: texts.get(read.file) ?? read.text };
    },
  };
  const read = (): Promise<AnalyzedPolicy> =>
    analyzePolicy(
      sources.map((source) => ({ ...source, text: texts.get(source.file) ?? source.text })),
      withEdits,
    );
  const before = await read();
  let policy = before;
  let fixed = 0;
  for (let round = 0; round < MOST_ROUNDS && policy.data !== null; round++) {
    const { edits, count } = editsOf(policy.diagnostics);
    if (count === 0) break;
    fixed += count;
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const source = policy.files.get(file);
      if (source === undefined) continue;
      texts.set(
        file,
        applyEdits(
          source.text,
          edits.filter((edit) => edit.file === file),
        ),
      );
    }
    policy = await read();
  }
  if (fixed === 0 || before.data === null) return { policy, texts: new Map(), fixed: 0 };
  const same = policy.data !== null && (await diffTables(before.data, policy.data)).equal;
  return same ? { policy, texts, fixed } : { policy: before, texts: new Map(), fixed: 0 };
}

const RULES: ReadonlySet<string> = new Set(["shadowed-rule", "redundant-rule"]);

/** The edits of one round, and how many findings they mend. */
function editsOf(diagnostics: readonly (Diagnostic | Finding)[]): { edits: Edit[]; count: number } {
  const edits: Edit[] = [];
  let count = 0;
  let hasRule = false;
  for (const one of diagnostics) {
    if (one.file.startsWith("preset:")) continue;
    const own = fixOf(one);
    if (own === null || (hasRule && RULES.has(one.code))) continue;
    hasRule ||= RULES.has(one.code);
    edits.push(...own);
    count++;
  }
  return { edits, count };
}

function fixOf(one: Diagnostic | Finding): readonly Edit[] | null {
  if (one.code === "double-star") return [{ file: one.file, span: one.span, text: "*" }];
  return "fix" in one ? one.fix : null;
}
