import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleFiles, generateBundle } from "../../grammar/generate.ts";
import { readProject, root } from "../project.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-grammar-"));
  copyFileSync(join(root, "grammar/tollgate.ohm"), join(folder, "tollgate.ohm"));
  generateBundle(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(bundleFiles)("%s is what the grammar gives now: else run `npm run generate`", (file) => {
  expect(readProject(`grammar/${file}`)).toBe(readFileSync(join(folder, file), "utf8"));
});
