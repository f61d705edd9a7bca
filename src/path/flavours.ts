import { darwin } from "./darwin.ts";
import type { Flavour, Platform } from "./flavour.ts";
import { linux } from "./linux.ts";
import { win32 } from "./win32.ts";

const FLAVOURS: Readonly<Record<Platform, Flavour>> = { linux, darwin, win32 };

/** The flavour of a platform. */
export function flavourOf(platform: Platform): Flavour {
  return FLAVOURS[platform];
}
