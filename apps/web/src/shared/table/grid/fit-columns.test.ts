import { describe, expect, it } from 'vitest';
import { fitColumns, type LaidOut } from './fit-columns.ts';

const text = (width: number): LaidOut => ({ width, isText: true, isFixed: false });
const figure = (width: number): LaidOut => ({ width, isText: false, isFixed: false });
const box = (width: number): LaidOut => ({ width, isText: false, isFixed: true });
const sum = (widths: readonly number[] | null) => (widths ?? []).reduce((total, width) => total + width, 0);

describe('columns of a table', () => {
  it('stay as they are while they fit', () => {
    expect(fitColumns([box(44), text(300), figure(120)], 464)).toBeNull();
  });

  it('are cut where the text is longest, and no further than needed', () => {
    const widths = fitColumns([box(44), text(300), text(100), figure(120)], 500);
    expect(widths?.[0]).toBe(44);
    expect(widths?.[1]).toBeCloseTo(236, 0);
    expect(widths?.slice(2)).toEqual([100, 120]);
  });

  it('are cut to the same width when several are long', () => {
    const widths = fitColumns([text(300), text(280), text(90)], 490);
    expect(widths?.[0]).toBeCloseTo(200, 0);
    expect(widths?.[1]).toBeCloseTo(200, 0);
    expect(widths?.[2]).toBe(90);
  });

  it('cut figures only when shorter texts are not enough', () => {
    const widths = fitColumns([box(44), text(300), figure(200), figure(150)], 400);
    expect(sum(widths)).toBeCloseTo(400, 0);
    expect(widths?.[0]).toBe(44);
    expect(widths?.[1]).toBe(88);
    expect(widths?.[2]).toBeGreaterThan(88);
  });

  it('keep a smallest width, so that a table of many columns is scrolled', () => {
    const columns = Array.from({ length: 12 }, () => text(200));
    expect(fitColumns([...columns, box(44)], 600)).toEqual([...columns.map(() => 88), 44]);
  });
});
