import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
});
afterAll(() => server.stop());

test('counts a roamed client once, at its latest device, as the home page does', async () => {
  const enterprise = await buildOrganization(server, owner, 'North');
  const harbour = await buildSite(server, owner, enterprise, 'Harbour');
  const hill = await buildSite(server, owner, enterprise, 'Hill');
  const at = async (siteId: string, name: string) => ({
    siteId,
    deviceId: (await buildDevice(server, owner, { siteId, name, status: 'online' })).id,
  });
  const [pier, quay, top] = [await at(harbour, 'Pier'), await at(harbour, 'Quay'), await at(hill, 'Top')];
  const roamer = { mac: 'a4:83:e7:00:00:01' };
  const before = new Date(server.platform.now().getTime() - 3_600_000);
  const now = server.platform.now();
  await buildTerminal(server, owner, { ...quay, ...roamer, band: '5G', signal: -50, startedAt: now });
  await buildTerminal(server, owner, { ...pier, ...roamer, band: '2G', signal: -90, startedAt: before });
  await buildTerminal(server, owner, { ...top, band: '5G', ssid: 'Guests', signal: -60 });

  const ask = async (place: object) => {
    const as = { as: owner.token };
    const [counts, home, health] = await Promise.all([
      server.call('onlineCounts', place, as),
      server.call('networkNow', place, as),
      server.call('siteHealth', place, as),
    ]);
    const elsewhere = [
      home.data.clients,
      health.data.sites.reduce((sum, { clients }) => sum + (clients ?? 0), 0),
    ];
    return { ...counts.data, elsewhere };
  };
  expect(await ask({})).toEqual({
    total: 2,
    weak: 0,
    bands: [{ band: '5G', terminals: 2 }],
    ssids: [
      { ssid: 'Guests', terminals: 1 },
      { ssid: 'Office', terminals: 1 },
    ],
    elsewhere: [2, 2],
  });
  expect(await ask({ siteUUID: harbour })).toMatchObject({ total: 1, elsewhere: [1, 1] });
});
