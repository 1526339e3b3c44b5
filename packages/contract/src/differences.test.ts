import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences, isSame } from './differences.ts';

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

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(undefined, null, 0, -0, '', 'a'),
    fc.array(tie('json'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('json'), { maxKeys: 2 }),
  ),
}));

it('documents are the same exactly when they have no differences', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(isSame(before, after)).toBe(differences(before, after).length === 0);
      expect(isSame(before, structuredClone(before))).toBe(true);
    }),
  );
});
