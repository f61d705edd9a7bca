/** What the files hold that a shell itself has opened to read, by their descriptors. */
import { keyOf } from "../text.ts";
import type { Value } from "../text.ts";
import { choiceOf } from "./value.ts";

/** Null for one of which nothing is known. */
export type Opened = ReadonlyMap<number, Value | null>;

/** What one way did not open is the standard input of the program there, or nothing. */
export function joinOpen(a: Opened, b: Opened): Opened {
  const joined = new Map<number, Value | null>();
  for (const descriptor of [...a.keys(), ...b.keys()]) {
    const [one = null, other = null] = [a.get(descriptor), b.get(descriptor)];
    joined.set(descriptor, one === null || other === null ? null : choiceOf([one, other]));
  }
  return joined;
}

export function equalInputs(a: Value | null, b: Value | null): boolean {
  return a === null || b === null ? a === b : keyOf(a) === keyOf(b);
}

export function withoutInputs(open: Opened): Opened {
  return new Map([...open.keys()].map((descriptor) => [descriptor, null]));
}
