/** The real disk keeps to what `FileSystem` promises. */
import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeFileSystem } from "../../../src/path/node-file-system.ts";

let root = "";
const at = (name: string) => join(root, name);

beforeAll(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), "tollgate-disk-")));
  mkdirSync(at("directory"));
  writeFileSync(at("directory/file"), "");
  symlinkSync("directory/file", at("link"));
  symlinkSync("nowhere", at("dangling"));
  symlinkSync("loop", at("loop"));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function codeOf(look: () => unknown): unknown {
  try {
    return { answered: look() };
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

test("resolves links, and tells why it cannot", () => {
  expect(nodeFileSystem.realpath(at("link"))).toBe(at("directory/file"));
  expect(codeOf(() => nodeFileSystem.realpath(at("dangling")))).toBe("ENOENT");
  expect(codeOf(() => nodeFileSystem.realpath(at("loop")))).toBe("ELOOP");
  expect(codeOf(() => nodeFileSystem.realpath(at("directory/file/x")))).toBe("ENOTDIR");
});

test("reads links, and tells them from files and from nothing as Node does", () => {
  for (const name of ["link", "dangling", "loop", "directory", "directory/file", "none", "directory/file/x"]) {
    expect(
      codeOf(() => nodeFileSystem.readlink?.(at(name))),
      name,
    ).toEqual(codeOf(() => readlinkSync(at(name))));
  }
});

test("lists names without the directory itself and the one above", () => {
  expect(nodeFileSystem.readdir(root).toSorted()).toEqual(["dangling", "directory", "link", "loop"]);
  expect(codeOf(() => nodeFileSystem.readdir(at("directory/file")))).toBe("ENOTDIR");
});
