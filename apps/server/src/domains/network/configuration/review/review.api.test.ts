import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import {
  buildNetwork,
  networkValue,
  newNetwork,
  reviewed,
  type Source,
  WIFI_PASSWORD,
} from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { releaseSettings } from '../../devices/index.ts';
import { resolveSettings } from '../../settings/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let owner: Person;
let enterpriseUUID: string;
let siteUUID: string;
let deviceUUID: string;
beforeEach(async () => {
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  siteUUID = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  const { id } = await buildDevice(server, owner, { siteId: siteUUID, name: 'AP 1', managed: true });
  deviceUUID = id;
  const abilities = { radios: [{ bands: ['5G'], channels: [], modes: [] }] };
  await server.platform.database.withTenant(owner, (tx) =>
    tx.run(sql`update device set abilities = ${JSON.stringify(abilities)}::jsonb where id = ${id}`),
  );
});

const as = (person: Person = owner) => ({ as: person.token });
const ofSite = () => ({ level: 'site', uuid: siteUUID }) as const;
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const review = (source: Source, person = owner) => server.call('reviewChange', { source }, as(person));
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);

async function stored(ssid: string) {
  const { rows } = (await server.call('listSettings', { kind: 'wirelessNetwork', search: ssid }, as())).data;
  const edit = rows[0]?.edit;
  if (edit?.kind !== 'wirelessNetwork' || edit.value === null) throw new Error('No network');
  return { ...edit, value: edit.value };
}

/** Releases what applies to the device now, as a finished rollout does. */
async function release(): Promise<void> {
  await server.platform.database.withTenant(owner, async (tx) => {
    const resolved = await resolveSettings(tx, owner, [deviceUUID]);
    await releaseSettings(tx, owner, [
      { id: deviceUUID, released_settings: resolved.get(deviceUUID) ?? null },
    ]);
  });
}

test('shows the devices whose networks get other off times', async () => {
  await buildNetwork(server, owner, ofSite());
  await release();
  const network = await stored('Guest');
  const offTimes = [{ start: '22:00', end: '23:30' }];
  const { data } = await review(edits({ ...network, value: { ...network.value, offTimes } }));
  expect(data.devices.map(({ deviceName, differences }) => [deviceName, differences])).toEqual([
    ['AP 1', [{ path: 'wireless.Guest.offTimes', before: null, after: '22:00–23:30' }]],
  ]);
});

test.each([
  ['a gateway without radios', 'dcme', []],
  ['a switch', 'switch', []],
  ['an access point without a radio of its band', 'ap', ['2G']],
])('leaves out %s from other off times', async (_, kind, bands) => {
  await server.platform.database.withTenant(owner, (tx) =>
    tx.run(sql`
      update device set kind = ${kind}, abilities = ${JSON.stringify({ radios: [{ bands, channels: [], modes: [] }] })},
        reported_ports = ${kind === 'switch' ? JSON.stringify([{ name: 'Ethernet0', speedMbps: 1000, fullDuplex: true, poe: false }]) : null}
      where id = ${deviceUUID}`),
  );
  await buildNetwork(server, owner, ofSite(), { bands: ['5G'] });
  await release();
  const network = await stored('Guest');
  const offTimes = [{ start: '22:00', end: '23:30' }];
  const source = edits({ ...network, value: { ...network.value, offTimes } });
  expect((await review(source)).data.devices).toEqual([]);
  const applied = await server.call('applyChange', await reviewed(server, owner, source), as());
  expect(applied.code).toBe(OK);
  const view = await server.call('viewEffectiveSettings', { deviceUUID }, as());
  expect(view.data.pending).toBe(false);
});

test('does not call a device pending whose document stays the same', async () => {
  await buildNetwork(server, owner, ofSite());
  await release();
  await buildNetwork(server, owner, ofSite(), {
    ssid: 'Planned',
    enabled: false,
    offTimes: [{ start: '22:00', end: '23:30' }],
  });
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID }, as());
  expect(data.pending).toBe(false);
  const source = { kind: 'pending' as const, siteUUID };
  const input = await reviewed(server, owner, source);
  expect(keyOf(await server.call('applyChange', input, as()))).toBe('changeEmpty');
  const { rows } = (await server.call('listWirelessNetworks', {}, as())).data;
  expect(rows.map(({ ssid, pendingDevices }) => [ssid, pendingDevices])).toEqual([
    ['Guest', 0],
    ['Planned', 0],
  ]);
});

test('returns 403 for a review of new secrets by a person who may only view', async () => {
  await buildNetwork(server, owner, ofSite());
  const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [siteUUID] });
  const network = await stored('Guest');
  const guess = edits({ ...network, value: { ...network.value, password: WIFI_PASSWORD } });
  expect(keyOf(await review(guess, observer))).toBe('permissionDenied');
  const kept = edits({ ...network, value: { ...network.value, vlan: 7 } });
  expect((await review(kept, observer)).code).toBe(OK);
});

const EDITS_NETWORKS = [
  'site_manage',
  'network_config',
  'network_config:operate',
  'network',
  'network:operate',
] as const;

test('returns 403 for a change of devices that the person may not see', async () => {
  await buildDevice(server, owner, { siteId: siteUUID, kind: 'switch', name: 'Switch 1', managed: true });
  const source = edits(newNetwork(ofSite(), { bands: ['5G'] }));
  const blind = await buildMemberWith(server, owner, EDITS_NETWORKS, [siteUUID]);
  expect((await review(source, blind)).data.devices).toEqual([]);
  const refused = await server.call('applyChange', await reviewed(server, blind, source), as(blind));
  expect(keyOf(refused)).toBe('permissionDenied');
  expect((await server.call('listSettings', { kind: 'wirelessNetwork' }, as())).data.total).toBe(0);
  // A switch does not change with it.
  const seeing = await buildMemberWith(server, owner, [...EDITS_NETWORKS, 'ap_device'], [siteUUID]);
  const applied = await server.call('applyChange', await reviewed(server, seeing, source), as(seeing));
  expect(applied.code).toBe(OK);
});

test('returns 403 for the delivery of pending settings to devices that the person may not see', async () => {
  await buildNetwork(server, owner, ofSite(), { bands: ['5G'] });
  const blind = await buildMemberWith(server, owner, EDITS_NETWORKS, [siteUUID]);
  const input = await reviewed(server, blind, { kind: 'pending', siteUUID });
  expect(keyOf(await server.call('applyChange', input, as(blind)))).toBe('permissionDenied');
});

test('gives equal passwords of two networks different digests, and keeps both', async () => {
  const source = edits(newNetwork(ofSite()), newNetwork(ofSite(), { ssid: 'Staff' }));
  expect((await server.call('applyChange', await reviewed(server, owner, source), as())).code).toBe(OK);
  const found = [await stored('Guest'), await stored('Staff')];
  const digests = found.map(({ value }) => value.password);
  expect(digests).toEqual([{ digest: expect.any(String) }, { digest: expect.any(String) }]);
  expect(digests[0]).not.toEqual(digests[1]);
  for (const { settingUUID } of found) {
    const input = { settingUUID: settingUUID ?? '', privateKey: null };
    expect((await server.call('revealSecret', input, as())).data.secret).toBe(WIFI_PASSWORD);
  }
  const same = edits({ ...found[0], value: networkValue() } as SettingEdit);
  expect((await review(same)).data.edits).toEqual([]);
});
