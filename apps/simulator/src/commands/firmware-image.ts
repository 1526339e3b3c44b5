import { numberIn, readJson, textIn, textsIn } from '../json.ts';

export interface Image {
  readonly firmware: string;
  /** Compatible build targets; empty: any. */
  readonly compatible: readonly string[];
  /** Declared size; null without one. */
  readonly size: number | null;
}

const MAGIC = 'AIRLOOM-IMAGE';
const HEADER_BYTES = 512;

/** A firmware image for simulated devices: a header of one line, then padding. */
export function makeImage(
  firmware: string,
  compatible: readonly string[],
  size: number,
): Buffer<ArrayBuffer> {
  const image = Buffer.alloc(Math.max(size, HEADER_BYTES), 0x5a);
  const header = `${MAGIC} ${JSON.stringify({ firmware, compatible, size: image.length })}\n`;
  image.write(header.padEnd(HEADER_BYTES, ' '), 0, 'latin1');
  return image;
}

/** Any other file is accepted as firmware named like the file. */
export function readImage(head: Buffer, fileName: string): Image {
  const line = head.subarray(0, HEADER_BYTES).toString('latin1').split('\n')[0] ?? '';
  const header = line.startsWith(MAGIC) ? parse(line.slice(MAGIC.length)) : null;
  return header ?? { firmware: fileName.replace(/\.[a-z]{1,4}$/i, ''), compatible: [], size: null };
}

function parse(text: string): Image | null {
  const value = readJson(text);
  const firmware = textIn(value?.['firmware']);
  if (value === null || firmware === null) return null;
  return { firmware, compatible: textsIn(value['compatible']), size: numberIn(value['size']) };
}
