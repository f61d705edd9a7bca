/**
 * Windows: drives, shares, devices with reserved names, streams; and Git Bash, which shows drives as `/c`.
 */
import type { Flavour, PathText, ReadOptions } from "./flavour.ts";
import { withoutParents } from "./location.ts";
import { splitNames } from "./posix.ts";

export const win32: Flavour = {
  platform: "win32",
  folds: true,
  foldsDirectories: true,
  read(text, options) {
    const slashed = text.replaceAll("\\", "/");
    return readPrefixed(slashed) ?? readRooted(slashed, options) ?? readDrive(slashed, options);
  },
  native: (path) => path.replaceAll("/", "\\"),
  isDevice: (path) => HARMLESS_DEVICE.test(path),
  // Looking at a share sends the user's credentials to whatever machine the path names.
  isRemote: (path) => path.startsWith("//"),
  special: () => null,
  otherNames(path, typed) {
    // The administrative share of a drive; other shells' views of a drive; Git Bash's view, taken up by a tool.
    const found = /^\/\/[^/]+\/([a-z])\$(?=\/|$)/i.exec(path) ?? DRIVE_VIEW.exec(path) ?? DRIVE_VIEW.exec(typed);
    if (found === null) return [];
    const rest = found.input.slice(found[0].length).replaceAll("\\", "/");
    return [`${(found[1] ?? "").toUpperCase()}:${rest === "" ? "/" : rest}`];
  },
  cleanName,
  // `%APPDATA%`, which cmd and many programs know.
  variable: /%[^%/\\]+%/,
};

const DRIVE_VIEW = /^(?:\/cygdrive|\/proc\/cygdrive|\/mnt)?\/([a-z])(?=[/\\]|$)/i;

/** As {@link win32} reads them: what a tool calls `NUL` in any directory, and what Git Bash calls by its posix name. */
const HARMLESS_DEVICE =
  /^(?:\/\/\.\/(?:NUL|CON|CONIN\$|CONOUT\$)|\/dev\/(?:null|zero|urandom|stdin|stdout|stderr|tty|fd\/[0-9]+)|\/proc\/self\/fd\/[0-9]+)$/;

/** Names that Windows takes for a device in every directory, with any extension ("Naming Files, Paths, and Namespaces"). */
const DEVICE_NAME = /^(NUL|CON|CONIN\$|CONOUT\$|PRN|AUX|COM[0-9¹²³]|LPT[0-9¹²³]) *(?:[.:].*)?$/is;

/** `\\?\C:\x`, `\\.\C:\x`, `\??\C:\x`, `\\?\UNC\server\share\x`, `\\.\NUL`, `\\.\pipe\x`, `\\?\Volume{…}\x`. */
function readPrefixed(text: string): PathText | null {
  const found = /^(?:\/\/[?.]|\/\?\?)\/+/.exec(text);
  if (found === null) return null;
  const rest = text.slice(found[0].length);
  if (/^[a-z]:(?:\/|$)/i.test(rest)) return absolute(driveRoot(rest), rest.slice(2));
  if (/^UNC\//i.test(rest)) return readShare(`//${rest.slice(4)}`);
  const device = DEVICE_NAME.exec(rest);
  return { kind: "foreign", text: `//./${device?.[1]?.toUpperCase() ?? rest}` };
}

/** A text that starts with a slash. */
function readRooted(text: string, { shell, root }: ReadOptions): PathText | null {
  if (!text.startsWith("/")) return null;
  if (/^\/\/[^/]/.test(text)) return readShare(text);
  if (!shell) return root === null ? { kind: "unknown", names: splitNames(text, "/") } : named(root, text, shell);

  const path = `/${withoutParents(splitNames(text, "/")).join("/")}`;
  if (!/^\/[a-z](?:\/|$)/i.test(path)) return { kind: "foreign", text: path };
  return absolute(`${path.charAt(1).toUpperCase()}:/`, path.slice(2));
}

/** `\\server\share\x`. No `..` leads out of a share. */
function readShare(text: string): PathText {
  const [server, share, ...names] = splitNames(text, "/");
  if (server === undefined || share === undefined) return { kind: "foreign", text };
  return absolute(`//${server}/${share}/`, names.join("/"));
}

/** `C:\x`, `C:x`, `x`. */
function readDrive(text: string, { shell, root }: ReadOptions): PathText {
  if (!/^[a-z]:/i.test(text)) return named(null, text, shell);
  const rest = text.slice(2);
  if (rest.startsWith("/")) return named(driveRoot(text), rest, shell);
  // A drive has a directory of its own; that of the working directory's drive is the working directory.
  if (driveRoot(text) === root) return named(null, rest, shell);
  return { kind: "unknown", names: cleanNames(rest) ?? [] };
}

/** A path of drive letters or a relative one, which may be a device all the same. */
function named(root: string | null, text: string, shell: boolean): PathText {
  // Git Bash makes a file of that name.
  const device = shell ? null : DEVICE_NAME.exec(text.slice(text.lastIndexOf("/") + 1));
  if (device !== null) return { kind: "foreign", text: `//./${device[1]?.toUpperCase() ?? ""}` };
  if (root !== null) return absolute(root, text);
  const names = cleanNames(text);
  return names === null ? { kind: "unknown", names: [] } : { kind: "relative", names };
}

function absolute(root: string, text: string): PathText {
  const names = cleanNames(text);
  return names === null ? { kind: "unknown", names: [] } : { kind: "absolute", root, names };
}

function driveRoot(text: string): string {
  return `${text.charAt(0).toUpperCase()}:/`;
}

/** The names of a text as Windows takes them, or null where that cannot be told. */
function cleanNames(text: string): string[] | null {
  const names: string[] = [];
  for (const name of splitNames(text, "/")) {
    const clean = cleanName(name);
    if (clean === null) return null;
    if (clean !== "" && clean !== ".") names.push(clean);
  }
  return names;
}

/**
 * A name without its stream (`a.txt::$DATA` is `a.txt`) and without dots and blanks at its end (`a.txt. ` too). Null
 * where it is nothing but dots, which Windows versions read in several ways.
 */
function cleanName(name: string): string | null {
  const colon = name.indexOf(":");
  const blankless = trimEnd(colon < 0 ? name : name.slice(0, colon), " ");
  if (blankless === "" || blankless === "." || blankless === "..") return blankless;
  return trimEnd(blankless, " .") || null;
}

function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
