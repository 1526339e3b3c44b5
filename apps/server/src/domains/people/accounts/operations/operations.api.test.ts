import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { OperationLogRow } from '@airloom/contract/accounts/operation-log.model';
import type { InputOf } from '@airloom/contract/call';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { changesOf, firstChanges, operationLine } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

type Filters = InputOf<typeof accountCalls.listOperations>;

let server: TestServer;
let owner: Person;
let as: { readonly as: string };
let organization: string;
let harbour: string;
let mill: string;
/** Reach one site each. */
let atHarbour: Person;
let atMill: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
  as = { as: owner.token };
  organization = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, organization, 'Harbour');
  mill = await buildSite(server, owner, organization, 'Mill');
  atHarbour = await buildMember(server, owner, 'siteOperator', { siteIds: [harbour] });
  atMill = await buildMember(server, owner, 'siteOperator', { siteIds: [mill] });
});

async function listed(person: Person, filters: Filters = {}): Promise<OperationLogRow[]> {
  const { data } = await server.call('listOperations', filters, { as: person.token });
  expect(data.total).toBe(data.rows.length);
  return data.rows;
}

async function lines(person: Person, filters: Filters = {}): Promise<string[]> {
  return (await listed(person, filters)).map(operationLine);
}

async function exported(person: Person, search = ''): Promise<string> {
  const input = { format: 'csv' as const, search };
  const { data } = await server.call('exportOperations', input, { as: person.token, language: 'en' });
  const headers = { authorization: `Bearer ${person.token}` };
  return (await fetch(new URL(data.url, server.url), { headers })).text();
}

const named = (kind: string, name: string) => ({ references: [expect.objectContaining({ kind, name })] });

async function renameSite(siteUUID: string, name: string): Promise<void> {
  const input = { siteUUID, enterpriseUUID: organization, name, countryCode: 'PL', timeZone: 'UTC+01:00' };
  expect((await server.call('updateSite', input, as)).code).toBe(0);
}

async function lastValues(call: string) {
  return firstChanges((await listed(owner, { call }))[0]);
}

describe('reach', () => {
  test('an operator of one site sees no entry of another by list, count, search, filter or export', async () => {
    await renameSite(mill, 'Mill two');
    await renameSite(harbour, 'Harbour two');
    expect(await lines(atHarbour)).toEqual(['updateSite: site Harbour', 'createSite: site Harbour']);
    expect(await lines(atHarbour, { search: 'Mill' })).toEqual([]);
    expect(await lines(atHarbour, { object: mill })).toEqual([]);
    expect(await lines(atHarbour, { siteUUID: mill })).toEqual([]);
    expect(await lines(atHarbour, { enterpriseUUID: organization })).toEqual([
      'updateSite: site Harbour',
      'createSite: site Harbour',
    ]);
    const other = await buildOrganization(server, owner, 'South');
    expect(await lines(owner, { enterpriseUUID: other })).toEqual(['createEnterprise: organization South']);
    expect(await lines(atHarbour, { kind: 'site', search: 'mill' })).toEqual([]);
    const file = await exported(atHarbour);
    expect(file).toContain('Harbour two');
    expect(file).not.toContain('Mill');
    expect(await exported(atHarbour, 'Mill')).not.toContain('Mill');
    expect(await lines(owner, { search: 'Mill' })).toEqual([
      'updateSite: site Mill',
      'createSite: site Mill',
    ]);
  });

  test('an entry about several sites shows each operator only their objects', async () => {
    const devices = await Promise.all([
      buildDevice(server, owner, { siteId: harbour, name: 'harbour-ap' }),
      buildDevice(server, owner, { siteId: mill, name: 'mill-ap' }),
    ]);
    const deviceUUIDs = devices.map(({ id }) => id);
    expect((await server.call('deleteDevices', { deviceUUIDs }, as)).data.deleted).toBe(2);
    const call = 'deleteDevices';
    expect(await lines(atHarbour, { call })).toEqual(['deleteDevices: device harbour-ap']);
    expect(await lines(atMill, { call })).toEqual(['deleteDevices: device mill-ap']);
    expect(await lines(atHarbour, { call, search: 'mill-ap' })).toEqual([]);
    expect((await listed(atHarbour, { call }))[0]?.objectCount).toBe(1);
    expect(await exported(atHarbour)).not.toContain('mill-ap');
    expect((await listed(owner, { call }))[0]?.objectCount).toBe(2);
  });

  test('entries of the whole account need a reach of the whole account, except for their author', async () => {
    const permissions = ['site_manage' as const];
    await server.call('createRole', { name: 'Reader', permissions }, as);
    await server.call('updateProfile', { nickname: 'Operator' }, { as: atHarbour.token });
    expect(await lines(atHarbour)).toEqual([
      `updateProfile: member ${atHarbour.userName}`,
      'createSite: site Harbour',
    ]);
    expect(await lines(owner, { kind: 'role' })).toEqual(['createRole: role Reader']);
    expect(await lines(owner, { managerUUID: atHarbour.managerId })).toHaveLength(1);
  });

  test('an administrator of an organization sees entries of its sites and of itself', async () => {
    const admin = await buildMember(server, owner, 'organizationAdministrator', {
      enterpriseIds: [organization],
    });
    const south = await buildOrganization(server, owner, 'South');
    await buildSite(server, owner, south, 'Beach');
    await server.call('deleteSite', { siteUUID: mill }, as);
    expect(await lines(admin)).toEqual([
      'deleteSite: site Mill',
      'createSite: site Mill',
      'createSite: site Harbour',
      'createEnterprise: organization North',
    ]);
  });
});

describe('changed values', () => {
  test('of a renamed site', async () => {
    await renameSite(harbour, 'Quay');
    expect(await lastValues('updateSite')).toMatchObject({ name: ['Harbour', 'Quay'] });
    const [entry] = await listed(owner, { call: 'updateSite' });
    expect(entry?.objects).toMatchObject([{ kind: 'site', id: harbour, name: 'Harbour', exists: true }]);
    expect(await exported(owner)).toContain('Name: Harbour → Quay');
  });

  test('of a changed role of a person', async () => {
    const roles = (await server.call('listRoles', {}, as)).data;
    const observer = roles.find(({ key }) => key === 'ROLE_SITE_OBSERVER')?.roleUUID ?? '';
    const people = (await server.call('listSubAccounts', {}, as)).data.rows;
    const subAccountUUID =
      people.find(({ managerUUID }) => managerUUID === atHarbour.managerId)?.subAccountUUID ?? '';
    const input = { subAccountUUID, roleUUID: observer, reach: { siteUUIDs: [harbour] } };
    expect((await server.call('updateSubAccount', input, as)).code).toBe(0);
    expect(await lastValues('updateSubAccount')).toEqual({
      role: [named('role', 'ROLE_SITE_OPER'), named('role', 'ROLE_SITE_OBSERVER')],
    });
    expect(await exported(owner)).toContain('Role: Site operator → Site observer');
  });

  test('of an edited alarm rule, without sites out of reach', async () => {
    const rule = {
      name: 'Busy',
      type: 'channelUtilisation' as const,
      kinds: ['ap' as const],
      levels: [{ level: 'urgent' as const, threshold: 90 }],
      holdMinutes: 5,
      siteUUIDs: [harbour],
    };
    const { ruleUUID } = (await server.call('createAlarmRule', rule, as)).data;
    const edited = { ...rule, holdMinutes: 10, siteUUIDs: [harbour, mill] };
    expect((await server.call('updateAlarmRule', { ruleUUID, rule: edited }, as)).code).toBe(0);
    const both = { references: expect.arrayContaining(named('site', 'Mill').references) };
    expect(await lastValues('updateAlarmRule')).toEqual({
      holdMinutes: [5, 10],
      sites: [named('site', 'Harbour'), both],
    });
    const call = 'updateAlarmRule';
    expect(firstChanges((await listed(atHarbour, { call }))[0])).toEqual({ holdMinutes: [5, 10] });
    expect(firstChanges((await listed(atMill, { call }))[0])).toEqual({
      holdMinutes: [5, 10],
      sites: [null, named('site', 'Mill')],
    });
  });

  test('of a device that was moved, visible at both sites', async () => {
    const { id } = await buildDevice(server, owner, { siteId: harbour, name: 'lobby-ap' });
    await server.call('moveDevices', { deviceUUIDs: [id], siteUUID: mill }, as);
    const call = 'moveDevices';
    expect(await lastValues(call)).toEqual({ site: [named('site', 'Harbour'), named('site', 'Mill')] });
    const [left] = await listed(atHarbour, { call });
    expect(left?.objects).toMatchObject([{ kind: 'device', id, siteUUIDs: [harbour], exists: false }]);
    expect(firstChanges(left)).toEqual({ site: [named('site', 'Harbour'), null] });
    const [arrived] = await listed(atMill, { call });
    expect(arrived?.objects).toMatchObject([{ kind: 'device', id, siteUUIDs: [mill], exists: true }]);
    expect(firstChanges(arrived)).toEqual({ site: [null, named('site', 'Mill')] });
    expect(JSON.stringify(left)).not.toContain(mill);
    expect(await exported(atHarbour)).not.toContain('Mill');
  });

  test('of a deleted device group, which stays named', async () => {
    const { groupUUID } = (await server.call('createGroup', { siteUUID: harbour, name: 'Lobby' }, as)).data;
    await server.call('updateGroup', { groupUUID, name: 'Hall' }, as);
    await server.call('deleteGroup', { groupUUID }, as);
    expect(await lines(atHarbour, { object: groupUUID })).toEqual([
      'deleteGroup: deviceGroup Hall',
      'updateGroup: deviceGroup Lobby',
      'createGroup: deviceGroup Lobby',
    ]);
    expect(await lines(atMill, { object: groupUUID })).toEqual([]);
  });

  test('never of secrets', async () => {
    const { id } = await buildDevice(server, owner, { siteId: harbour, name: 'desk', managed: true });
    const password = 'Harbour-77';
    await server.call('setDevicePassword', { deviceUUIDs: [id], password }, as);
    const url = 'https://example.org/hooks/very-secret-path';
    const { webhookUUID, secret } = (await server.call('createWebhook', { name: 'Hook', url }, as)).data;
    await server.call('renewWebhookSecret', { webhookUUID }, as);
    const entries = await listed(owner);
    for (const hidden of [password, url, secret]) expect(JSON.stringify(entries)).not.toContain(hidden);
    const fields = entries.flatMap(({ objects }) =>
      objects.flatMap((object) => Object.entries(changesOf(object))),
    );
    expect(fields).toContainEqual(['devicePassword', null]);
    expect(fields).toContainEqual(['url', null]);
    expect(fields).toContainEqual(['webhookSecret', null]);
  });
});

test('is found by kind and name of the object', async () => {
  await buildDevice(server, owner, { siteId: harbour, name: 'Harbour ap' });
  const { groupUUID } = (await server.call('createGroup', { siteUUID: harbour, name: 'Harbour group' }, as))
    .data;
  expect(groupUUID).not.toBe('');
  expect(await lines(owner, { search: 'harbour', kind: 'deviceGroup' })).toEqual([
    'createGroup: deviceGroup Harbour group',
  ]);
  expect(await lines(owner, { siteUUID: harbour })).toEqual([
    'createGroup: deviceGroup Harbour group',
    'createSite: site Harbour',
  ]);
});

test('lists objects and values in the language asked for', async () => {
  await renameSite(harbour, 'Quay');
  const input = { format: 'csv' as const };
  const { data } = await server.call('exportOperations', input, { as: owner.token, language: 'es' });
  const headers = { authorization: `Bearer ${owner.token}` };
  const file = await (await fetch(new URL(data.url, server.url), { headers })).text();
  expect(file).toContain('Sitio: Harbour');
  expect(file).toContain('Nombre: Harbour → Quay');
});
