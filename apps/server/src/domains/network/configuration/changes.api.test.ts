import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import {
  buildScheduledChange,
  networkValue,
  newNetwork,
  reviewed,
  type Source,
  WIFI_PASSWORD,
} from '../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { startChange } from './changes/start-change.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let owner: Person;
let enterpriseUUID: string;
let harbour: string;
let east: string;
let groupUUID: string;
let deviceUUID: string;
beforeEach(async () => {
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
  const group = await server.call('createGroup', { siteUUID: harbour, name: 'Lobby' }, as());
  groupUUID = group.data.groupUUID;
  deviceUUID = await buildAp(harbour, 'AP 1', { groupId: groupUUID });
});

const as = (person: Person = owner) => ({ as: person.token });
const ofOrganization = () => ({ level: 'organization', uuid: enterpriseUUID }) as const;
const ofSite = (uuid = harbour) => ({ level: 'site', uuid }) as const;

async function buildAp(siteId: string, name: string, more: { groupId?: string } = {}): Promise<string> {
  const { id } = await buildDevice(server, owner, { siteId, name, managed: true, ...more });
  const abilities = {
    radios: ['2G', '5G'].map((band) => ({ bands: [band], channels: [], modes: [] })),
  };
  await server.platform.database.withTenant(owner, (tx) =>
    tx.run(sql`update device set abilities = ${JSON.stringify(abilities)}::jsonb where id = ${id}`),
  );
  return id;
}

const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const review = async (source: Source, person = owner) => server.call('reviewChange', { source }, as(person));

async function apply(source: Source, person = owner): Promise<string> {
  const answer = await server.call('applyChange', await reviewed(server, person, source), as(person));
  expect(answer.code).toBe(OK);
  return answer.data.changeUUID;
}

const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);

async function settings(kind: SettingEdit['kind'] = 'wirelessNetwork', person = owner) {
  return (await server.call('listSettings', { kind }, as(person))).data.rows;
}

async function onlySetting(kind: SettingEdit['kind'] = 'wirelessNetwork'): Promise<SettingEdit> {
  const [first] = await settings(kind);
  if (first === undefined) throw new Error('No setting');
  return first.edit;
}

test('reviews a network of an organization over two sites and a group, and stores nothing', async () => {
  await buildAp(east, 'AP 2');
  const targets = { kind: 'groups' as const, groupUUIDs: [groupUUID] };
  const source = edits(
    newNetwork(ofOrganization(), { ssid: 'Guest', vlan: 20 }),
    newNetwork(ofOrganization(), { ssid: 'Staff', targets }),
  );
  const { data } = await review(source);
  expect(data.edits.map(({ name, action, conflict }) => [name, action, conflict])).toEqual([
    ['Guest', 'create', null],
    ['Staff', 'create', null],
  ]);
  expect(data).toMatchObject({ compared: 2, total: 2, next: null });
  const differencesOf = (name: string) =>
    data.devices.find((device) => device.deviceName === name)?.differences.map(({ path }) => path);
  expect(differencesOf('AP 1')).toEqual(['interfaces.WAN.ssids.Staff', 'interfaces.VLAN20']);
  expect(differencesOf('AP 2')).toEqual(['interfaces.VLAN20']);
  expect(JSON.stringify(data)).not.toContain(WIFI_PASSWORD);
  expect(data.edits[0]?.differences).toContainEqual({ path: 'password', before: null, after: '***' });
  expect(data.edits[1]?.differences).toContainEqual({ path: 'targets.groups', before: null, after: 'Lobby' });
  expect(await settings()).toEqual([]);
});

test('leaves out observed, unmanaged, controlled and unreported devices, with the reason', async () => {
  const observed = await buildSite(server, owner, enterpriseUUID, 'Observed');
  await buildAp(observed, 'Observed AP');
  await server.platform.database.withTenant(owner, async (tx) => {
    await tx.run(sql`update site set observe_only = true where id = ${observed}`);
    await tx.run(sql`update device set abilities = null where id = ${deviceUUID}`);
  });
  await buildDevice(server, owner, { siteId: harbour, name: 'Own', managed: false });
  const { id: managedBy } = await buildDevice(server, owner, { siteId: harbour, kind: 'ac', managed: true });
  await buildDevice(server, owner, { siteId: harbour, name: 'Member', managed: true, managedBy });
  const { data } = await review(edits(newNetwork(ofOrganization())));
  const reasons = Object.fromEntries(data.devices.map(({ deviceName, skipped }) => [deviceName, skipped]));
  expect(reasons).toMatchObject({
    'Observed AP': 'observeOnly',
    Own: 'notManaged',
    Member: 'underController',
    'AP 1': 'notReported',
  });
});

test('applies a network, overrides it at a site, and shows where each value comes from', async () => {
  await apply(edits(newNetwork(ofOrganization(), { vlan: 20 })));
  const { settingUUID } = await onlySetting();
  const override: SettingEdit = {
    kind: 'wirelessOverride',
    settingUUID: null,
    baseVersion: null,
    place: ofSite(),
    networkUUID: settingUUID ?? '',
    value: { vlan: 30 },
  };
  await apply(edits(override));
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID }, as());
  const value = (path: string) => data.values.find((one) => one.path === path);
  expect(value('wireless.Guest.vlan')).toEqual({
    path: 'wireless.Guest.vlan',
    value: 30,
    origin: { level: 'site', name: 'Harbour' },
    verified: null,
  });
  expect(value('wireless.Guest.password')).toMatchObject({
    value: '***',
    origin: { level: 'organization', name: 'North' },
  });
  expect(data).toMatchObject({ pending: true, skipped: null, rejected: [] });
  // The network needs a password.
  const { settingUUID: overrideUUID, baseVersion } = await onlySetting('wirelessOverride');
  const bad = { ...override, settingUUID: overrideUUID, baseVersion, value: { password: null } };
  const refused = await review(edits(bad));
  expect(keyOf(refused)).toBe('invalidInput');
  expect(refused.failure.fields).toEqual({
    'source.edits.0.value.password': { key: 'validation.required', values: {} },
  });
});

test('the second of two people who edit the same network gets a conflict and overwrites nothing', async () => {
  await apply(edits(newNetwork(ofOrganization())));
  const mine = { ...(await onlySetting()), value: networkValue({ vlan: 10 }) } as SettingEdit;
  const theirs = { ...(await onlySetting()), value: networkValue({ vlan: 11 }) } as SettingEdit;
  const second = await buildMember(server, owner, 'organizationAdministrator', {
    enterpriseIds: [enterpriseUUID],
  });
  const input = await reviewed(server, second, edits(theirs));
  await apply(edits(mine));
  const refused = await server.call('applyChange', input, as(second));
  expect(keyOf(refused)).toBe('settingConflict');
  const shown = (await review(edits(theirs), second)).data.edits[0];
  expect(shown?.conflict).toMatchObject({
    by: owner.userName,
    differences: [{ path: 'vlan', before: 10, after: 11 }],
  });
  expect((await settings()).map(({ version, edit }) => [version, edit.value])).toEqual([
    [2, expect.objectContaining({ vlan: 10 })],
  ]);
  expect((await server.call('listChanges', {}, as())).data.total).toBe(2);
});

test('refuses what was not reviewed: other settings of the same devices changed since', async () => {
  const input = await reviewed(server, owner, edits(newNetwork(ofOrganization(), { ssid: 'Late' })));
  await apply(edits(newNetwork(ofSite(), { ssid: 'Earlier' })));
  expect(keyOf(await server.call('applyChange', input, as()))).toBe('reviewOutdated');
  expect((await settings()).map(({ edit }) => edit.value)).toEqual([
    expect.objectContaining({ ssid: 'Earlier' }),
  ]);
});

test('a change at one site does not outdate a review of another site', async () => {
  const input = await reviewed(server, owner, edits(newNetwork(ofSite(east), { ssid: 'Late' })));
  await apply(edits(newNetwork(ofSite(), { ssid: 'Earlier' })));
  expect((await server.call('applyChange', input, as())).code).toBe(OK);
});

test('refuses a change that changes nothing', async () => {
  await apply(edits(newNetwork(ofSite())));
  const same = await onlySetting();
  const input = await reviewed(server, owner, edits(same));
  expect(keyOf(await server.call('applyChange', input, as()))).toBe('changeEmpty');
});

const radios = (powerDbm: number): SettingEdit => ({
  kind: 'radios',
  settingUUID: null,
  baseVersion: null,
  place: ofSite(),
  value: { bands: { '5G': { powerDbm } } },
});

test('two people who create radio settings of the same site at once: one gets a conflict', async () => {
  const inputs = [
    await reviewed(server, owner, edits(radios(10))),
    await reviewed(server, owner, edits(radios(11))),
  ];
  const answers = await Promise.all(inputs.map((input) => server.call('applyChange', input, as())));
  expect(new Set(answers.map(keyOf))).toEqual(new Set([undefined, 'settingConflict']));
  expect(await settings('radios')).toHaveLength(1);
});

test('the revert of a change gives the inverse edits, also of overrides deleted with their network', async () => {
  await apply(edits(newNetwork(ofOrganization(), { vlan: 20 })));
  const network = await onlySetting();
  const { settingUUID } = network;
  await apply(
    edits({
      kind: 'wirelessOverride',
      settingUUID: null,
      baseVersion: null,
      place: ofSite(),
      networkUUID: settingUUID ?? '',
      value: { vlan: 30 },
    }),
  );
  const changeUUID = await apply(edits({ ...network, value: null }));
  expect(await settings()).toEqual([]);
  const { data } = await review({ kind: 'revert', changeUUID });
  expect(data.edits.map(({ kind, action, name }) => [kind, action, name])).toEqual([
    ['wirelessNetwork', 'create', 'Guest'],
    ['wirelessOverride', 'create', 'Guest'],
  ]);
  const reverting = await apply({ kind: 'revert', changeUUID });
  const restored = [...(await settings()), ...(await settings('wirelessOverride'))];
  expect(restored.map(({ edit }) => edit.value)).toEqual([
    expect.objectContaining({ vlan: 20 }),
    { vlan: 30 },
  ]);
  const viewed = (await server.call('viewChange', { changeUUID: reverting }, as())).data;
  expect(viewed).toMatchObject({ number: 4, reverts: 3, controllable: true });
});

test('reverting a change shows a conflict when its settings moved on', async () => {
  await apply(edits(newNetwork(ofSite())));
  const changeUUID = await apply(
    edits({ ...(await onlySetting()), value: networkValue({ vlan: 5 }) } as SettingEdit),
  );
  await apply(edits({ ...(await onlySetting()), value: networkValue({ vlan: 6 }) } as SettingEdit));
  const { data } = await review({ kind: 'revert', changeUUID });
  expect(data.edits[0]?.conflict).not.toBeNull();
  const input = { source: { kind: 'revert' as const, changeUUID }, digest: data.digest, reason: '' };
  expect(keyOf(await server.call('applyChange', input, as()))).toBe('settingConflict');
});

test('a scheduled change writes its settings when it starts, or conflicts', async () => {
  const id = await buildScheduledChange(server, owner, edits(newNetwork(ofSite(), { ssid: 'Later' })));
  expect(await settings()).toEqual([]);
  const start = (changeId: string) =>
    server.platform.database.withTenant(owner, (tx) =>
      startChange(
        tx,
        { tenant: owner.tenant, id: changeId, createdByName: owner.userName },
        server.platform.now(),
      ),
    );
  expect(await start(id)).toBe('started');
  const stored = await onlySetting();
  const next = await buildScheduledChange(
    server,
    owner,
    edits({ ...stored, value: networkValue({ vlan: 7 }) } as SettingEdit),
  );
  await apply(edits({ ...stored, value: networkValue({ vlan: 8 }) } as SettingEdit));
  expect(await start(next)).toBe('settingChanged');
  expect((await onlySetting()).value).toMatchObject({ vlan: 8 });
});

test('a start time that has passed starts the change now', async () => {
  const startAt = new Date(server.platform.now().getTime() - DAY).toISOString();
  const input = await reviewed(server, owner, edits(newNetwork(ofSite())));
  const { data } = await server.call('applyChange', { ...input, startAt }, as());
  const viewed = await server.call('viewChange', { changeUUID: data.changeUUID }, as());
  expect(viewed.data).toMatchObject({ state: 'preparing', startAt: null });
});

test('devices that wait for settings of their site get them by a change without edits', async () => {
  const source = { kind: 'pending' as const, siteUUID: harbour };
  const nothing = await reviewed(server, owner, source);
  expect(keyOf(await server.call('applyChange', nothing, as()))).toBe('changeEmpty');
  await apply(edits(newNetwork(ofSite())));
  expect((await review(source)).data.devices.map(({ deviceName }) => deviceName)).toEqual(['AP 1']);
  await apply(source);
});

test('reviews devices in pages', async () => {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device (tenant_id, id, site_id, kind, serial, sn, name, configuration_state, abilities)
      select ${owner.tenant}, gen_random_uuid(), ${harbour}, 'ap', left(md5(n::text || ${harbour}), 12), '', 'AP ' || n, 'applied',
        '{"radios":[{"bands":["5G"]}]}'::jsonb
      from generate_series(2, 260) as n`),
  );
  const source = edits(newNetwork(ofSite()));
  const first = (await server.call('reviewChange', { source }, as())).data;
  expect(first).toMatchObject({ compared: 200, total: 260 });
  const second = (await server.call('reviewChange', { source, after: first.next }, as())).data;
  expect(second).toMatchObject({ compared: 60, next: null, digest: first.digest, edits: [], total: null });
  const names = [...first.devices, ...second.devices].map(({ deviceUUID: id }) => id);
  expect(new Set(names).size).toBe(260);
});

test('logs old and new values, and never a secret', async () => {
  await apply(edits(newNetwork(ofSite(), { vlan: 5 })));
  const stored = await onlySetting();
  await apply(
    edits({ ...stored, value: networkValue({ vlan: 6, password: 'another-secret' }) } as SettingEdit),
  );
  const log = (await server.call('listOperations', {}, as())).data;
  const [latest] = log.rows.filter(({ call }) => call === 'applyChange');
  const setting = latest?.objects.find(({ kind }) => kind === 'setting');
  expect(setting).toMatchObject({
    name: 'Guest',
    changes: [
      { field: 'vlan', from: 5, to: 6, secret: false },
      { field: 'password', from: null, to: null, secret: true },
    ],
  });
  const everything = JSON.stringify([
    log,
    await settings(),
    (await server.call('listChanges', {}, as())).data,
    (await server.call('viewEffectiveSettings', { deviceUUID }, as())).data,
  ]);
  for (const secret of [WIFI_PASSWORD, 'another-secret']) expect(everything).not.toContain(secret);
});
