import { describe, expect, it } from 'vitest';
import { csvFile } from './csv.ts';

describe('CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['żółć 码', 'żółć 码'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+48 600', "'+48 600"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['a=b', 'a=b'],
  ])('writes %j as %j', (text, cell) => {
    expect(csvFile([[text, 'next']]).toString('utf8')).toBe(`\uFEFF${cell},next\r\n`);
  });
});
