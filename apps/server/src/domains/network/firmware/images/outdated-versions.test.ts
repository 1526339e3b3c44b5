import { expect, it } from 'vitest';
import { isOlder, newestByModel } from './outdated-versions.repository.ts';

it.each([
  ['OpenWrt 23.05 / TIP-v4.2', '4.10', true],
  ['OpenWrt 23.05 / TIP-v4.10', 'v4.2', false],
  ['CAP-620 5.0.0', '5.0.0', false],
  ['CAP-620 5.0.0', '5.0.1', true],
  ['5.1', '5.0.9', false],
])('firmware %s and the newest image %s: outdated %s', (firmware, version, expected) => {
  expect(isOlder(firmware, version)).toBe(expected);
});

const image = (version: string, model = 'cap-620') => ({ kind: 'ap', model, version }) as const;

it('finds the newest image of each model', () => {
  expect([
    ...newestByModel([image('4.9'), image('4.10'), image('4.2'), image('1.0', 'other')]).values(),
  ]).toEqual(['4.10', '1.0']);
});
