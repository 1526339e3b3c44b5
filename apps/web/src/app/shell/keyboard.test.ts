import { expect, it } from 'vitest';
import { keyboard } from './keyboard.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, writing: false, at: 0 };

it('opens the palette even from a text input', () => {
  expect(keyboard()({ ...plain, key: 'k', ctrlKey: true, writing: true })).toEqual({ do: 'palette' });
  expect(keyboard()({ ...plain, key: 'K', metaKey: true })).toEqual({ do: 'palette' });
});

it('ignores letters in a text input', () => {
  const read = keyboard();
  expect(read({ ...plain, key: '/', writing: true })).toBeNull();
  read({ ...plain, key: 'g', writing: true });
  expect(read({ ...plain, key: 's', at: 10 })).toBeNull();
});

it('maps keys to search, help and jumps', () => {
  const read = keyboard();
  expect(read({ ...plain, key: '/' })).toEqual({ do: 'search' });
  expect(read({ ...plain, key: '?' })).toEqual({ do: 'help' });
  expect(read({ ...plain, key: 'g', at: 100 })).toBeNull();
  expect(read({ ...plain, key: 'o', at: 300 })).toBeNull();
  expect(read({ ...plain, key: 's', at: 600 })).toEqual({ do: 'jump', keys: 'os' });
  expect(read({ ...plain, key: 's', at: 700 })).toBeNull();
});

it('cancels a jump at a key that is not a letter', () => {
  const read = keyboard();
  read({ ...plain, key: 'g', at: 0 });
  expect(read({ ...plain, key: '/', at: 10 })).toEqual({ do: 'search' });
  expect(read({ ...plain, key: 'd', at: 20 })).toBeNull();
  expect(read({ ...plain, key: 'a', at: 30 })).toBeNull();
});

it('cancels a jump after the timeout', () => {
  const read = keyboard();
  read({ ...plain, key: 'g', at: 0 });
  read({ ...plain, key: 'd', at: 100 });
  expect(read({ ...plain, key: 'a', at: 1_700 })).toBeNull();
  read({ ...plain, key: 'g', at: 0 });
  expect(read({ ...plain, key: '?', at: 5_000 })).toEqual({ do: 'help' });
});
