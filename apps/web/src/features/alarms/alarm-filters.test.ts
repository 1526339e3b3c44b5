import { expect, it } from 'vitest';
import { readFilters, readState } from './alarm-filters.ts';

const ELSEWHERE = { siteUUID: '018f0000-0000-7000-8000-00000000000b', enterpriseUUID: undefined };
const COMPANY = { siteUUID: undefined, enterpriseUUID: '018f0000-0000-7000-8000-00000000000c' };

it('shows the selected scope', () => {
  expect(readFilters({}, ELSEWHERE)).toMatchObject(ELSEWHERE);
  expect(readFilters({ level: 'urgent' }, COMPANY)).toMatchObject({ ...COMPANY, level: 'urgent' });
});

it('ignores invalid values of the address', () => {
  const asked = readFilters({ level: 'awful', type: 'none', deviceUUID: 'x', from: 'once' }, ELSEWHERE);
  expect(asked).toMatchObject({ ...ELSEWHERE, level: undefined, type: undefined, from: undefined });
  expect(readState({ state: 'over' })).toBeUndefined();
  expect(readState({ state: 'confirmed' })).toBe('confirmed');
});
