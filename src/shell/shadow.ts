/** What a local variable hides: the variable of the same name that is there again when its function returns. */
import { equalBindings, joinBindings } from "./binding.ts";
import type { Binding } from "./binding.ts";

export interface Shadow {
  /**
   * The function that has the variable, counted from the outermost; one before a call, for that call alone (`X=1 f`),
   * stands half a level below the function.
   */
  readonly level: number;
  /** What the hidden variable is bound to; null where nothing is known. */
  readonly before: Binding | null;
  /** The variable is hidden on every way to here. */
  readonly sure: boolean;
  /** The hidden variable is exported. */
  readonly exported: boolean;
  /** The hidden variable makes commands run something else. */
  readonly hazard: boolean;
}

/** What is hidden at a point that two ways lead to. */
export function joinShadows(a: readonly Shadow[] | undefined, b: readonly Shadow[] | undefined): readonly Shadow[] {
  if (a !== undefined && b !== undefined && equalShadows(a, b)) return a;
  const levels = new Set([...(a ?? []), ...(b ?? [])].map((one) => one.level));
  return [...levels]
    .toSorted((x, y) => x - y)
    .flatMap((level) => {
      const [one, other] = [a, b].map((list) => list?.find((shadow) => shadow.level === level));
      const only = one ?? other;
      if (only === undefined) return [];
      return one === undefined || other === undefined ? { ...only, sure: false } : joined(one, other);
    });
}

function joined(a: Shadow, b: Shadow): Shadow {
  return {
    level: a.level,
    before: joinHidden(a.before, b.before),
    sure: a.sure && b.sure,
    exported: a.exported && b.exported,
    hazard: a.hazard || b.hazard,
  };
}

/** What a hidden variable is bound to on either of two ways; null where on one of them nothing is known. */
export function joinHidden(a: Binding | null, b: Binding | null): Binding | null {
  return a === null || b === null ? null : joinBindings(a, b);
}

/** A shadow of which it is only known that it may be there. */
export function lostShadow(shadow: Shadow): Shadow {
  return { ...shadow, before: null, sure: false, exported: false };
}

/** The shadows of all names, as {@link lostShadow} has each. */
export function lostShadows(shadows: ReadonlyMap<string, readonly Shadow[]>): ReadonlyMap<string, readonly Shadow[]> {
  if (shadows.size === 0) return shadows;
  return new Map([...shadows].map(([name, list]) => [name, list.map(lostShadow)]));
}

export function equalShadows(a: readonly Shadow[], b: readonly Shadow[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((one, index) => equalShadow(one, b[index]));
}

function equalShadow(a: Shadow, b: Shadow | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.level !== b.level || a.sure !== b.sure) return false;
  if (a.exported !== b.exported || a.hazard !== b.hazard) return false;
  return a.before === null || b.before === null ? a.before === b.before : equalBindings(a.before, b.before);
}
