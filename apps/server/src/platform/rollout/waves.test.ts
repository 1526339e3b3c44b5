import { describe, expect, test } from 'vitest';
import { nextStep, type Progress, waveAt } from './waves.ts';

function sizes(devices: number, shares: readonly number[]): number[] {
  const waves = Array.from({ length: devices }, (_, place) => waveAt(place, devices, shares));
  return shares.map((_, index) => waves.filter((wave) => wave === index + 1).length);
}

describe('assigns members to waves', () => {
  test.each([
    [10, [10, 50, 100], [1, 4, 5]],
    [3, [10, 50, 100], [1, 1, 1]],
    [1, [1, 100], [1, 0]],
    [7, [100], [7]],
    [1000, [1, 5, 25, 100], [10, 40, 200, 750]],
    [33, [33, 66, 100], [11, 11, 11]],
  ])('%i in %j', (devices, shares, expected) => expect(sizes(devices, shares)).toEqual(expected));
});

const NONE: Progress = { waiting: 0, running: 0, succeeded: 0, failed: 0, holding: 0, later: 0 };

describe('next step of a rollout', () => {
  test.each([
    ['all done', { succeeded: 9, failed: 1 }, 'finished'],
    ['all failed, nothing left to save', { failed: 3 }, 'finished'],
    ['some run', { running: 1, succeeded: 5, later: 10 }, 'continue'],
    ['some wait', { waiting: 1, holding: 1, succeeded: 5, later: 10 }, 'continue'],
    ['a retry is to come', { waiting: 1, holding: 1, later: 1 }, 'continue'],
    ['the wave is over', { succeeded: 5, later: 10 }, 'nextWave'],
    ['the rest of the wave is offline for long', { waiting: 2, succeeded: 5, later: 10 }, 'nextWave'],
    ['only the long offline are left', { waiting: 2, succeeded: 5 }, 'continue'],
    ['exactly the share failed', { succeeded: 4, failed: 1, later: 10 }, 'nextWave'],
    ['more than the share failed', { succeeded: 3, failed: 1, later: 10 }, 'tooManyFailed'],
    [
      'more than the share of those that answered failed',
      { waiting: 8, succeeded: 1, failed: 1 },
      'tooManyFailed',
    ],
    ['it may still come right', { running: 8, succeeded: 1, failed: 2 }, 'continue'],
    ['it cannot come right', { running: 8, failed: 3 }, 'tooManyFailed'],
  ] as const)('%s', (_, progress, expected) => {
    expect(nextStep({ ...NONE, ...progress }, 20)).toBe(expected);
  });
});
