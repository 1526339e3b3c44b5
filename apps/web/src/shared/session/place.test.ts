import { expect, it } from 'vitest';
import { ORGANIZATION, SITE } from './current-site.ts';
import { placeOf, readScope } from './place.ts';
import { EVERYTHING, withScope } from './scope-address.ts';
import { HARBOUR, NORTHWIND, TREE } from './testing/site-tree.ts';

const IN_VIEW = readScope(HARBOUR, TREE, null);

it('is about what is in view unless the address names something else that is known', () => {
  expect(IN_VIEW).toMatchObject({ id: HARBOUR, type: SITE });
  expect(readScope(null, TREE, IN_VIEW)).toBe(IN_VIEW);
  expect(readScope('nobody', TREE, IN_VIEW)).toBe(IN_VIEW);
  expect(readScope(EVERYTHING, TREE, IN_VIEW)).toBeNull();
  expect(readScope(NORTHWIND, TREE, IN_VIEW)).toMatchObject({ id: NORTHWIND, type: ORGANIZATION });
});

it('asks calls for a site, an organization, or neither', () => {
  expect(placeOf(IN_VIEW)).toEqual({ siteUUID: HARBOUR, enterpriseUUID: undefined });
  expect(placeOf({ id: NORTHWIND, type: ORGANIZATION })).toEqual({
    siteUUID: undefined,
    enterpriseUUID: NORTHWIND,
  });
  expect(placeOf(null)).toEqual({ siteUUID: undefined, enterpriseUUID: undefined });
});

it('puts a scope into a path and keeps the rest of its query', () => {
  expect(withScope('/device/all', null)).toBe('/device/all?at=account');
  expect(withScope(`/device/all?status=offline&at=${HARBOUR}`, NORTHWIND)).toBe(
    `/device/all?status=offline&at=${NORTHWIND}`,
  );
});
