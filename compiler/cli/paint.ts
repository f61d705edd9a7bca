/**
 * Colours for terminals, and nothing where they are not wanted.
 */
export type Paint = (text: string) => string;

export interface Palette {
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
  readonly bold: Paint;
  readonly dim: Paint;
}

/** Codes of the terminal's own palette, so that a person's theme holds. */
function sgr(on: number, off: number): Paint {
  return (text) => (text === "" ? "" : `\u001B[${on}m${text}\u001B[${off}m`);
}

const COLORS: Palette = {
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
  bold: sgr(1, 22),
  dim: sgr(2, 22),
};

const same: Paint = (text) => text;
const PLAIN: Palette = { red: same, green: same, yellow: same, cyan: same, bold: same, dim: same };

/** The palette of an output. */
export function paint(color: boolean): Palette {
  return color ? COLORS : PLAIN;
}
