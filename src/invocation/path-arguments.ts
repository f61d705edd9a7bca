/**
 * Names of arguments that hold paths, whatever tool takes them. Names are compared without case, `_` and `-`, so that
 * `filePath`, `file_path` and `FilePath` are one.
 */

/** Arguments that hold a path, whatever tool takes them. */
const PATH_NAMES: ReadonlySet<string> = new Set(
  (
    "path file filename filepath pathname absolutepath relativepath localpath fullpath targetfile targetpath sourcefile " +
    "sourcepath srcpath destinationpath destpath destinationfile directory dir dirname dirpath directorypath folder " +
    "folderpath notebookpath notebook repopath projectpath rootpath rootdir root cwd workdir workingdirectory " +
    "workingdir basepath basedir imagepath documentpath attachmentpath manifestpath configpath configfile logfile " +
    "paths files filenames filepaths pathnames filelist directories dirs folders absolutepaths relativepaths " +
    "attachments sourcefiles targetfiles inputfiles outputfiles"
  ).split(" "),
);

/** Arguments that hold a path in some tools and any text in others: only what has a path's shape counts. */
const POSSIBLE_NAMES: ReadonlySet<string> = new Set(
  (
    "source sources destination destinations src dest dst from to oldpath newpath target targets output outputpath " +
    "outputfile outfile input inputpath inputfile infile location locations uri uris url urls resource resourceuri " +
    "resources image images workspace document item items"
  ).split(" "),
);

/** What the name of an argument says of its value. */
export function argumentKind(name: string): "path" | "possible" | null {
  if (name.length > LONGEST_NAME) return null;
  const plain = name.toLowerCase().replaceAll(/[_-]/g, "");
  return PATH_NAMES.has(plain) ? "path" : POSSIBLE_NAMES.has(plain) ? "possible" : null;
}

const LONGEST_NAME = 64;

/** Longest text that is taken for a path where the argument's name leaves it open, in UTF-16 units. */
const LONGEST_POSSIBLE = 4_096;

/** Whether a text looks like a path, on any platform. */
export function hasPathShape(text: string): boolean {
  if (text.length > LONGEST_POSSIBLE || text.includes("\n")) return false;
  return /^(?:~|\.{0,2}[/\\]|[A-Za-z]:[/\\]|file:)/i.test(text);
}

/** `https://…` and its kin name no file of this machine. */
export function isRemoteAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^file:/i.test(text);
}

/** The path in a `file:` address, or null. */
export function fileUrlPath(text: string): string | null {
  if (!/^file:/i.test(text) || text.length > LONGEST_POSSIBLE) return null;
  const path = text
    .slice(5)
    .replace(/^\/\/[^/]*/, "")
    .replace(/[?#].*$/s, "");
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A lone `%` stands for itself.
  }
  // `file:///C:/x` is `C:/x`.
  return decoded.replace(/^\/(?=[A-Za-z]:)/, "");
}
