import { expect, it } from 'vitest';
import { signalShares } from './signal-shares.ts';

const SIGNAL = [
  { grade: 'excellent', band: '5G', seconds: 300 },
  { grade: 'good', band: '2G', seconds: 50 },
  { grade: 'bad', band: '2G', seconds: 50 },
  { grade: 'bad', band: '6G', seconds: 0 },
] as const;

it('tells the share of every grade, over all bands and on each that was used', () => {
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

it('has nothing to tell where nobody was heard', () => {
  expect(signalShares([])).toEqual([]);
});
