/**
 * Policies of which one is to get rules.
 */
import type { PolicySource } from "../load.ts";

/** The policies with `file` among them, empty where it is new. */
export function withFile(sources: readonly PolicySource[], file: string): readonly PolicySource[] {
  return sources.some((source) => source.file === file) ? sources : [...sources, { file, text: "" }];
}

/** The policies with another text of `file`. */
export function withText(sources: readonly PolicySource[], file: string, text: string): readonly PolicySource[] {
  return sources.map((source) => (source.file === file ? { ...source, text } : source));
}
