import { expect, test } from "vitest";
import { kernelFile } from "../../../../src/shell/knowledge/kernel-files.ts";
import { UNKNOWN_PART } from "../../../../src/shell/knowledge/script-effects.ts";

test.each([
  ["/dev/stdin", 0],
  ["/dev/stderr", 2],
  ["/dev/fd/3", 3],
  ["//dev/./fd/63", 63],
  ["/proc/self/fd/0", 0],
  ["/proc/1234/fd/9", 9],
  ["/proc/thread-self/fd/9", 9],
  ["/proc/self/task/7/fd/9", 9],
  ["/proc/self/root/dev/fd/4", 4],
  ["/dev/../proc/self/fd/4", 4],
  [`/proc/${UNKNOWN_PART}/fd/4`, 4],
  [`/dev/fd/${UNKNOWN_PART}`, null],
  ["/proc/self/fd/x", null],
] as const)("%s is what is open as %s", (path, number) => {
  expect(kernelFile(path)).toEqual({ kind: "descriptor", number });
});

test.each([
  "/proc/self/exe",
  "/proc/1/exe",
  `/proc/${UNKNOWN_PART}/exe`,
  "/dev/fd/../exe",
  "/proc/self/root/proc/self/exe",
  "/proc/self/map_files/0-1",
  `/proc/self/${UNKNOWN_PART}`,
])("%s is a running program", (path) => {
  expect(kernelFile(path)).toEqual({ kind: "program" });
});

test.each([
  "/usr/bin/exe",
  "/proc/cpuinfo",
  "/proc/self/status",
  "/proc/self/exe/..",
  "/proc/self/fd",
  "/proc/self/fd/3/rm",
  "/proc/self/root/bin/rm",
  "/dev/null",
  "/home/proc/self/exe",
  "dev/fd/3",
  "-",
])("%s is neither", (path) => {
  expect(kernelFile(path)).toBeNull();
});

test("the working directory of a process is followed where it is known", () => {
  expect(kernelFile("/proc/self/cwd/exe", "/proc/self")).toEqual({ kind: "program" });
  expect(kernelFile("/proc/self/cwd/exe")).toBeNull();
});
