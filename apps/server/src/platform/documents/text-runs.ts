/** A font, by the name under which it is registered. */
export interface Face {
  readonly name: string;
  has(codePoint: number): boolean;
}

/** Neighbouring characters of one font. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** Longer texts are cut: names and addresses are shorter. */
const LENGTH_MAX = 300;
const ELLIPSIS = '…';
/** Shown for characters that no font has. */
const MISSING = '□';

/**
 * Text as it is drawn: one line, without control characters and marks that change the direction of what follows. Of
 * stacked combining marks two remain, so that they cannot cover other lines.
 */
export function drawable(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  if (clean.length <= LENGTH_MAX) return clean;
  const characters = Array.from(clean);
  return characters.length <= LENGTH_MAX ? clean : characters.slice(0, LENGTH_MAX - 1).join('') + ELLIPSIS;
}

/** Each character in the first font that has it. */
export function runsOf(text: string, faces: readonly [Face, ...Face[]]): Run[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const own = faces.find((face) => face.has(codePoint));
    const face = own ?? faces.find((one) => one.has(MISSING.charCodeAt(0))) ?? faces[0];
    const shown = own === undefined ? MISSING : character;
    const last = runs.at(-1);
    if (last?.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}

/** A word with the spaces after it, or one character of a script without spaces. */
const PIECES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]+\s*/gu;

/** Drawable text in lines of a width. What does not fit into the last line is cut. */
export function wrapped(
  text: string,
  width: number,
  linesMax: number,
  measure: (text: string) => number,
): string[] {
  if (measure(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const pieces = (text.match(PIECES) ?? []).flatMap((piece) =>
    measure(piece.trimEnd()) <= width ? [piece] : Array.from(piece),
  );
  for (const [place, piece] of pieces.entries()) {
    if (line === '' || measure((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (lines.length === linesMax - 1) {
      lines.push(shortened(line + pieces.slice(place).join(''), width, measure));
      return lines;
    }
    lines.push(line.trimEnd());
    line = piece;
  }
  lines.push(line.trimEnd());
  return lines;
}

/** One line, cut with an ellipsis where it is too long. */
export function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const characters = Array.from(text);
  let [fits, over] = [0, characters.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (measure(characters.slice(0, middle).join('').trimEnd() + ELLIPSIS) <= width) fits = middle;
    else over = middle;
  }
  return characters.slice(0, fits).join('').trimEnd() + ELLIPSIS;
}
