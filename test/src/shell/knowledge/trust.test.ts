import { describe, expect, it } from "vitest";
import { isTrustedCommandDirectory } from "../../../../src/shell/knowledge/read-command.ts";

describe("a directory of commands", () => {
  it.each([
    "/bin",
    "/usr/bin",
    "/usr/bin/",
    "//usr//bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "C:\\Windows\\System32",
    "c:/windows/system32",
    "/c/Windows",
  ])("%s is the system's", (directory) => {
    expect(isTrustedCommandDirectory(directory)).toBe(true);
  });

  it.each([
    ".",
    "",
    "/tmp",
    "./bin",
    "bin",
    "/usr/bin/../../tmp",
    "/usr/bin/x",
    "/USR/BIN",
    "/home/dev/bin",
    "usr/bin",
    "/",
  ])("%s may be anyone's", (directory) => {
    expect(isTrustedCommandDirectory(directory)).toBe(false);
  });
});
