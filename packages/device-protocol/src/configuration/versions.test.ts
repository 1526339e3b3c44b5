import { expect, test } from 'vitest';
import { decidePush, nextVersion } from './versions.ts';

const INT32_MAX = 2_147_483_647;

test.each([
  ['we have none', null, 1_760_000_000, 'none'],
  ['it runs ours', { version: 1_760_000_000 }, 1_760_000_000, 'none'],
  ['it is in recovery', { version: 1_760_000_000 }, 0, 'none'],
  ['it has none yet', { version: 1_760_000_000 }, 1, 'push'],
  ['it runs an older one', { version: 1_760_000_000 }, 1_759_999_999, 'push'],
  ['it runs a newer one', { version: 1_760_000_000 }, 1_760_000_005, { raiseTo: 1_760_000_007 }],
  ['it reports the highest possible version', { version: 5 }, INT32_MAX, 'none'],
  ['it reports the highest accepted version', { version: 5 }, 2_146_483_647, { raiseTo: 2_146_483_649 }],
])('%s', (_, ours, reported, decision) => {
  expect(decidePush(ours, reported)).toEqual(decision);
});

test.each([
  [null, 1_760_000_000],
  [1_759_999_000, 1_760_000_000],
  [1_760_000_000, 1_760_000_001],
  [1_760_000_900, 1_760_000_901],
  [INT32_MAX, INT32_MAX],
])('after %s comes %s', (last, next) => {
  expect(nextVersion(new Date(1_760_000_000_500), last)).toBe(next);
});
