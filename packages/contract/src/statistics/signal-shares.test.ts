import { expect, it } from 'vitest';
import { signalShares } from './signal-shares.ts';

const SIGNAL = [
  { grade: 'excellent', band: '5G', seconds: 300 },
  { grade: 'good', band: '2G', seconds: 50 },
  { grade: 'bad', band: '2G', seconds: 50 },
  { grade: 'bad', band: '6G', seconds: 0 },
] as const;

it('returns the share of every grade, in total and per used band', () => {
  const shares = signalShares([...SIGNAL]);
  expect(shares.map(({ grade, percent }) => [grade, percent])).toEqual([
    ['excellent', 75],
    ['good', 12.5],
    ['fair', 0],
    ['weak', 0],
    ['bad', 12.5],
  ]);
  expect(shares[0]).toMatchObject({
    from: -55,
    seconds: 300,
    bands: [
      { band: '2G', percent: 0 },
      { band: '5G', percent: 100 },
    ],
  });
  expect(shares[4]).toMatchObject({ from: null, bands: [{ percent: 50 }, { percent: 0 }] });
});

it('returns nothing without clients', () => {
  expect(signalShares([])).toEqual([]);
});
