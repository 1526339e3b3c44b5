import { expect, it } from 'vitest';
import { EVERYTHING } from '../../shared/session/place.ts';
import { linksOf } from './links.ts';

const SITE = '00000000-0000-7000-8000-00000000000b';
const ORGANIZATION = '00000000-0000-7000-8000-00000000000a';
const WINDOW = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-15T00:00:00.000Z' };
const ALL = { lists: true, logs: true };
const TIME = 'from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-15T00%3A00%3A00.000Z';

it('links from everything to unfiltered lists', () => {
  const links = linksOf({ siteUUID: undefined, enterpriseUUID: undefined }, EVERYTHING, ALL);
  expect(links.devices({ kind: 'ap' })).toBe('/device/all?kind=ap&at=account');
  expect(links.outages(WINDOW)).toBe(`/alarm/logs?tab=device&${TIME}&type=offline`);
  expect(links.visits(WINDOW, 'Guests')).toBe(`/alarm/logs?tab=terminal&${TIME}&ssid=Guests`);
});

it('links from a site to its own lists, whichever scope is selected', () => {
  const place = { siteUUID: SITE, enterpriseUUID: undefined };
  expect(linksOf(place, SITE, ALL).devices()).toBe(`/device/all?at=${SITE}`);
  expect(linksOf(place, undefined, ALL).devices()).toBe('/device/all');
  expect(linksOf(place, SITE, ALL).visits(WINDOW)).toBe(`/alarm/logs?tab=terminal&siteUUID=${SITE}&${TIME}`);
});

it('has no links without a matching list or permission', () => {
  const ofOrganization = linksOf({ siteUUID: undefined, enterpriseUUID: ORGANIZATION }, ORGANIZATION, ALL);
  expect(ofOrganization.devices()).toBe(`/device/all?at=${ORGANIZATION}`);
  expect(ofOrganization.outages(WINDOW)).toBeUndefined();
  const held = { lists: false, logs: false };
  const none = linksOf({ siteUUID: SITE, enterpriseUUID: undefined }, undefined, held);
  expect([none.devices(), none.outages(WINDOW), none.visits(WINDOW)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
