/** Looking into JSON of which nothing is known. */

export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

/** All texts in a piece of content, whatever its shape. */
export function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).join("\n");
  for (const name of ["text", "content", "output", "error", "parts"]) {
    const inner = at(value, name);
    if (inner !== undefined && inner !== null) return textIn(inner);
  }
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
