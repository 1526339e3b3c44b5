import { expect, it } from 'vitest';
import { pdfOf } from './pdf.ts';

const picture = (byte: number) => ({ jpeg: new Uint8Array(300).fill(byte), width: 2000, height: 1000 });

/** One character per byte, so that text positions are file positions. */
const textOf = (file: Uint8Array) => Buffer.from(file).toString('latin1');

it('writes the offsets of all objects and of the table itself', () => {
  const text = textOf(pdfOf([picture(0xd8), picture(0xd9)], 'Network'));
  expect(text.startsWith('%PDF-1.7\n')).toBe(true);
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(table, table + 5)).toBe('xref\n');
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(offsets).toHaveLength(9);
  offsets.forEach((at, place) => {
    expect(text.slice(at)).toMatch(new RegExp(`^${place + 1} 0 obj\\n`));
  });
});

it('has one page per picture, at full width from the top', () => {
  const text = textOf(pdfOf([picture(1), picture(2)], 'Network'));
  expect(text).toContain('/Kids [4 0 R 7 0 R] /Count 2');
  expect(text).toContain('q 842 0 0 421 0 174 cm /Picture Do Q');
  expect(text).toContain('/Length 300 >>\nstream\n\u0001');
});

it('accepts a title in any language', () => {
  expect(textOf(pdfOf([], '网络'))).toContain('/Title <feff7f517edc>');
});
