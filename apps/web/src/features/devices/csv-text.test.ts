import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

it('quotes cells with separators or line breaks', () => {
  expect(csvText([['a', 'b,c', 'say "hi"', 'two\nlines']])).toBe(
    '\uFEFFa,"b,c","say ""hi""","two\nlines"\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@x'])('makes no formula of %s', (cell) => {
  expect(csvText([[cell]])).toBe(`\uFEFF'${cell}\r\n`);
});
