#!/usr/bin/env node
/**
 * Starts the hook command: runs the bundle of `hook.ts` that lies beside it.
 *
 * Half of the time that a hook takes beyond a bare Node goes into compiling code. V8 can keep what it compiled and take
 * that up again, which Node 20 offers no simpler way to. `tollgate init` has it written, once: with the word
 * `--write-cache` in front, a call is answered as always, and what was compiled for it is left in a file beside the
 * program, where an agent can write as little as to the program itself.
 *
 * V8 refuses what another version of it wrote, but reads damaged code as if it were whole. So the file starts with a
 * checksum over its bytes, the bundle and the version of Node, and counts only where that fits. Without it all is as it
 * is with it, and slower. A checksum and no digest, since this is about damage, and Node takes a while to load what makes
 * digests: who can write the file can write the program.
 */
import { readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { CACHE_NAME, MAIN_NAME } from "./hook/files.ts";

/** The CRC-32 of the bundle, put in when it is made. */
declare const TOLLGATE_BUNDLE: number;

/** This program is bundled as a CommonJS module, which has one. Node's own way to make one takes a millisecond. */
declare const require: NodeJS.Require;

/** Digits of a checksum, in hexadecimal. */
const CHECKSUM_LENGTH = 8;

function run(folder: string): void {
  const main = join(folder, MAIN_NAME);
  const cache = join(folder, CACHE_NAME);
  const bytes = readFileSync(main);
  // An empty one would end without an answer, which to most agents is leave to go on.
  if (crc32(bytes) !== TOLLGATE_BUNDLE) throw new Error(`\`${main}\` is not whole, or not of this version`);
  const cachedData = readCache(cache);
  // One byte a character, since the bundle is ASCII. It is a function already: a text of this size is not put together
  // for nothing.
  const script = new Script(bytes.toString("latin1"), {
    filename: main,
    ...(cachedData === null ? {} : { cachedData }),
  });
  if (process.argv[2] === "--write-cache") {
    process.argv.splice(2, 1);
    process.on("exit", () => writeCache(cache, script.createCachedData()));
  }
  const start: unknown = script.runInThisContext();
  if (typeof start !== "function") throw new Error(`\`${main}\` is no program`);
  const module = { exports: {} };
  Reflect.apply(start, undefined, [module.exports, require, module, main, folder]);
}

/** What V8 compiled before, or null where there is nothing that is certainly of use. */
function readCache(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(CHECKSUM_LENGTH);
    return checksumOf(code) === bytes.toString("latin1", 0, CHECKSUM_LENGTH) ? code : null;
  } catch {
    return null;
  }
}

/** Whole or not at all. Where it cannot be written there is none. */
function writeCache(file: string, code: Buffer): void {
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(checksumOf(code)), code]), { flag: "wx", mode: 0o644 });
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
  }
}

function checksumOf(code: Uint8Array): string {
  const about = `${TOLLGATE_BUNDLE} ${process.version} ${process.arch}\n`;
  return crc32(code, crc32(about)).toString(16).padStart(CHECKSUM_LENGTH, "0");
}

try {
  run(dirname(fileURLToPath(import.meta.url)));
} catch (error) {
  try {
    writeSync(
      2,
      `tollgate: the gate cannot start: ${error instanceof Error ? error.message.slice(0, 300) : "no reason"}\n`,
    );
  } finally {
    // What every agent takes for a denial.
    process.exit(2);
  }
}
