import { expect, it } from 'vitest';
import { readFilters, readState } from './alarm-filters.ts';

const SITE = '018f0000-0000-7000-8000-00000000000a';
const ELSEWHERE = { siteUUID: '018f0000-0000-7000-8000-00000000000b', enterpriseUUID: undefined };
const COMPANY = { siteUUID: undefined, enterpriseUUID: '018f0000-0000-7000-8000-00000000000c' };

it('prefers a site of the address to the selected one', () => {
  expect(readFilters({ siteUUID: SITE }, ELSEWHERE)).toMatchObject({ siteUUID: SITE });
  expect(readFilters({ siteUUID: SITE }, COMPANY)).toMatchObject({
    siteUUID: SITE,
    enterpriseUUID: undefined,
  });
  expect(readFilters({}, COMPANY)).toMatchObject(COMPANY);
});

it('ignores invalid values of the address', () => {
  const asked = readFilters({ level: 'awful', type: 'none', siteUUID: 'x', from: 'once' }, ELSEWHERE);
  expect(asked).toMatchObject({ ...ELSEWHERE, level: undefined, type: undefined, from: undefined });
  expect(readState({ state: 'over' })).toBeUndefined();
  expect(readState({ state: 'confirmed' })).toBe('confirmed');
});
