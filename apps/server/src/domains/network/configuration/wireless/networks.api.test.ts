import type { SettingPlace } from '@airloom/contract/configuration/edits';
import type { WirelessNetworkRow } from '@airloom/contract/wireless/wireless.model';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildNetwork, buildScheduledChange, reviewed } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;
let enterpriseUUID: string;
let harbour: string;
let east: string;
let networkUUID: string;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
  networkUUID = await buildNetwork(server, owner, { level: 'organization', uuid: enterpriseUUID });
  const device = await buildDevice(server, owner, { siteId: harbour, status: 'online', managed: true });
  deviceUUID = device.id;
  const radios = [{ bands: ['2G'] }, { bands: ['5G'] }];
  await run(sql`update device set abilities = ${JSON.stringify({ radios })}::jsonb where id = ${deviceUUID}`);
});

const as = (person: Person = owner) => ({ as: person.token });

async function run(statement: ReturnType<typeof sql>): Promise<void> {
  await server.platform.database.asSystem((tx) => tx.run(statement));
}

/** What the device has: the network with some other fields, and what it sets for its radios. */
async function release(fields: object = {}, radios: object = {}): Promise<void> {
  await run(sql`
    update device set released_settings = jsonb_build_object('bandSteering', null,
      'radios', ${JSON.stringify(radios)}::jsonb,
      'networks', jsonb_build_array(jsonb_build_object('id', ${networkUUID}::text,
        'value', (select value - 'targets' from setting where id = ${networkUUID}) || ${JSON.stringify(fields)}::jsonb)))
    where id = ${deviceUUID}`);
}

async function report(...bands: string[]): Promise<void> {
  const networks = bands.map((band) => ({ ssid: 'Guest', band }));
  await run(sql`
    insert into device_last_report (tenant_id, device_id, ts, report)
    values (${owner.tenant}, ${deviceUUID}, ${server.platform.now()}, ${JSON.stringify({ networks, clients: [] })})`);
}

async function listed(person?: Person): Promise<WirelessNetworkRow | undefined> {
  return (await server.call('listWirelessNetworks', {}, as(person))).data.rows[0];
}

test.each([
  ['no field', {}, 0],
  ['the VLAN', { vlan: 20 }, 1],
  ['the encryption', { encryption: 'wpa2' }, 1],
  ['being hidden', { hidden: true }, 1],
  ['the bands', { bands: ['5G'] }, 1],
  ['the password', { password: { digest: 'a'.repeat(32) } }, 1],
])('compares released settings with the network: a device that differs in %s', async (_, fields, pending) => {
  await release(fields);
  await report('2G', '5G');
  expect(await listed()).toMatchObject({ wantedDevices: 1, onAirDevices: 1, pendingDevices: pending });
});

test('counts a device that reports the network on fewer bands than its radios have', async () => {
  await release();
  await report('5G');
  expect(await listed()).toMatchObject({ onAirDevices: 1, pendingDevices: 1 });
});

test('counts a device that does not report the network at all', async () => {
  await release();
  await report();
  expect(await listed()).toMatchObject({ onAirDevices: 0, pendingDevices: 1 });
});

test('does not expect a network on a band whose radio is off, nor on one without a radio', async () => {
  await run(sql`
    update setting set value = jsonb_set(value, '{bands}', '["2G", "5G", "6G"]') where id = ${networkUUID}`);
  await release({}, { '2G': { value: { enabled: false }, origins: {} } });
  await report('5G');
  expect(await listed()).toMatchObject({ onAirDevices: 1, pendingDevices: 0 });
});

test('does not expect a network at its off times, nor while a configuration is on its way', async () => {
  await release();
  await report();
  await run(sql`update device set configuration_state = 'pending' where id = ${deviceUUID}`);
  expect(await listed()).toMatchObject({ pendingDevices: 0 });
  await run(sql`update device set configuration_state = 'applied' where id = ${deviceUUID}`);
  const offTimes = JSON.stringify([{ start: '22:00', end: '23:00' }]);
  await run(sql`
    update setting set value = jsonb_set(value, '{offTimes}', ${offTimes}::jsonb) where id = ${networkUUID}`);
  await release();
  expect(await listed()).toMatchObject({ pendingDevices: 0 });
});

const override = (place: SettingPlace) => ({
  kind: 'edits' as const,
  edits: [
    {
      kind: 'wirelessOverride' as const,
      settingUUID: null,
      baseVersion: null,
      place,
      networkUUID,
      value: { vlan: 30 },
    },
  ],
});

test('shows that a change of the network or of an override is rolling out', async () => {
  expect(await listed()).toMatchObject({ rollingOut: false });
  const source = override({ level: 'site', uuid: harbour });
  await buildScheduledChange(server, owner, source);
  expect(await listed()).toMatchObject({ rollingOut: false });
  await run(sql`update device set status = 'offline' where id = ${deviceUUID}`);
  const { data } = await server.call('applyChange', await reviewed(server, owner, source), as());
  expect(await listed()).toMatchObject({ rollingOut: true, pendingDevices: 1 });
  await run(sql`
    update configuration_change set state = 'done', ended_at = now() where id = ${data.changeUUID}`);
  expect(await listed()).toMatchObject({ rollingOut: false });
});

test('does not show a change of sites out of reach', async () => {
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [east] });
  const source = override({ level: 'site', uuid: harbour });
  await server.call('applyChange', await reviewed(server, owner, source), as());
  expect(await listed()).toMatchObject({ rollingOut: true });
  expect(await listed(operator)).toMatchObject({ rollingOut: false });
});
