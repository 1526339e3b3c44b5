import { expect, it } from 'vitest';
import { homeLinks } from './home-links.ts';

const SITE = '00000000-0000-7000-8000-000000000002';

it('what is counted over everything leads to pages about everything', () => {
  const links = homeLinks({ siteUUID: undefined, enterpriseUUID: undefined });
  expect(links.alarms('urgent')).toBe('/topalarm/list?level=urgent');
  expect(links.devices({ kind: 'ap', status: 'offline' })).toBe(
    '/device/all?kind=ap&status=offline&at=account',
  );
  expect(links.traffic).toBe('/statistics/network?at=account');
  expect(links.clients).toBe('/monitor/onlineUser?at=account');
  expect(links.ssid('Guests & co')).toBe('/monitor/onlineUser?ssid=Guests+%26+co&at=account');
  expect(links.wall).toBe('/monitor/bigShow');
});

it('what is counted for a site leads to the lists of that site', () => {
  const links = homeLinks({ siteUUID: SITE, enterpriseUUID: undefined });
  expect(links.alarms()).toBe('/alarm/list');
  expect(links.alarm('x')).toBe('/alarm/list?alarm=x');
  expect(links.devices({ kind: 'ap', status: 'offline' })).toBe('/device/all?kind=ap&status=offline');
  expect(links.devices()).toBe('/device/all');
  expect(links.clients).toBe('/monitor/onlineUser');
  expect(links.ssid('Guests')).toBe('/monitor/onlineUser?ssid=Guests');
  expect(links.traffic).toBe(`/statistics/network?at=${SITE}`);
  expect(links.wall).toBe(`/monitor/bigShow?at=${SITE}`);
});
