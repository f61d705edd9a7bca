/**
 * What linux and darwin have in common.
 */
import type { PathText } from "./flavour.ts";

/** Reads a path of slashes. */
export function readPosix(text: string): PathText {
  const names = splitNames(text, "/");
  return text.startsWith("/") ? { kind: "absolute", root: "/", names } : { kind: "relative", names };
}

/** The names between separators, without empty ones and `.`. */
export function splitNames(text: string, separator: string): string[] {
  return text.split(separator).filter((name) => name !== "" && name !== ".");
}

/** Devices that hold nothing of anyone's: what is read from them is no secret, what is written to them is gone. */
const DEVICES = new Set([
  "/dev/null",
  "/dev/zero",
  "/dev/urandom",
  "/dev/stdin",
  "/dev/stdout",
  "/dev/stderr",
  "/dev/tty",
]);

/** The command's own descriptors; what was opened under them was asked about when it was opened. */
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|thread-self))\/fd\/[0-9]+$/;

export function isPosixDevice(path: string): boolean {
  return DEVICES.has(path) || DESCRIPTOR.test(path);
}

/** `/dev/fd/3` and its like, which the disk would resolve for the gate's own process. */
export function isDescriptor(names: readonly string[]): boolean {
  if (names[0] !== "dev") return false;
  return names[1] === "fd" || names[1] === "stdin" || names[1] === "stdout" || names[1] === "stderr";
}
