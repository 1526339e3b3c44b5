import { errorKeyOf } from '@airloom/contract/errors';
import type { Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildNetwork } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { releasePresent, storeReport } from '../../../../testing/wireless-builders.ts';
import { clientOf } from '../../../monitoring/telemetry/testing/reports.ts';

let server: TestServer;
let owner: Person;
let operator: Person;
let harbour: string;
let east: string;
let networkUUID: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
  operator = await buildMember(server, owner, 'siteOperator', { siteIds: [east] });
  networkUUID = await buildNetwork(server, owner, { level: 'organization', uuid: enterpriseUUID });
  await buildReporting(harbour, { networks: [{ ssid: 'Guest', bssid: null, band: '5G' }] });
  const clients = [client, client, { ...client, wireless: null }, { ...client, wireless: elsewhere }];
  const second = await buildReporting(east, { clients });
  await buildDevice(server, owner, { siteId: east, name: 'Own', status: 'online', managed: false });
  await releasePresent(server, owner, second);
  await buildNetwork(server, owner, { level: 'site', uuid: east }, { ssid: 'Silent' });
});
afterAll(() => server.stop());

const sample = clientOf('02:00:00:00:00:01', 60, 1);
const client = { ...sample, wireless: sample.wireless && { ...sample.wireless, ssid: 'Guest' } };
const elsewhere = sample.wireless && { ...sample.wireless, ssid: 'Elsewhere' };

const as = (person: Person = owner) => ({ as: person.token });

async function buildReporting(siteId: string, report: Partial<Report>): Promise<string> {
  const { id } = await buildDevice(server, owner, { siteId, status: 'online', managed: true });
  const radios = [
    { bands: ['2G'], channels: [1, 6, 11], modes: [{ mode: 'HE', maxWidthMhz: 40 }] },
    { bands: ['5G'], channels: [36, 40, 52, 149], modes: [{ mode: 'HE', maxWidthMhz: 80 }] },
  ];
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device set abilities = ${JSON.stringify({ radios })}::jsonb where id = ${id}`);
  });
  await storeReport(server, owner, id, report);
  return id;
}

test('lists where networks are wanted, on air, used and pending', async () => {
  const { data } = await server.call('listWirelessNetworks', {}, as());
  expect(data.rows).toMatchObject([
    {
      ssid: 'Guest',
      place: { level: 'organization', name: 'North' },
      overrides: 0,
      wantedDevices: 2,
      onAirDevices: 2,
      sites: 2,
      clients: 2,
      pendingDevices: 1,
    },
    { ssid: 'Silent', wantedDevices: 1, onAirDevices: 0, sites: 0, clients: 0, pendingDevices: 1 },
  ]);
});

test('counts no devices of other organizations', async () => {
  const other = await buildOrganization(server, owner, 'South');
  const quay = await buildSite(server, owner, other, 'Quay');
  await buildReporting(quay, { networks: [{ ssid: 'Guest', bssid: null, band: '5G' }] });
  const { data } = await server.call('listWirelessNetworks', {}, as());
  expect(data.rows).toMatchObject([
    { ssid: 'Guest', wantedDevices: 2, onAirDevices: 2 },
    { ssid: 'Silent', onAirDevices: 0 },
  ]);
});

test('counts only devices within reach', async () => {
  const { data } = await server.call('listWirelessNetworks', { siteUUID: east }, as(operator));
  expect(data.rows).toMatchObject([
    { ssid: 'Guest', wantedDevices: 1, onAirDevices: 1, sites: 1, clients: 2, pendingDevices: 0 },
    { ssid: 'Silent', wantedDevices: 1 },
  ]);
});

test('offers what both the country and the radios of a site allow', async () => {
  const { data } = await server.call('viewRadioOptions', { level: 'site', placeUUID: harbour }, as());
  const [low, middle, high] = data.bands;
  expect(data.country).toBe('PL');
  expect(low).toMatchObject({ band: '2G', radios: 1, widthsMhz: [20, 40], maxDbm: 20 });
  // Channel 149 is not allowed in Poland.
  expect(middle).toMatchObject({
    band: '5G',
    channels: [
      { channel: 36, radar: false, maxDbm: 23 },
      { channel: 40, radar: false, maxDbm: 23 },
      { channel: 52, radar: true, maxDbm: 20 },
    ],
    widthsMhz: [20, 40, 80],
  });
  // 320 MHz fit into the channels that Europe allows at 6 GHz.
  expect(high).toMatchObject({ band: '6G', radios: 0, widthsMhz: [20, 40, 80, 160, 320] });
});

test('turns a configuration into edits of a place and names what is ignored', async () => {
  const document = {
    uuid: 7,
    radios: [{ band: '5G', channel: 36 }],
    interfaces: [
      {
        name: 'WAN',
        ssids: [
          { name: 'Cafe', 'wifi-bands': ['5G'], encryption: { proto: 'psk2', key: 'espresso-please' } },
          { name: 'Short', 'wifi-bands': ['5G'], encryption: { proto: 'psk2', key: 'short' } },
        ],
      },
    ],
    services: {},
  };
  const read = (place: object) => server.send('readConfiguration', { place, document }, as());
  const atSite = await server.call(
    'readConfiguration',
    { place: { level: 'site', uuid: east }, document },
    as(),
  );
  expect(atSite.data).toMatchObject({
    edits: [
      { kind: 'wirelessNetwork', value: { ssid: 'Cafe', password: 'espresso-please' } },
      { kind: 'radios', value: { bands: { '5G': { channel: 36 } } } },
    ],
    ignored: ['services', 'wireless.Short'],
  });
  const source = { kind: 'edits' as const, edits: atSite.data.edits };
  const review = await server.call('reviewChange', { source }, as());
  expect(review.data.edits.map(({ action }) => action)).toEqual(['create', 'create']);
  const unreadable = { place: { level: 'site', uuid: east }, document: { hello: 1 } };
  const refused = await server.send('readConfiguration', unreadable, as());
  expect(errorKeyOf(refused.code)).toBe('configurationUnreadable');
  expect(errorKeyOf((await read({ level: 'site', uuid: networkUUID })).code)).toBe('notFound');
});
