/** The ends of names that a pattern of `grep` asks for: `\.ts$`, `\.(js|ts)$`, `\.[jt]sx?$`. */

/** Most ends that are told apart. */
const MOST_ENDS = 16;

/** The ends of all names that the pattern lets through, with their dot; null where the pattern is another. */
export function endsOf(pattern: string, extended: boolean): readonly string[] | null {
  const body = /^\\\.([^]{1,64})\$$/.exec(pattern)?.[1];
  if (body === undefined) return null;
  // Without `-E`, a backslash makes brackets and bars what they are with it.
  const text = extended ? body : body.replace(/\\?[()|?]/g, (mark) => (mark.length > 1 ? mark.slice(1) : `\\${mark}`));
  const part = /([A-Za-z0-9])(\?)?|\[([A-Za-z0-9]+)\](\?)?|\(([A-Za-z0-9]+(?:\|[A-Za-z0-9]+)*)\)(\?)?/y;
  let ends = ["."];
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) return null;
    const [, letter, perhaps, among, perhapsAmong, words, perhapsWords] = match;
    const choices = letter === undefined ? (among === undefined ? (words ?? "").split("|") : [...among]) : [letter];
    if (perhaps ?? perhapsAmong ?? perhapsWords) choices.push("");
    if (ends.length * choices.length > MOST_ENDS) return null;
    ends = ends.flatMap((end) => choices.map((choice) => end + choice));
  }
  return ends;
}
