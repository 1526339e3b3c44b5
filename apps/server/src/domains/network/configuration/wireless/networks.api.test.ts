import type { SettingPlace } from '@airloom/contract/configuration/edits';
import type { Band, EffectiveNetwork, EffectiveSettings } from '@airloom/contract/configuration/effective';
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
import { buildDevice, buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { releasePresent, storeReport } from '../../../../testing/wireless-builders.ts';
import { clientOf } from '../../../monitoring/telemetry/testing/reports.ts';

type Fields = Partial<EffectiveNetwork['value']>;

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

const release = (fields?: Fields, radios?: EffectiveSettings['radios']) =>
  releasePresent(server, owner, deviceUUID, fields, radios);

const guest = (...bands: Band[]) => bands.map((band) => ({ ssid: 'Guest', bssid: null, band }));

/** The device reports the network on these bands. */
const report = (...bands: Band[]) => storeReport(server, owner, deviceUUID, { networks: guest(...bands) });

async function listed(person?: Person): Promise<WirelessNetworkRow | undefined> {
  return (await server.call('listWirelessNetworks', {}, as(person))).data.rows[0];
}

const DIFFERENCES: readonly (readonly [string, Fields, number])[] = [
  ['no field', {}, 0],
  ['the VLAN', { vlan: 20 }, 1],
  ['the encryption', { encryption: 'wpa2' }, 1],
  ['being hidden', { hidden: true }, 1],
  ['the bands', { bands: ['5G'] }, 1],
  ['the password', { password: { digest: 'a'.repeat(32) } }, 1],
];

test.each(DIFFERENCES)(
  'compares released settings with the network: a device that differs in %s',
  async (_, fields, pending) => {
    await release(fields);
    await report('2G', '5G');
    expect(await listed()).toMatchObject({ wantedDevices: 1, onAirDevices: 1, pendingDevices: pending });
  },
);

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

const settingOverride = (value: object) => sql`
  insert into setting (tenant_id, id, kind, level, site_id, network_id, value, version, updated_by_name, updated_at)
  values (${owner.tenant}, gen_random_uuid(), 'wirelessOverride', 'site', ${harbour}, ${networkUUID},
    ${JSON.stringify(value)}, 1, '', now())`;

test('expects the bands that the site of a device overrides', async () => {
  await run(settingOverride({ bands: ['5G'] }));
  await release();
  await report('5G');
  expect(await listed()).toMatchObject({
    overrides: 1,
    wantedDevices: 1,
    onAirDevices: 1,
    pendingDevices: 0,
  });
  await report('2G', '5G');
  expect(await listed()).toMatchObject({ onAirDevices: 1, pendingDevices: 1 });
});

test('does not want a network that the site of a device disables, and counts it while it is released', async () => {
  await release();
  await report('2G', '5G');
  await run(settingOverride({ enabled: false }));
  expect(await listed()).toMatchObject({ wantedDevices: 0, onAirDevices: 1, sites: 1, pendingDevices: 1 });
  await release();
  await report();
  expect(await listed()).toMatchObject({ wantedDevices: 0, onAirDevices: 0, sites: 0, pendingDevices: 0 });
});

test('counts a network of the same name only on devices that it is for', async () => {
  const groups = await Promise.all(
    ['Lobby', 'Rooms'].map((name) =>
      server.call('createGroup', { siteUUID: harbour, name }, as()).then(({ data }) => data.groupUUID),
    ),
  );
  const targets = (index: number) =>
    JSON.stringify({ kind: 'groups', groupUUIDs: groups.slice(index, index + 1) });
  await run(sql`
    update setting set value = jsonb_set(value, '{targets}', ${targets(0)}::jsonb) where id = ${networkUUID}`);
  await run(sql`
    insert into setting (tenant_id, id, kind, level, enterprise_id, value, version, updated_by_name, updated_at)
    select tenant_id, gen_random_uuid(), kind, level, enterprise_id,
      jsonb_set(value, '{targets}', ${targets(1)}::jsonb), version, updated_by_name, updated_at
    from setting where id = ${networkUUID}`);
  await run(sql`update device set group_id = ${groups[0]} where id = ${deviceUUID}`);
  await release();
  await report('2G', '5G');
  const { data } = await server.call('listWirelessNetworks', {}, as());
  expect(
    data.rows
      .map(({ wantedDevices, onAirDevices }) => ({ wantedDevices, onAirDevices }))
      .toSorted((one, other) => one.wantedDevices - other.wantedDevices),
  ).toEqual([
    { wantedDevices: 0, onAirDevices: 0 },
    { wantedDevices: 1, onAirDevices: 1 },
  ]);
});

test('counts devices that are alike and devices that differ', async () => {
  const others = await buildDevices(
    server,
    owner,
    [harbour, harbour, east].map((siteId) => ({ siteId, status: 'online', managed: true })),
  );
  await run(sql`
    update device set abilities = (select abilities from device where id = ${deviceUUID})
    where tenant_id = ${owner.tenant}`);
  const [alike, fewer, remote] = others.map(({ id }) => id);
  for (const id of [deviceUUID, alike, fewer, remote]) await releasePresent(server, owner, id ?? '');
  await report('2G', '5G');
  await storeReport(server, owner, alike ?? '', { networks: guest('2G', '5G') });
  await storeReport(server, owner, fewer ?? '', { networks: guest('2G') });
  await storeReport(server, owner, remote ?? '', { networks: [] });
  expect(await listed()).toMatchObject({ wantedDevices: 4, onAirDevices: 3, sites: 1, pendingDevices: 2 });
});

test('counts the clients of devices at their present site that are not offline', async () => {
  await buildNetwork(server, owner, { level: 'site', uuid: harbour }, { ssid: 'Lobby' });
  const clients = ['Guest', 'Lobby', 'Guest', 'Elsewhere'].map((ssid, index) => {
    const sample = clientOf(`02:00:00:00:00:0${index}`, 60, 1);
    return { ...sample, wireless: sample.wireless && { ...sample.wireless, ssid } };
  });
  const counted = async () => {
    const { data } = await server.call('listWirelessNetworks', {}, as());
    return Object.fromEntries(data.rows.map((row) => [row.ssid, row.clients]));
  };
  await storeReport(server, owner, deviceUUID, { clients });
  expect(await counted()).toEqual({ Guest: 2, Lobby: 1 });
  await server.call('moveDevices', { deviceUUIDs: [deviceUUID], siteUUID: east }, as());
  expect(await counted()).toEqual({ Guest: 2, Lobby: 0 });
  await run(sql`update device set status = 'offline' where id = ${deviceUUID}`);
  expect(await counted()).toEqual({ Guest: 0, Lobby: 0 });
  await run(sql`update device set status = 'online' where id = ${deviceUUID}`);
  await run(
    sql`update setting set value = jsonb_set(value, '{ssid}', '"Elsewhere"') where id = ${networkUUID}`,
  );
  expect(await counted()).toEqual({ Elsewhere: 1, Lobby: 0 });
  await run(sql`update device set status = 'offline' where id = ${deviceUUID}`);
  await server.call('deleteDevices', { deviceUUIDs: [deviceUUID] }, as());
  expect(await counted()).toEqual({ Elsewhere: 0, Lobby: 0 });
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

/** Another access point with all bands. */
async function buildAp(siteId: string, managed = true): Promise<string> {
  const { id } = await buildDevice(server, owner, { siteId, status: 'online', managed });
  const radios = ['2G', '5G', '6G'].map((band) => ({ bands: [band] }));
  await run(sql`update device set abilities = ${JSON.stringify({ radios })}::jsonb where id = ${id}`);
  return id;
}

async function released(siteId: string): Promise<string> {
  const id = await buildAp(siteId);
  await releasePresent(server, owner, id);
  await run(sql`update device set configuration_state = 'applied' where id = ${id}`);
  return id;
}

const ofSite = async (uuid: string) =>
  (await server.call('listWirelessNetworks', { siteUUID: uuid }, as())).data.rows.find(
    ({ place }) => place.uuid === uuid,
  );

test('clients of another network of the same name are not counted', async () => {
  const other = await buildSite(server, owner, enterpriseUUID, 'West');
  const targets = { kind: 'sites' as const, siteUUIDs: [harbour] };
  const organization = { level: 'organization', uuid: enterpriseUUID } as const;
  const limited = await buildNetwork(server, owner, organization, { ssid: 'Staff', targets });
  const local = await buildNetwork(server, owner, { level: 'site', uuid: other }, { ssid: 'Staff' });
  const id = await released(other);
  const sample = clientOf('02:00:00:00:00:01', 60, 1);
  const client = { ...sample, wireless: sample.wireless && { ...sample.wireless, ssid: 'Staff' } };
  const networks = (['2G', '5G'] as const).map((band) => ({ ssid: 'Staff', bssid: null, band }));
  await storeReport(server, owner, id, { networks, clients: [client] });
  const { rows } = (await server.call('listWirelessNetworks', {}, as())).data;
  const clientsOf = (uuid: string) => rows.find((row) => row.networkUUID === uuid)?.clients;
  expect([clientsOf(limited), clientsOf(local)]).toEqual([0, 1]);
});

test('a band that the country forbids is no difference', async () => {
  await run(sql`update site set country_code = 'CN' where id = ${east}`);
  await buildNetwork(
    server,
    owner,
    { level: 'site', uuid: east },
    { ssid: 'Six', bands: ['2G', '5G', '6G'] },
  );
  const id = await released(east);
  const networks = (['2G', '5G'] as const).map((band) => ({ ssid: 'Six', bssid: null, band }));
  await storeReport(server, owner, id, { networks });
  expect(await ofSite(east)).toMatchObject({ wantedDevices: 1, onAirDevices: 1, pendingDevices: 0 });
});

test('a network in a reserved VLAN is no difference that a review could remove', async () => {
  await buildNetwork(server, owner, { level: 'site', uuid: east }, { ssid: 'Reserved', vlan: 4060 });
  await storeReport(server, owner, await released(east), { networks: [] });
  expect(await ofSite(east)).toMatchObject({ pendingDevices: 0 });
});

test('an access point that keeps its own configuration counts neither as wanted nor as on air', async () => {
  await buildNetwork(server, owner, { level: 'site', uuid: east }, { ssid: 'Staff' });
  const networks = (['2G', '5G'] as const).map((band) => ({ ssid: 'Staff', bssid: null, band }));
  await storeReport(server, owner, await buildAp(east, false), { networks });
  expect(await ofSite(east)).toMatchObject({ wantedDevices: 0, onAirDevices: 0 });
});
