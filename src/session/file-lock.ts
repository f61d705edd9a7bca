/**
 * A lock between processes that outlives no process: a link whose target tells who holds it.
 *
 * Making a link is atomic and carries its target, so a lock is never without its holder. A holder that has died is
 * told by its process number; then the first who makes the mark `LOCK.HOLDER` may remove the lock, so that two who find
 * it dead cannot remove a living one's. It is held for microseconds; one that is a minute old is nobody's either,
 * whatever its number says.
 */
import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { pid, kill } from "node:process";

/** Milliseconds after which a lock is nobody's. */
const ABANDONED = 60_000;

export class FileLock {
  readonly #file: string;
  readonly #holder: string;
  #files = false;

  constructor(file: string, random: () => number) {
    this.#file = file;
    const unique = Math.floor(random() * 2 ** 40).toString(36);
    this.#holder = `${pid}@${hostname()
      .replace(/[^A-Za-z0-9_-]/g, "_")
      .slice(0, 64)}.${unique}`;
  }

  /**
   * Takes the lock, or answers false where someone holds it. Throws with Node's `code` where it cannot be made.
   * `looks`: where it is held, look whether its holder lives; who waits for a while has to, once in a while.
   */
  tryAcquire(looks: boolean): boolean {
    if (this.#make()) return true;
    if (!looks) return false;
    const holder = this.#read();
    if (holder === null) return this.#make();
    if (holder !== "" ? !this.#isDead(holder) : !this.#isOld()) return false;
    return this.#removeOf(holder) && this.#make();
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }

  #make(): boolean {
    try {
      if (!this.#files) symlinkSync(this.#holder, this.#file);
      else this.#write(this.#file);
      return true;
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST") return false;
      // Where links need a privilege, a file that is made to be new does the same.
      if (this.#files || !["EPERM", "ENOSYS", "EOPNOTSUPP", "ENOTSUP"].includes(code)) throw error;
      this.#files = true;
      return this.#make();
    }
  }

  #write(file: string): void {
    const descriptor = openSync(file, "wx", 0o600);
    try {
      writeSync(descriptor, this.#holder);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Who holds the lock; empty where it does not say yet, null where nobody does. */
  #read(): string | null {
    try {
      return readlinkSync(this.#file);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
    }
    try {
      return readFileSync(this.#file, "utf8");
    } catch {
      return null;
    }
  }

  #isDead(holder: string): boolean {
    // The lock is held within one turn, so one of our own that is met was left behind.
    if (holder === this.#holder || this.#isOld()) return true;
    return this.#hasDied(holder);
  }

  #hasDied(holder: string): boolean {
    const own = /^([0-9]{1,10})@([^.]*)\./.exec(holder);
    if (own === null || own[2] !== /@([^.]*)\./.exec(this.#holder)?.[1]) return false;
    try {
      kill(Number(own[1]), 0);
      return false;
    } catch (error) {
      return codeOf(error) === "ESRCH";
    }
  }

  #isOld(): boolean {
    try {
      return Date.now() - lstatSync(this.#file).mtimeMs > ABANDONED;
    } catch {
      return false;
    }
  }

  /** True for a mark whose maker died with it: as the lock, it is held for microseconds. */
  #isLeft(mark: string): boolean {
    try {
      const age = Date.now() - lstatSync(mark).mtimeMs;
      return age > ABANDONED || (age > 1_000 && this.#hasDied(readFileSync(mark, "utf8")));
    } catch {
      return false;
    }
  }

  /** Removes the lock of a dead holder. Only one process at a time can, and only that holder's. */
  #removeOf(holder: string): boolean {
    const mark = `${this.#file}.${holder === "" ? "nobody" : holder.replace(/[^A-Za-z0-9_.@-]/g, "_")}`;
    try {
      this.#write(mark);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      // Whoever made the mark may have died as well.
      if (this.#isLeft(mark)) rmSync(mark, { force: true });
      return false;
    }
    try {
      if (this.#read() === holder) rmSync(this.#file, { force: true });
    } finally {
      rmSync(mark, { force: true });
    }
    return true;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
