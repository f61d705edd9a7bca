/**
 * The files that a patch of `apply_patch` names. The format, as Codex and its kin read it:
 *
 *     *** Begin Patch
 *     *** Add File: a.txt
 *     +hello
 *     *** Update File: b.txt
 *     *** Move to: c.txt
 *     @@
 *     -old
 *     +new
 *     *** Delete File: d.txt
 *     *** End Patch
 */

export interface PatchedFile {
  readonly path: string;
  /** `edit` for a file whose content the patch reads. */
  readonly access: "write" | "edit";
}

/** More files than this are not judged one by one: the patch counts as unreadable. */
const MOST_FILES = 500;

const HEADER = /^[ \t]*\*\*\* (Add File|Update File|Delete File|Move to): ?(.*)$/;

/**
 * The files that a patch adds, updates, deletes or moves to, in order; null where it names none or too many.
 *
 * A line of a file's content begins with `+`, `-`, a blank or `@@`, but headers are looked for behind blanks too: a
 * reader that is more lenient than this one must not find a file that this one does not see.
 */
export function filesOfPatch(patch: string): readonly PatchedFile[] | null {
  const files: PatchedFile[] = [];
  const seen = new Set<string>();
  for (const line of patch.split(/\r\n|\n|\r/)) {
    const header = HEADER.exec(line);
    if (header === null) continue;
    const path = (header[2] ?? "").trim();
    if (path === "") return null;
    const access = header[1] === "Update File" ? "edit" : "write";
    const key = `${access} ${path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    files.push({ path, access });
    if (files.length > MOST_FILES) return null;
  }
  return files.length === 0 ? null : files;
}
