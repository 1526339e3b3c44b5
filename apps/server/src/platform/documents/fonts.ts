import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import type { Face } from './text-runs.ts';

export type Weight = 'regular' | 'bold';

type Named = readonly [owner: string, file: string];

/** Noto Sans for Latin, Greek and Cyrillic, Noto Sans Hans for Chinese; both under the SIL Open Font License. */
const FILES = {
  regular: [
    ['@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'],
    ['@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'],
  ],
  bold: [
    ['@embedpdf/fonts-latin', 'NotoSans-SemiBold.ttf'],
    ['@embedpdf/fonts-sc', 'NotoSansHans-Medium.otf'],
  ],
} as const satisfies Record<Weight, readonly Named[]>;

interface FontFile extends Face {
  readonly bytes: Buffer;
}

function opened(owner: string, file: string): FontFile {
  // The packages export their entry point only.
  const bytes = readFileSync(new URL(`../fonts/${file}`, import.meta.resolve(owner)));
  const font: Font | { readonly fonts: unknown } = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`);
  const known = new Map<number, boolean>();
  return {
    name: file,
    bytes,
    has(codePoint) {
      const found = known.get(codePoint) ?? font.hasGlyphForCodePoint(codePoint);
      known.set(codePoint, found);
      return found;
    },
  };
}

type Faces = readonly [FontFile, ...FontFile[]];

function openedOf([first, ...others]: readonly [Named, ...Named[]]): Faces {
  return [opened(...first), ...others.map((one) => opened(...one))];
}

/** The fonts of each weight, the first choice first. */
export function openFonts(): Readonly<Record<Weight, Faces>> {
  return { regular: openedOf(FILES.regular), bold: openedOf(FILES.bold) };
}
