import { expect, test } from 'vitest';
import { readCast, sizeIn } from './cast.ts';

const HEAD = '{"version":2,"width":80,"height":24,"timestamp":1}';

test('reads size, events and duration', () => {
  const cast = readCast(`${HEAD}\n[0.5,"o","# "]\n[2,"r","100x30"]\n`);
  expect(cast).toEqual({
    size: { columns: 80, rows: 24 },
    events: [
      { seconds: 0.5, code: 'o', text: '# ' },
      { seconds: 2, code: 'r', text: '100x30' },
    ],
    seconds: 2,
  });
});

test('leaves out a last line that was cut', () => {
  expect(readCast(`${HEAD}\n[0.5,"o","a"]\n[1,"o","b`)?.events).toHaveLength(1);
});

test.each(['', 'x', '{"version":1,"width":80,"height":24}'])('%j is no recording', (text) => {
  expect(readCast(text)).toBeNull();
});

test('reads sizes', () => {
  expect(sizeIn('132x50')).toEqual({ columns: 132, rows: 50 });
  expect(sizeIn('wide')).toBeNull();
});
