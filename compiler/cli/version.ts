import { readFileSync } from "node:fs";

/** The version of this package, from its manifest, which stands above the sources as above the built files. */
export function version(): string {
  for (const manifest of ["../../package.json", "../../../package.json"]) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(new URL(manifest, import.meta.url), "utf8"));
      if (typeof parsed !== "object" || parsed === null || !("name" in parsed) || parsed.name !== "tollgate") continue;
      if ("version" in parsed && typeof parsed.version === "string") return parsed.version;
    } catch {
      // Not there: the next place.
    }
  }
  return "unknown";
}
