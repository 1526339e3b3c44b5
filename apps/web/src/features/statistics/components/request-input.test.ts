import { expect, it } from 'vitest';
import { isOf } from './request-input.ts';

const SITE = '00000000-0000-7000-8000-00000000000b';
const EVERYWHERE = { siteUUID: undefined, enterpriseUUID: undefined };

it('keeps figures while others of the same place load, and drops them with the place', () => {
  const ofSite = isOf({ siteUUID: SITE, enterpriseUUID: undefined });
  expect(ofSite({ siteUUID: SITE, range: 'day' })).toBe(true);
  expect(ofSite({ siteUUID: SITE, range: 'month', page: 2 })).toBe(true);
  expect(ofSite({ range: 'day' })).toBe(false);
  expect(isOf(EVERYWHERE)({ siteUUID: SITE, range: 'day' })).toBe(false);
  expect(isOf(EVERYWHERE)({ ...EVERYWHERE, range: 'day' })).toBe(true);
  expect(isOf(EVERYWHERE)(undefined)).toBe(false);
});
