/** What a name is known to be a function of. */
import type { FunctionDefinition, Span } from "./syntax.ts";

export interface FunctionBinding {
  readonly functions: readonly DefinedFunction[];
  /** On every way to here the name was defined; otherwise it may be a command of that name. */
  readonly certain: boolean;
}

/** A function, and where its text stands. */
export interface DefinedFunction {
  readonly definition: FunctionDefinition;
  readonly source: string;
  /** Where the text that holds the definition stands in the program, where it is not the program itself. */
  readonly anchor: Span | null;
  readonly origin: readonly string[];
}

export function joinFunctions(a: FunctionBinding | undefined, b: FunctionBinding | undefined): FunctionBinding {
  const functions = [...(a?.functions ?? [])];
  for (const one of b?.functions ?? []) {
    if (!functions.some((other) => other.definition === one.definition)) functions.push(one);
  }
  const certain = a?.certain === true && b?.certain === true;
  return a !== undefined && a.certain === certain && a.functions.length === functions.length
    ? a
    : { functions, certain };
}

export function equalFunctions(a: FunctionBinding, b: FunctionBinding): boolean {
  return a.certain === b.certain && a.functions.length === b.functions.length;
}
