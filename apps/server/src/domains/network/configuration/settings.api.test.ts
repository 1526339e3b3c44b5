import type { CallName } from '@airloom/contract/all-calls';
import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import type { Level } from '@airloom/contract/configuration/levels';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import {
  buildNetwork,
  networkValue,
  newNetwork,
  reviewed,
  WIFI_PASSWORD,
} from '../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { buildMemberWith } from '../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let operator: Person;
let enterpriseUUID: string;
let harbour: string;
let east: string;
let gatewayUUID: string;
/** Of the organization, and of each site. */
let networks: { readonly organization: string; readonly harbour: string; readonly east: string };
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  stranger = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
  operator = await buildMember(server, owner, 'siteOperator', { siteIds: [east] });
  gatewayUUID = (await buildDevice(server, owner, { siteId: harbour, kind: 'gateway', managed: true })).id;
  networks = {
    organization: await buildNetwork(server, owner, organization(), { ssid: 'All' }),
    harbour: await buildNetwork(server, owner, site(harbour), { ssid: 'Quay' }),
    east: await buildNetwork(server, owner, site(east), { ssid: 'Hill' }),
  };
});
afterAll(() => server.stop());

const as = (person: Person = owner) => ({ as: person.token });
const organization = () => ({ level: 'organization', uuid: enterpriseUUID }) as const;
const site = (uuid: string) => ({ level: 'site', uuid }) as const;
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);
const gatewayAuth = (): SettingEdit => ({
  kind: 'gatewayAuth',
  settingUUID: null,
  baseVersion: null,
  place: { level: 'device', uuid: gatewayUUID },
  value: {
    enabled: true,
    interface: 'lan1',
    serverAddress: '10.0.0.5',
    serverPort: 1812,
    sharedKey: 'between-servers',
  },
});

test('a site operator sees networks of the organization and of their site, and edits only those of the site', async () => {
  const listed = (await server.call('listSettings', { kind: 'wirelessNetwork' }, as(operator))).data.rows;
  expect(listed.map(({ settingUUID, place }) => [settingUUID, place.name])).toEqual([
    [networks.organization, 'North'],
    [networks.east, 'East'],
  ]);
  const review = (edit: SettingEdit) =>
    server.call('reviewChange', { source: { kind: 'edits', edits: [edit] } }, as(operator));
  expect(keyOf(await review(newNetwork(organization(), { ssid: 'New' })))).toBe('permissionDenied');
  expect(keyOf(await review(newNetwork(site(harbour), { ssid: 'New' })))).toBe('notFound');
  expect((await review(newNetwork(site(east), { ssid: 'New' }))).code).toBe(OK);
});

const targeted = (...siteUUIDs: string[]) => ({ targets: { kind: 'sites' as const, siteUUIDs } });

test('hides networks of the organization that apply to no site of the person, and the targets out of reach', async () => {
  await buildNetwork(server, owner, organization(), { ssid: 'Far', ...targeted(harbour) });
  await buildNetwork(server, owner, organization(), { ssid: 'Both', ...targeted(harbour, east) });
  const answer = await server.call('listSettings', { kind: 'wirelessNetwork' }, as(operator));
  const names = answer.data.rows.map(({ edit }) =>
    edit.kind === 'wirelessNetwork' ? [edit.value?.ssid, edit.value?.targets] : [],
  );
  expect(names).toContainEqual(['Both', { kind: 'sites', siteUUIDs: [east] }]);
  expect(JSON.stringify(answer.data)).not.toContain('Far');
  expect(JSON.stringify(answer.data)).not.toContain(harbour);
});

test('returns 404 for every call about settings of another site or another account', async () => {
  const place = site(harbour);
  const source = { kind: 'edits' as const, edits: [newNetwork(place, { ssid: 'Other' })] };
  const change = await server.call('applyChange', await reviewed(server, owner, source), as());
  const { changeUUID } = change.data;
  const inputs: readonly (readonly [CallName, object])[] = [
    ['viewEffectiveSettings', { deviceUUID: gatewayUUID }],
    ['reviewChange', { source }],
    ['reviewChange', { source: { kind: 'revert', changeUUID } }],
    ['reviewChange', { source: { kind: 'draft', place } }],
    ['reviewChange', { source: { kind: 'pending', siteUUID: harbour } }],
    ['applyChange', { source, digest: '', reason: '' }],
    ['viewChange', { changeUUID }],
    ['listChangeDevices', { changeUUID }],
    ['changeRollout', { changeUUID, action: 'cancel' }],
    ['listDraft', { level: 'site', placeUUID: harbour }],
    ['addToDraft', { place, edits: source.edits }],
    ['discardDraft', { place }],
    ['revealSecret', { settingUUID: networks.harbour, privateKey: null }],
    ['viewRadioOptions', { level: 'site', placeUUID: harbour }],
    ['readConfiguration', { place, document: { radios: [] } }],
  ];
  for (const person of [operator, stranger])
    for (const [name, input] of inputs) {
      const answer = await server.send(name, input, as(person));
      expect([name, keyOf(answer)]).toEqual([name, 'notFound']);
    }
  for (const person of [operator, stranger]) {
    const changes = (await server.call('listChanges', {}, as(person))).data;
    expect(changes).toEqual({ total: 0, rows: [] });
    const listed = await server.call('listWirelessNetworks', { siteUUID: harbour }, as(person));
    expect(listed.data).toEqual({ total: 0, rows: [] });
  }
});

test('gateway authentication needs its own permission', async () => {
  const person = await buildMemberWith(
    server,
    owner,
    ['network_config', 'network_config:operate', 'network', 'network:operate', 'all_device'],
    [harbour],
  );
  const source = { kind: 'edits' as const, edits: [gatewayAuth()] };
  const refused = await server.call('reviewChange', { source }, as(person));
  expect([keyOf(refused), refused.failure.missing]).toEqual(['permissionDenied', 'dcme_auth']);
  const listed = await server.call('listSettings', { kind: 'gatewayAuth' }, as(person));
  expect(listed.failure.missing).toBe('dcme_auth');
  const change = await server.call('applyChange', await reviewed(server, owner, source), as());
  expect(change.code).toBe(OK);
  const viewed = await server.call('viewChange', { changeUUID: change.data.changeUUID }, as(person));
  expect(viewed.data).toMatchObject({ edits: [], names: [], controllable: false });
});

const whitelist = (place: SettingPlace, ...domains: string[]): SettingEdit => ({
  kind: 'whitelist',
  settingUUID: null,
  baseVersion: null,
  place,
  value: { addresses: ['10.0.0.0/24', '10.1.0.1'], domains },
});

const guestValue = (path: string, level: Level, name: string, shown: unknown) => ({
  path,
  value: shown,
  origin: { level, name },
  verified: null,
  byVersion: false,
  ofGuestAccess: true,
});

test('effective settings list guest access settings with their origin, of the kinds that the person sees', async () => {
  const apply = async (edit: SettingEdit) => {
    const source = { kind: 'edits' as const, edits: [edit] };
    expect((await server.call('applyChange', await reviewed(server, owner, source), as())).code).toBe(OK);
  };
  const deviceOf = async (kind: DeviceKind) =>
    (await buildDevice(server, owner, { siteId: harbour, kind, managed: true })).id;
  const gateway = await deviceOf('gateway');
  await apply(whitelist(organization(), 'north.example'));
  await apply({ ...gatewayAuth(), place: { level: 'device', uuid: gateway } });
  const listed = async (deviceUUID: string, person?: Person) =>
    (await server.call('viewEffectiveSettings', { deviceUUID }, as(person))).data.values
      .filter(({ path }) => path.startsWith('whitelist.') || path.startsWith('gatewayAuth.'))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const ap = await deviceOf('ap');
  const addresses = '10.0.0.0/24, 10.1.0.1';
  expect(await listed(ap)).toEqual([
    guestValue('whitelist.addresses', 'organization', 'North', addresses),
    guestValue('whitelist.domains', 'organization', 'North', 'north.example'),
  ]);
  await apply(whitelist(site(harbour), 'quay.example'));
  const ofSite = [
    guestValue('whitelist.addresses', 'site', 'Harbour', addresses),
    guestValue('whitelist.domains', 'site', 'Harbour', 'quay.example'),
  ];
  expect(await listed(ap)).toEqual(ofSite);
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: gateway }, as());
  // It has no radios: networks of its organization do not apply to it.
  expect(data.values.filter(({ ofGuestAccess }) => !ofGuestAccess)).toEqual([]);
  expect((await listed(gateway)).map(({ path, value: shown }) => [path, shown])).toEqual(
    expect.arrayContaining([
      ['whitelist.domains', 'quay.example'],
      ['gatewayAuth.interface', 'lan1'],
      ['gatewayAuth.sharedKey', '***'],
    ]),
  );
  const person = await buildMemberWith(server, owner, ['network_config', 'network', 'all_device'], [harbour]);
  expect(await listed(gateway, person)).toEqual(ofSite);
  expect(await listed(await deviceOf('switch'))).toEqual([]);
});

test('a draft is shared, replaced per setting, and applied as one change', async () => {
  const place = site(east);
  const draft = async (person = owner) =>
    (await server.call('listDraft', { level: 'site', placeUUID: east }, as(person))).data;
  await server.call('addToDraft', { place, edits: [newNetwork(place, { ssid: 'Draft' })] }, as());
  const [first] = await draft(operator);
  if (first?.edit.kind !== 'wirelessNetwork') throw new Error('No draft');
  expect(first).toMatchObject({ editedBy: owner.userName, review: { action: 'create', name: 'Draft' } });
  expect(first.edit.value?.password).toEqual({ digest: expect.any(String) });
  // The password is kept by its digest.
  const again = { ...first.edit, value: { ...networkValue(first.edit.value ?? {}), vlan: 9 } };
  await server.call('addToDraft', { place, edits: [again], replaces: [first.draftUUID] }, as(operator));
  await server.call('addToDraft', { place, edits: [newNetwork(place, { ssid: 'Unwanted' })] }, as());
  const drafted = await draft();
  expect(new Map(drafted.map(({ review, editedBy }) => [review.name, editedBy]))).toEqual(
    new Map([
      ['Draft', operator.userName],
      ['Unwanted', owner.userName],
    ]),
  );
  const unwanted = drafted.find(({ review }) => review.name === 'Unwanted')?.draftUUID ?? '';
  await server.call('discardDraft', { place, draftUUIDs: [unwanted] }, as(operator));
  const source = { kind: 'draft' as const, place };
  const applied = await server.call('applyChange', await reviewed(server, operator, source), as(operator));
  expect(applied.code).toBe(OK);
  expect(await draft()).toEqual([]);
  const { rows } = (await server.call('listSettings', { kind: 'wirelessNetwork', search: 'Draft' }, as()))
    .data;
  expect(rows.map(({ edit }) => edit.value)).toEqual([expect.objectContaining({ ssid: 'Draft', vlan: 9 })]);
  const secret = await server.call(
    'revealSecret',
    { settingUUID: rows[0]?.settingUUID ?? '', privateKey: null },
    as(operator),
  );
  expect(secret.data.secret).toBe(WIFI_PASSWORD);
});

test('a draft of a site takes no edits of another place, and at most the edits of one change', async () => {
  const elsewhere = { place: site(east), edits: [newNetwork(site(harbour), { ssid: 'Else' })] };
  expect(keyOf(await server.call('addToDraft', elsewhere, as()))).toBe('notFound');
  const many = (from: number) => ({
    place: site(harbour),
    edits: Array.from({ length: 26 }, (_, nth) => newNetwork(site(harbour), { ssid: `Many ${from + nth}` })),
  });
  expect((await server.call('addToDraft', many(0), as())).code).toBe(OK);
  expect(keyOf(await server.call('addToDraft', many(100), as()))).toBe('limitReached');
  expect((await server.call('discardDraft', { place: site(harbour) }, as())).code).toBe(OK);
});

test('reveals a password to people who may edit the network, and logs that, without the value', async () => {
  const input = { settingUUID: networks.harbour, privateKey: null };
  expect((await server.call('revealSecret', input, as())).data).toEqual({ secret: WIFI_PASSWORD });
  const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
  expect(keyOf(await server.call('revealSecret', input, as(observer)))).toBe('permissionDenied');
  const ofAll = { settingUUID: networks.organization, privateKey: null };
  expect(keyOf(await server.call('revealSecret', ofAll, as(operator)))).toBe('permissionDenied');
  const log = (await server.call('listOperations', {}, as())).data;
  expect(log.rows[0]).toMatchObject({ call: 'revealSecret', objects: [{ kind: 'setting', name: 'Quay' }] });
  expect(JSON.stringify(log)).not.toContain(WIFI_PASSWORD);
});

test('nobody keeps a secret of another setting, or for another use', async () => {
  const radius = { host: '10.0.0.9', port: 1812, accountingPort: null, secret: 'radius-secret' };
  const settingUUID = await buildNetwork(server, owner, site(east), {
    ssid: 'Enterprise',
    encryption: 'enterprise',
    password: null,
    radius,
  });
  const { rows } = (await server.call('listSettings', { kind: 'wirelessNetwork' }, as())).data;
  const stored = rows.find((row) => row.settingUUID === settingUUID)?.edit;
  if (stored?.kind !== 'wirelessNetwork' || typeof stored.value?.radius?.secret !== 'object')
    throw new Error('No network');
  const kept = stored.value.radius.secret;
  const review = (edit: SettingEdit) =>
    server.call('reviewChange', { source: { kind: 'edits', edits: [edit] } }, as());
  expect((await review({ ...stored, value: { ...stored.value, vlan: 3 } })).code).toBe(OK);
  const asPassword = { ...stored, value: { ...stored.value, encryption: 'wpa2' as const, password: kept } };
  expect(keyOf(await review(asPassword))).toBe('notFound');
  expect(keyOf(await review(newNetwork(site(east), { ssid: 'Copy', password: kept })))).toBe('notFound');
});

test('settings hold no secret in the database outside the sealed ones', async () => {
  const { found } = (await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ found: number }>`
      select (select count(*) from setting where value::text like ${`%${WIFI_PASSWORD}%`})::int
        + (select count(*) from configuration_change_edit
           where concat(before, after) like ${`%${WIFI_PASSWORD}%`})::int
        + (select count(*) from setting_draft where edit::text like ${`%${WIFI_PASSWORD}%`})::int
        + (select count(*) from setting_secret where sealed like ${`%${WIFI_PASSWORD}%`})::int as found`),
  )) ?? { found: -1 };
  expect(found).toBe(0);
});
