import { cellsOf } from "../display.ts";

/** A text made visible, of at most so many columns; `…` stands for what is cut off. */
export function clip(text: string, columns: number): string {
  let shown = "";
  let kept = "";
  let width = 0;
  for (const cell of cellsOf(text.slice(0, 4 * columns))) {
    width += cell.width;
    if (width > columns) return `${kept}…`;
    shown += cell.text;
    if (width < columns) kept = shown;
  }
  return shown;
}
