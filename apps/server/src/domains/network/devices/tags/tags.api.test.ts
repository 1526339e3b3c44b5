import { TAG_LIMITS } from '@airloom/contract/devices/annotations.limits';
import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCsv } from '../../../../platform/sheets/csv.ts';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';

let server: TestServer;
let estate: Estate;
let lobby: string;
let roof: string;
let bar: string;
beforeAll(async () => {
  server = await startTestServer({ QUOTA_DEVICE_TAGS: '25' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
  const devices = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: 'Lobby' },
    { siteId: estate.lobby, name: 'Roof' },
    { siteId: estate.bar, name: 'Bar', kind: 'switch' },
  ]);
  [lobby, roof, bar] = devices.map(({ id }) => id) as [string, string, string];
});

function change(deviceUUIDs: string[], tags: { add?: string[]; remove?: string[] }, as = estate.as) {
  return server.call('changeDeviceTags', { deviceUUIDs, ...tags }, as);
}

async function listed(input: { tag?: string; siteUUID?: string } = {}, as = estate.as) {
  const { rows } = (await server.call('listDevices', { sort: 'name', ...input }, as)).data;
  return rows.map(({ name, tags }) => [name, ...tags]);
}

async function offered(input: { siteUUID?: string; enterpriseUUID?: string } = {}, as = estate.as) {
  const { data } = await server.call('listDeviceTags', input, as);
  return data.map(({ name, devices }) => [name, devices]);
}

async function expectRefused(
  tags: { add?: string[]; remove?: string[] },
  field: string,
  key: string,
): Promise<void> {
  const answer = await change([lobby], tags);
  expectFailure(answer, 'invalidInput');
  expect(answer.failure.fields?.[field]?.key).toBe(key);
}

test('adds tags to several devices and removes them; the first spelling stays', async () => {
  expect((await change([lobby, roof], { add: ['Outdoor', ' Floor   1 '] })).data).toEqual({ changed: 2 });
  expect((await change([bar], { add: ['OUTDOOR'] })).data).toEqual({ changed: 1 });
  expect(await listed()).toEqual([
    ['Bar', 'Outdoor'],
    ['Lobby', 'Floor 1', 'Outdoor'],
    ['Roof', 'Floor 1', 'Outdoor'],
  ]);
  expect(await offered()).toEqual([
    ['Floor 1', 2],
    ['Outdoor', 3],
  ]);
  const again = await change([lobby, bar], { add: ['outdoor'] });
  expect([again.code, again.data]).toEqual([OK_NOTHING_CHANGED, { changed: 0 }]);
  expect((await change([lobby, roof, bar], { add: ['Core'], remove: ['floor 1'] })).data.changed).toBe(3);
  expect(await offered()).toEqual([
    ['Core', 3],
    ['Outdoor', 3],
  ]);
});

test('filters the list by a tag in any letter case, in any order', async () => {
  await change([lobby, bar], { add: ['Łącznik', 'Outdoor'] });
  expect(await listed({ tag: 'łĄCZNIK' })).toEqual([
    ['Bar', 'Outdoor', 'Łącznik'],
    ['Lobby', 'Outdoor', 'Łącznik'],
  ]);
  expect((await listed({ tag: 'outdoor', siteUUID: estate.bar })).length).toBe(1);
  expect(await listed({ tag: 'Nowhere' })).toEqual([]);
  const sorted = await server.call('listDevices', { tag: 'Outdoor', sort: '-mac', size: 1 }, estate.as);
  expect([sorted.data.total, sorted.data.rows.length]).toEqual([2, 1]);
});

test('exports tags, and the devices with one', async () => {
  await change([lobby], { add: ['Outdoor', 'Core'] });
  const { data } = await server.call(
    'exportDevices',
    { format: 'csv', columns: ['name', 'tags'], tag: 'core' },
    estate.as,
  );
  const response = await fetch(`${server.url}${data.url}`, {
    headers: { authorization: `Bearer ${estate.owner.token}` },
  });
  expect(readCsv(new Uint8Array(await response.arrayBuffer())).filter((row) => row.length > 1)).toEqual([
    ['Name', 'Tags'],
    ['Lobby', 'Core, Outdoor'],
  ]);
});

test('finds tags in the search in everything', async () => {
  await change([lobby], { add: ['Outdoor', 'Core'] });
  const search = async (text: string, as = estate.as) =>
    (await server.call('searchEverything', { search: text }, as)).data.tags;
  expect(await search('OUTD')).toEqual(['Outdoor']);
  expect(await search('%')).toEqual([]);
  const elsewhere = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  expect(await search('outdoor', { as: elsewhere.token })).toEqual([]);
});

test('a tag that is used outside the reach of a person is neither offered nor counted', async () => {
  await change([lobby], { add: ['Secret plan', 'Shared'] });
  await change([bar], { add: ['Shared'] });
  const person = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  const as = { as: person.token };
  expect(await offered({}, as)).toEqual([['Shared', 1]]);
  expect(await offered({ siteUUID: estate.lobby }, as)).toEqual([]);
  expect(await listed({ tag: 'Secret plan' }, as)).toEqual([]);
  expectFailure(await change([lobby], { add: ['x'] }, as), 'notFound');
  expectFailure(await change([bar, lobby], { remove: ['Shared'] }, as), 'notFound');
  expect(await listed({ tag: 'Shared' })).toHaveLength(2);
  expectSuccess(await change([bar], { remove: ['Shared', 'Secret plan'] }, as));
  expect(await offered()).toEqual([
    ['Secret plan', 1],
    ['Shared', 1],
  ]);
  expect(await offered({ enterpriseUUID: estate.schools })).toEqual([]);
});

test('an observer reads tags and changes none', async () => {
  await change([bar], { add: ['Core'] });
  const observer = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.bar] });
  const as = { as: observer.token };
  expect(await offered({}, as)).toEqual([['Core', 1]]);
  expectFailure(await change([bar], { remove: ['Core'] }, as), 'permissionDenied');
});

test('refuses invalid tags and changes nothing', async () => {
  await expectRefused({ add: ['x'.repeat(TAG_LIMITS.nameMax + 1)] }, 'add.0', 'validation.tooLong');
  await expectRefused({ add: ['  '] }, 'add.0', 'validation.required');
  await expectRefused({ add: ['a, b'] }, 'add.0', 'validation.tagSeparator');
  await expectRefused({}, 'add', 'validation.selectOne');
  await expectRefused({ add: ['Core'], remove: ['CORE'] }, 'remove', 'validation.duplicate');
  expect(await offered()).toEqual([]);
});

test('limits tags per device and per account', async () => {
  const many = Array.from({ length: TAG_LIMITS.perDeviceMax }, (_, nth) => `tag ${nth}`);
  expectSuccess(await change([lobby], { add: many }));
  expectFailure(await change([lobby, roof], { add: ['one more'] }), 'tooManyTags');
  expect((await listed({ tag: 'one more' })).length).toBe(0);
  expectSuccess(await change([lobby], { add: ['one more'], remove: ['tag 0'] }));
  const five = ['a', 'b', 'c', 'd', 'e'];
  expectSuccess(await change([roof], { add: five }));
  expectFailure(await change([bar], { add: ['f'] }), 'quotaReached');
  // Tags of a deleted device make room.
  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [roof] }, estate.as));
  expectSuccess(await change([bar], { add: ['f', 'a'] }));
  expect((await offered()).map(([name]) => name)).toEqual(expect.arrayContaining(['a', 'f', 'one more']));
});

test('records the tags of each device in the operation log', async () => {
  await change([lobby, bar], { add: ['Outdoor'] });
  await change([bar], { add: ['Core'], remove: ['outdoor'] });
  const { rows } = (await server.call('listOperations', {}, estate.as)).data;
  const [newest, first] = rows.filter(({ call }) => call === 'changeDeviceTags');
  expect(first?.objects.map(({ name }) => name).toSorted()).toEqual(['Bar', 'Lobby']);
  expect(newest?.objects).toMatchObject([
    { kind: 'device', name: 'Bar', changes: [{ field: 'tags', from: ['Outdoor'], to: ['Core'] }] },
  ]);
});

test('concurrent changes of the same new tag create it once', async () => {
  const answers = await Promise.all([lobby, roof, bar].map((id) => change([id], { add: ['Core'] })));
  for (const answer of answers) expectSuccess(answer);
  expect(await offered()).toEqual([['Core', 3]]);
  await Promise.all([
    change([lobby], { remove: ['core'] }),
    change([roof], { remove: ['core'] }),
    change([bar], { add: ['core'] }),
  ]);
  expect(await offered()).toEqual([['Core', 1]]);
  const left = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ name: string }>`select name from tag where tenant_id = ${estate.owner.tenant}`),
  );
  expect(left).toEqual([{ name: 'Core' }]);
});
