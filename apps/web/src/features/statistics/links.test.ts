import { expect, it } from 'vitest';
import { linksOf } from './links.ts';

const SITE = '00000000-0000-7000-8000-00000000000b';
const ORGANIZATION = '00000000-0000-7000-8000-00000000000a';
const WINDOW = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-15T00:00:00.000Z' };
const ALL = { lists: true, logs: true };
const TIME = 'from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-15T00%3A00%3A00.000Z';

it('links from everything to lists of everything', () => {
  const links = linksOf({ siteUUID: undefined, enterpriseUUID: undefined }, ALL);
  expect(links.devices({ kind: 'ap' })).toBe('/device/all?kind=ap&at=account');
  expect(links.outages(WINDOW)).toBe(`/alarm/logs?tab=device&${TIME}&type=offline&at=account`);
  expect(links.visits(WINDOW, 'Guests')).toBe(`/alarm/logs?tab=terminal&${TIME}&ssid=Guests&at=account`);
});

it('links from a site or an organization to its own lists', () => {
  const ofSite = linksOf({ siteUUID: SITE, enterpriseUUID: undefined }, ALL);
  expect(ofSite.devices()).toBe(`/device/all?at=${SITE}`);
  expect(ofSite.visits(WINDOW)).toBe(`/alarm/logs?tab=terminal&${TIME}&at=${SITE}`);
  const ofOrganization = linksOf({ siteUUID: undefined, enterpriseUUID: ORGANIZATION }, ALL);
  expect(ofOrganization.devices()).toBe(`/device/all?at=${ORGANIZATION}`);
  expect(ofOrganization.outages(WINDOW)).toBe(
    `/alarm/logs?tab=device&${TIME}&type=offline&at=${ORGANIZATION}`,
  );
});

it('has no links without permission', () => {
  const none = linksOf({ siteUUID: SITE, enterpriseUUID: undefined }, { lists: false, logs: false });
  expect([none.devices(), none.outages(WINDOW), none.visits(WINDOW)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
