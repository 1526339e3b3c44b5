/** Width of a text in pixels of the diagram. */
export type Measure = (text: string, font: 'name' | 'note') => number;

const ELLIPSIS = '…';
const SQUEEZED_LEAST = 4;

/** Keeps the start and the end of a name if that shows more. */
export function squeeze(name: string, width: number, room: number): string {
  if (width <= room) return name;
  const kept = Math.floor((name.length * room) / width) - 1;
  if (kept < SQUEEZED_LEAST) return '';
  const tail = Math.floor(kept / 2);
  return `${name.slice(0, kept - tail).trimEnd()}${ELLIPSIS}${name.slice(name.length - tail).trimStart()}`;
}

/** Truncates a text to a width. */
export function cut(text: string, font: 'name' | 'note', room: number, measure: Measure): string {
  if (measure(text, font) <= room) return text;
  let [least, most] = [0, text.length];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (measure(`${text.slice(0, half)}${ELLIPSIS}`, font) <= room) least = half;
    else most = half - 1;
  }
  return `${text.slice(0, least).trimEnd()}${ELLIPSIS}`;
}
