import { useState } from 'react';
import { NAME_FONT, NOTE_FONT } from '../drawing/painting.ts';
import type { Measure } from '../drawing/text-width.ts';

const FONTS = { name: NAME_FONT, note: NOTE_FONT } as const;

/** Caches text widths. */
function makeMeasure(): Measure {
  const canvas = document.createElement('canvas').getContext('2d');
  const known = { name: new Map<string, number>(), note: new Map<string, number>() };
  return (text, font) => {
    const width = known[font].get(text);
    if (width !== undefined || canvas === null) return width ?? 0;
    canvas.font = FONTS[font];
    const measured = canvas.measureText(text).width;
    known[font].set(text, measured);
    return measured;
  };
}

export function useMeasure(): Measure {
  const [measure] = useState(makeMeasure);
  return measure;
}
