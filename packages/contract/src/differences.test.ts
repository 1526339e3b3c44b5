import { expect, it } from 'vitest';
import { differences } from './differences.ts';

it('finds no difference between equal documents', () => {
  const document = { radios: [{ channel: 36 }], unit: { name: 'Lobby' }, empty: null };
  expect(differences(document, structuredClone(document))).toEqual([]);
});

it('returns the path of each difference', () => {
  expect(
    differences(
      { unit: { name: 'Lobby', 'random-password': false }, radios: [{ channel: 36 }, { channel: 1 }] },
      { unit: { name: 'Hall', timezone: 'UTC' }, radios: [{ channel: 40 }] },
    ),
  ).toEqual([
    { path: 'unit.name', before: 'Lobby', after: 'Hall' },
    { path: 'unit.timezone', before: undefined, after: 'UTC' },
    { path: 'unit.random-password', before: false, after: undefined },
    { path: 'radios[0].channel', before: 36, after: 40 },
    { path: 'radios[1]', before: { channel: 1 }, after: undefined },
  ]);
});

it('a value of another type is one difference', () => {
  expect(differences({ a: [1] }, { a: { 0: 1 } })).toEqual([{ path: 'a', before: [1], after: { 0: 1 } }]);
  expect(differences({ a: null }, { a: {} })).toEqual([{ path: 'a', before: null, after: {} }]);
});

it('treats undefined as no value', () => {
  expect(differences({ a: undefined, b: [] }, { b: [] })).toEqual([]);
});
