/**
 * What a gate takes from the machine where its host names nothing else. The one door of the gate to the process.
 */
import { homedir } from "node:os";
import type { Platform } from "../path/flavour.ts";

/** The home directory of the user that runs this process. */
export function hostHome(): string {
  return homedir();
}

/** The platform of this process. Systems other than macOS and Windows have paths of Linux's kind. */
export function hostPlatform(): Platform {
  return process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
}
