/**
 * One place that a path may name, in all its forms: what rules match.
 */
import { fold } from "../table/fold.ts";
import { ANY_CHARACTERS, HOME, type Value } from "../text.ts";
import { backslashed, extend, Forms, homedForm, lastName, oneOf, relativeForm } from "./forms.ts";
import { below, belowFolded, belowFor } from "./location.ts";
import type { Surroundings } from "./surroundings.ts";

/** Where a path was found to lead. `rest` is what stands behind, where that has holes; it starts with no separator. */
export type Found =
  | { readonly kind: "known"; readonly canonical: string; readonly lexical: string; readonly rest: Value }
  /** A text that names no place in the tree of files. */
  | { readonly kind: "foreign"; readonly text: string; readonly rest: Value }
  /** Any path that ends so. */
  | {
      readonly kind: "anywhere";
      readonly tail: Value;
      readonly lexical: Value | null;
    }
  /** A relative path below a directory that is not known. */
  | { readonly kind: "adrift"; readonly literal: Value; readonly tail: Value };

export interface Place {
  /** Where the path leads: absolute, relative to the working directory, below the home directory, with backslashes. */
  readonly absolute: Value;
  readonly relative: Value | null;
  readonly homed: Value | null;
  readonly native: Value | null;
  /** What stands for `absolute` on the surface `external_directory`, where that differs. */
  readonly fence: Value | null;
  /** Further forms, for rules that ask or deny. */
  readonly readings: readonly Value[];
  readonly outside: boolean | "unknown";
  readonly device: boolean;
  /** The canonical path, where it is known as a whole, and the lexical one. */
  readonly canonicalText: string | null;
  readonly lexicalText: string | null;
}

/** The forms of what was found for a path that was typed so. */
export function placeOf(found: Found, typed: Value, around: Surroundings): Place {
  switch (found.kind) {
    case "known":
      return knownPlace(found, typed, around);
    case "foreign":
      return foreignPlace(found, typed, around);
    case "anywhere":
      return anywherePlace(found, typed, around);
    case "adrift":
      return adriftPlace(found, typed);
  }
}

/** A device, for which neither the disk nor the working directory needs to be looked at. */
export function devicePlace(path: string, typed: Value): Place {
  const readings = new Forms();
  readings.exclude([path]);
  readings.add(typed);
  return bare([path], readings.list, false, { device: true, canonicalText: path, lexicalText: path });
}

/** A place that has no other forms. */
function bare(
  absolute: Value,
  readings: readonly Value[],
  outside: boolean | "unknown",
  { fence = null, device = false, canonicalText = null, lexicalText = null }: Partial<Place>,
): Place {
  return {
    absolute,
    relative: null,
    homed: null,
    native: null,
    fence,
    readings,
    outside,
    device,
    canonicalText,
    lexicalText,
  };
}

function knownPlace(found: Found & { kind: "known" }, typed: Value, around: Surroundings): Place {
  const { flavour } = around;
  const { canonical, lexical, rest } = found;
  const belowHere = belowFor(flavour);
  const inside = around.canonicalCwd === null ? null : belowHere(around.canonicalCwd, canonical);
  const inHome = around.canonicalHome === null ? null : belowHere(around.canonicalHome, canonical);

  const absolute = extend(canonical, rest);
  const relative = inside === null ? null : relativeForm(inside, rest);
  const homed = inHome === null ? null : homedForm(inHome, rest);
  const native = flavour.platform === "win32" ? backslashed(absolute) : null;

  const readings = new Forms();
  for (const form of [absolute, relative, homed, native]) if (form !== null) readings.exclude(form);
  readings.add(typed);
  for (const path of [lexical, ...flavour.otherNames(canonical, plainText(typed))]) {
    if (path !== canonical) for (const form of formsOf(path, rest, around)) readings.add(form);
  }
  for (const form of straddling(canonical, rest, around)) readings.add(form);
  // A directory of another case may be the same one.
  if (flavour.folds) for (const form of formsOf(canonical, rest, around)) readings.add(form);
  if (native !== null && relative !== null) readings.add(backslashed(relative));

  const device = rest.length === 0 && flavour.isDevice(canonical);
  const outside = device ? false : isOutside(inside, canonical, rest, around);
  const whole = rest.length === 0;
  return {
    absolute,
    relative,
    homed,
    native,
    fence: null,
    readings: readings.list,
    outside,
    device,
    canonicalText: whole ? canonical : null,
    lexicalText: whole ? lexical : null,
  };
}

/** What a hole stands for can lead back in only where the working directory lies below what is known. */
function isOutside(inside: string | null, path: string, rest: Value, around: Surroundings): boolean | "unknown" {
  if (inside !== null) return false;
  if (around.canonicalCwd === null || rest.length === 0) return true;
  return belowFor(around.flavour)(path, around.canonicalCwd) === null ? true : "unknown";
}

/** A hole above the working or the home directory may stand for the names that lead into them. */
function straddling(path: string, rest: Value, around: Surroundings): Value[] {
  if (rest.length === 0) return [];
  const belowHere = belowFor(around.flavour);
  const isAbove = (directory: string | null): boolean =>
    directory !== null && directory !== path && belowHere(path, directory) !== null;
  const end = [ANY_CHARACTERS, ...lastName(rest)];
  const forms: Value[] = [];
  if (isAbove(around.canonicalCwd)) forms.push(end);
  if (isAbove(around.canonicalHome)) forms.push([HOME, ...end]);
  return forms;
}

function foreignPlace(found: Found & { kind: "foreign" }, typed: Value, around: Surroundings): Place {
  const absolute = extend(found.text, found.rest);
  const readings = new Forms();
  readings.exclude(absolute);
  readings.add(typed);
  for (const path of around.flavour.otherNames(found.text, plainText(typed))) {
    for (const form of formsOf(path, found.rest, around)) readings.add(form);
  }
  const device = found.rest.length === 0 && around.flavour.isDevice(found.text);
  return bare(absolute, readings.list, !device, {
    device,
    lexicalText: found.rest.length === 0 ? found.text : null,
  });
}

function anywherePlace(found: Found & { kind: "anywhere" }, typed: Value, around: Surroundings): Place {
  const absolute: Value = [ANY_CHARACTERS, ...found.tail];
  const readings = new Forms();
  readings.exclude(absolute);
  readings.add(typed);
  if (found.lexical !== null) for (const form of holeyForms(found.lexical, around)) readings.add(form);
  // The way may lead through the working or the home directory. It need not, so these are texts among others.
  const { cwd, canonicalCwd, home, canonicalHome } = around;
  const inside = [cwd, canonicalCwd].flatMap((directory) => endsBelow(directory, found.tail, around));
  const inHome = [home, canonicalHome].flatMap((directory) => endsBelow(directory, found.tail, around));
  readings.add(oneOf([absolute, ...behindSeparator(found.tail), ...inside.map((end) => relativeForm("", end))]));
  readings.add(oneOf([[HOME, ...absolute], ...inHome.map((end) => homedForm("", end))]));
  return bare(absolute, readings.list, "unknown", {});
}

/** `…/x` may be `x` in the working directory. */
function behindSeparator(tail: Value): Value[] {
  const [front, ...others] = tail;
  if (typeof front !== "string" || !front.startsWith("/")) return [];
  return [front === "/" ? others : [front.slice(1), ...others]];
}

/** What may stand behind a directory in a path whose end is known: `…/dev/x` may be `x` below `/home/dev`. */
function endsBelow(directory: string | null, tail: Value, { flavour }: Surroundings): Value[] {
  const [front, ...others] = tail;
  if (directory === null || typeof front !== "string") return [];
  const name = flavour.folds ? fold : (text: string): string => text;
  const ends: Value[] = [];
  for (let at = front.indexOf("/", 1); at > 0; at = front.indexOf("/", at + 1)) {
    if (!name(directory).endsWith(name(front.slice(0, at)))) continue;
    const rest = front.slice(at + 1);
    ends.push(rest === "" ? others : [rest, ...others]);
  }
  if (others.length === 0 && name(directory).endsWith(name(front))) ends.push([]);
  // Behind a hole any name may be the directory's.
  const open = others.some((piece) => typeof piece === "string" && piece.includes("/"));
  return open ? [...ends, [ANY_CHARACTERS, ...lastName(tail)]] : ends;
}

function adriftPlace(found: Found & { kind: "adrift" }, typed: Value): Place {
  const readings = new Forms();
  readings.exclude(found.literal);
  readings.add(typed);
  const fence: Value = [ANY_CHARACTERS, ...found.tail];
  return bare(found.literal, readings.list, true, { fence });
}

/** A path absolute, and relative to each directory that it lies below. */
function formsOf(path: string, rest: Value, around: Surroundings): Value[] {
  const forms: Value[] = [extend(path, rest)];
  const belowHere = around.flavour.folds ? belowFolded : below;
  for (const directory of new Set([around.cwd, around.canonicalCwd])) {
    const inside = directory === null ? null : belowHere(directory, path);
    if (inside !== null) forms.push(relativeForm(inside, rest));
  }
  for (const directory of new Set([around.home, around.canonicalHome])) {
    const inside = directory === null ? null : belowHere(directory, path);
    if (inside !== null) forms.push(homedForm(inside, rest));
  }
  return forms;
}

/** {@link formsOf} for a path whose known front may end within a name. */
function holeyForms(value: Value, around: Surroundings): Value[] {
  const front = value[0];
  if (typeof front !== "string") return [value];
  const cut = front.lastIndexOf("/");
  if (cut < 0) return [value];
  const rest = front.slice(cut + 1);
  return formsOf(front.slice(0, cut) || "/", rest === "" ? value.slice(1) : [rest, ...value.slice(1)], around);
}

function plainText(value: Value): string {
  return value.length === 1 && typeof value[0] === "string" ? value[0] : "";
}
