/**
 * How text looks in a terminal: the columns that it takes, and what cannot be seen made visible.
 */

/** Characters that a terminal shows as nothing, acts on, or lets change what stands around them. */
const UNSEEN =
  // oxlint-disable-next-line eslint/no-control-regex -- Control characters are what is looked for.
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFDD0-\uFDEF\uFEFF\p{Surrogate}]/u;

const ALL_UNSEEN = new RegExp(UNSEEN, "gu");

/** Marks that stand on the character before them. */
const NO_WIDTH = /^(?:\p{Mn}|\p{Me}|\u200D|[\uFE00-\uFE0F])$/u;

const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u;

/** Columns between two stops of a tab. */
const TAB = 4;

/** A text with every character that cannot be seen written as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(ALL_UNSEEN, named);
}

function named(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** One character of a line as it is shown. */
export interface Cell {
  /** Where the character stands in the line, in UTF-16 units. */
  readonly offset: number;
  readonly text: string;
  /** Columns. */
  readonly width: number;
}

/** A line of a file as cells: tabs become blanks, what cannot be seen becomes visible. */
export function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  let offset = 0;
  for (const character of line) {
    const text = character === "\t" ? " ".repeat(TAB - (column % TAB)) : visible(character);
    const width = text === character ? widthOf(character) : text.length;
    cells.push({ offset, text, width });
    column += width;
    offset += character.length;
  }
  return cells;
}

/** The columns of one character. */
function widthOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
