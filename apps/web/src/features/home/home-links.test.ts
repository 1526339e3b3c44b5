import { ALL_GRANTS } from '@airloom/contract/permissions';
import { expect, it } from 'vitest';
import { homeLinks } from './home-links.ts';

const EVERYWHERE = { siteUUID: undefined, enterpriseUUID: undefined };
const SITE = '00000000-0000-7000-8000-000000000002';

it('links from everything to lists of everything', () => {
  const links = homeLinks(EVERYWHERE, ALL_GRANTS);
  expect(links.alarms({ level: 'urgent' })).toBe('/alarm/list?level=urgent&at=account');
  expect(links.devices({ kind: 'ap', status: 'offline' })).toBe(
    '/device/all?kind=ap&status=offline&at=account',
  );
  expect(links.traffic).toBe('/statistics/network?at=account');
  expect(links.clients).toBe('/monitor/onlineUser?at=account');
  expect(links.ssid('Guests & co')).toBe('/monitor/onlineUser?ssid=Guests+%26+co&at=account');
  expect(links.sitesWithoutPlace).toBe('/topnav/site?withoutPlace=true&at=account');
  expect(links.bigScreen).toBe('/monitor/bigShow');
});

it('links from a site to its own lists', () => {
  const links = homeLinks({ siteUUID: SITE, enterpriseUUID: undefined }, ALL_GRANTS);
  expect(links.alarms()).toBe(`/alarm/list?at=${SITE}`);
  expect(links.alarm('x')).toBe(`/alarm/list?alarm=x&at=${SITE}`);
  expect(links.devices({ kind: 'ap', status: 'offline' })).toBe(
    `/device/all?kind=ap&status=offline&at=${SITE}`,
  );
  expect(links.clients).toBe(`/monitor/onlineUser?at=${SITE}`);
  expect(links.traffic).toBe(`/statistics/network?at=${SITE}`);
  expect(links.bigScreen).toBe(`/monitor/bigShow?at=${SITE}`);
});

it('has no links to pages without permission', () => {
  const links = homeLinks(EVERYWHERE, ['statistics', 'ap_device']);
  expect(links.traffic).toBe('/statistics/network?at=account');
  const shut = [
    links.alarms(),
    links.alarm('x'),
    links.devices(),
    links.clients,
    links.ssid('Guests'),
    links.sites,
  ];
  expect(shut).toEqual(shut.map(() => undefined));
  expect(homeLinks(EVERYWHERE, ['statistics', 'current_alarm']).alarms()).toBe('/alarm/list?at=account');
});
