import { NOTE_LIMITS } from '@airloom/contract/devices/annotations.limits';
import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { topicOf } from '@airloom/contract/live';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { listen } from '../../../people/identity/testing/live.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';

let server: TestServer;
let estate: Estate;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
  const [device] = await buildDevices(server, estate.owner, [{ siteId: estate.lobby, name: 'Lobby' }]);
  deviceUUID = device?.id ?? '';
});

async function add(text: string, as = estate.as): Promise<string> {
  const added = await server.call('addDeviceNote', { deviceUUID, text }, as);
  expectSuccess(added);
  return added.data.noteUUID;
}

async function notes(as = estate.as) {
  return (await server.call('listDeviceNotes', { deviceUUID }, as)).data;
}

test('lists notes newest first, with who wrote and edited them', async () => {
  const operator = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  const as = { as: operator.token };
  const first = await add('Behind the ceiling tile\nKey at the desk');
  server.advance(60_000);
  await add('Replaced the antenna', as);
  const { total, rows } = await notes();
  expect(total).toBe(2);
  expect(rows.map(({ text, createdBy, editedBy }) => [text, createdBy, editedBy])).toEqual([
    ['Replaced the antenna', operator.userName, null],
    ['Behind the ceiling tile\nKey at the desk', estate.owner.userName, null],
  ]);
  server.advance(60_000);
  expectSuccess(await server.call('updateDeviceNote', { noteUUID: first, text: 'Key at the bar' }, as));
  const changed = (await notes()).rows[1];
  expect(changed).toMatchObject({
    text: 'Key at the bar',
    createdBy: estate.owner.userName,
    editedBy: operator.userName,
  });
  const { createdAt = '', editedAt } = changed ?? {};
  expect(Date.parse(editedAt ?? '') - Date.parse(createdAt)).toBeGreaterThanOrEqual(120_000);
  const again = await server.call('updateDeviceNote', { noteUUID: first, text: ' Key at the bar ' }, as);
  expect(again.code).toBe(OK_NOTHING_CHANGED);
  expectSuccess(await server.call('deleteDeviceNote', { noteUUID: first }, as));
  expectFailure(await server.call('deleteDeviceNote', { noteUUID: first }, as), 'notFound');
  expect((await notes()).total).toBe(1);
});

test('only people who see the device read its notes, and only those who operate it change them', async () => {
  const noteUUID = await add('Secret shaft');
  const elsewhere = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  const observer = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.lobby] });
  const stranger = await buildEstate(server);
  for (const as of [{ as: elsewhere.token }, stranger.as]) {
    expectFailure(await server.call('listDeviceNotes', { deviceUUID }, as), 'notFound');
    expectFailure(await server.call('addDeviceNote', { deviceUUID, text: 'x' }, as), 'notFound');
    expectFailure(await server.call('updateDeviceNote', { noteUUID, text: 'x' }, as), 'notFound');
    expectFailure(await server.call('deleteDeviceNote', { noteUUID }, as), 'notFound');
  }
  const as = { as: observer.token };
  expect((await notes(as)).rows[0]?.text).toBe('Secret shaft');
  expectFailure(await server.call('addDeviceNote', { deviceUUID, text: 'x' }, as), 'permissionDenied');
  expectFailure(await server.call('deleteDeviceNote', { noteUUID }, as), 'permissionDenied');
  expect((await notes()).rows.map(({ text }) => text)).toEqual(['Secret shaft']);
});

test('notes stay with a moved device, and are deleted with it', async () => {
  await add('On the roof');
  const elsewhere = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  expectSuccess(
    await server.call('moveDevices', { deviceUUIDs: [deviceUUID], siteUUID: estate.bar }, estate.as),
  );
  expect((await notes({ as: elsewhere.token })).rows[0]?.text).toBe('On the roof');
  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [deviceUUID] }, estate.as));
  const left = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select 1 from device_note where tenant_id = ${estate.owner.tenant}`),
  );
  expect(left).toEqual([]);
});

test('refuses empty, long and unreadable texts, and more notes than the limit', async () => {
  for (const text of ['  \n ', 'x'.repeat(NOTE_LIMITS.textMax + 1), 'a\u0000b']) {
    expectFailure(await server.call('addDeviceNote', { deviceUUID, text }, estate.as), 'invalidInput');
  }
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device_note (tenant_id, id, device_id, text, created_by, created_by_name, created_at)
      select ${estate.owner.tenant}::uuid, gen_random_uuid(), ${deviceUUID}::uuid, 'n', gen_random_uuid(), 'x', now()
      from generate_series(1, ${NOTE_LIMITS.perDeviceMax})`),
  );
  expectFailure(await server.call('addDeviceNote', { deviceUUID, text: 'x' }, estate.as), 'tooManyNotes');
  const page = await server.call('listDeviceNotes', { deviceUUID, page: 3, size: 90 }, estate.as);
  expect([page.data.total, page.data.rows.length]).toEqual([NOTE_LIMITS.perDeviceMax, 20]);
});

test('records the text in the operation log', async () => {
  const noteUUID = await add('One');
  await server.call('updateDeviceNote', { noteUUID, text: 'Two' }, estate.as);
  await server.call('deleteDeviceNote', { noteUUID }, estate.as);
  const { rows } = (await server.call('listOperations', {}, estate.as)).data;
  const changes = rows
    .filter(({ call }) => call.endsWith('DeviceNote'))
    .map(({ call, objects }) => [call, objects[0]?.name, objects[0]?.changes[0]]);
  expect(changes).toMatchObject([
    ['deleteDeviceNote', 'Lobby', { field: 'deviceNote', from: 'Two', to: null }],
    ['updateDeviceNote', 'Lobby', { field: 'deviceNote', from: 'One', to: 'Two' }],
    ['addDeviceNote', 'Lobby', { field: 'deviceNote', from: null, to: 'One' }],
  ]);
});

test('announces a note to browsers that show the device and may see it', async () => {
  const [near, far] = await Promise.all([
    buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] }),
    buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] }),
  ]);
  await server.settled();
  const people = [estate.owner, near, far, estate.owner];
  const sockets = await Promise.all(
    people.map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  for (const { socket } of sockets.slice(0, 3)) {
    socket.send(JSON.stringify({ watch: [topicOf('device', deviceUUID)] }));
  }
  const topics = () => server.platform.live.watchedTopics().size;
  await expect.poll(topics, WITHIN).toBe(1);
  await expect
    .poll(async () => {
      await add('news');
      await server.settled();
      return sockets.slice(0, 2).every(({ heard }) => heard.includes('deviceNotesChanged'));
    }, WITHIN)
    .toBe(true);
  expect(sockets.map(({ heard }) => heard.includes('deviceNotesChanged'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  for (const { socket } of sockets) socket.terminate();
});
