import { expect, it } from 'vitest';
import { wavesOf } from './wave-parts.ts';

it('returns the share and state of each wave', () => {
  expect(wavesOf({ waves: [10, 50, 100], wave: 2, state: 'running' })).toEqual([
    { number: 1, share: 10, state: 'over' },
    { number: 2, share: 40, state: 'running' },
    { number: 3, share: 50, state: 'waiting' },
  ]);
  expect(wavesOf({ waves: [100], wave: 0, state: 'scheduled' })).toEqual([
    { number: 1, share: 100, state: 'waiting' },
  ]);
  expect(wavesOf({ waves: [100], wave: 1, state: 'finished' })[0]?.state).toBe('over');
});
