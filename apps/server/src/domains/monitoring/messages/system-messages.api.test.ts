import { serialOfMac } from '@airloom/contract/devices/serial';
import type { Message } from '@airloom/contract/messages/messages.model';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { buildMember, PASSWORD, type Person } from '../../../testing/builders.ts';
import { examples } from '../../../testing/generated/examples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { upload } from '../../../testing/upload.ts';
import { WITHIN } from '../../../testing/within.ts';
import { buildWorld, type World } from '../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { listen } from '../../people/identity/testing/live.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function messagesOf(person: Person): Promise<Message[]> {
  await server.settled();
  return (await server.call('listMessages', { tab: 'system' }, { as: person.token })).data.rows;
}

/** Moves the clock past the end of sessions. */
function age(statement: RawBuilder<unknown>): Promise<number> {
  return server.platform.database.asSystem((tx) => tx.run(statement));
}

async function tasks(person: Person) {
  const answer = await server.call('listTasks', {}, { as: person.token });
  expectSuccess(answer);
  return answer.data;
}

test('an export sends a message with its file and lists a task to its owner only, until the file is deleted', async () => {
  const { owner } = await buildWorld(server);
  const colleague = await buildMember(server, owner, 'superAdministrator');
  const exported = await server.call('exportDevices', { format: 'csv' }, { as: owner.token });
  expectSuccess(exported);
  const { url, rows } = exported.data;
  expect(await messagesOf(owner)).toMatchObject([
    { key: 'messages.sentence.exported', params: { call: 'exportDevices', count: rows }, link: url },
  ]);
  expect(await messagesOf(colleague)).toEqual([]);
  const made = (await tasks(owner)).filter(({ kind }) => kind === 'export');
  expect(made).toMatchObject([
    {
      name: 'exportDevices',
      state: 'done',
      fileUrl: url,
      startedBy: owner.userName,
      done: rows,
      total: rows,
    },
  ]);
  expect((await tasks(colleague)).filter(({ kind }) => kind === 'export')).toEqual([]);
  await age(sql`update stored_file set expires_at = now() where created_by = ${owner.managerId}`);
  await age(sql`update message set link_until = now() where manager_id = ${owner.managerId}`);
  expect((await messagesOf(owner)).map(({ link }) => link)).toEqual(['']);
  expect((await tasks(owner)).filter(({ kind }) => kind === 'export')).toMatchObject([{ fileUrl: null }]);
  await age(sql`update sheet_work set started_at = started_at - interval '25 hours'`);
  expect((await tasks(owner)).filter(({ kind }) => kind === 'export')).toEqual([]);
});

test('an import sends a message with the number of added rows', async () => {
  const world = await buildWorld(server);
  const input = await examples.importDevices(world);
  expectSuccess(await server.call('importDevices', input, { as: world.owner.token }));
  const [message] = await messagesOf(world.owner);
  expect(message).toMatchObject({ params: { count: 1, refused: 0 }, link: '/device/all' });
  expect(message?.key).toBe('messages.sentence.imported');
  expect((await tasks(world.owner)).filter(({ kind }) => kind === 'import')).toMatchObject([
    { name: 'importDevices', state: 'done', done: 1 },
  ]);
});

/** An import of rows for the site of the test, as uploaded by a person. */
async function importRows({ owner, siteUUID }: World, rows: readonly string[]) {
  const sheet = ['kind,mac,name', ...rows].join('\n');
  const fileUUID = await upload(server, owner.token, 'deviceImport', Buffer.from(sheet));
  return server.call('importDevices', { fileUUID, siteUUID }, { as: owner.token });
}

async function imports(person: Person) {
  return (await tasks(person)).filter(({ kind }) => kind === 'import');
}

test('rejected rows of an import can be downloaded, corrected and imported again', async () => {
  const world = await buildWorld(server);
  const bad = 'ap,nonsense,Lobby 2';
  expectSuccess(await importRows(world, ['ap,02-00-00-00-77-01,Lobby 1', bad]));
  const [task] = await imports(world.owner);
  expect(task).toMatchObject({ state: 'partly', done: 1, failed: 1, total: 2 });
  const file = await fetch(`${server.url}${task?.fileUrl}`, {
    headers: { authorization: `Bearer ${world.owner.token}` },
  });
  const [titles = '', row = '', ...others] = (await file.text()).trim().split('\r\n');
  expect(titles).toContain('MAC');
  expect(row).toContain('nonsense');
  expect(row).toMatch(/MAC/);
  expect(others).toEqual([]);
  const mended = row.replace('nonsense', '02-00-00-00-77-02');
  const sheet = `${titles}\r\n${mended}\r\n`;
  const fileUUID = await upload(server, world.owner.token, 'deviceImport', Buffer.from(sheet));
  const again = { fileUUID, siteUUID: world.siteUUID };
  const { data } = await server.call('importDevices', again, { as: world.owner.token });
  expect(data).toMatchObject({ added: 1, rows: [], macs: expect.any(Array) });
});

test('an import that failed or was killed leaves a failed task', async () => {
  const world = await buildWorld(server);
  const { owner, siteUUID } = world;
  const fileUUID = await upload(server, owner.token, 'deviceImport', Buffer.from('no,such\n1,2\n'));
  const answer = await server.call('importDevices', { fileUUID, siteUUID }, { as: owner.token });
  expectFailure(answer, 'importWithoutColumns');
  expect(await imports(owner)).toMatchObject([
    { name: 'importDevices', state: 'failed', done: 0, startedBy: owner.userName, fileUrl: null },
  ]);
});

function macAt(index: number): string {
  return `02-00-00-7A-${index.toString(16).padStart(4, '0').replace(/(..)/, '$1-')}`;
}

test('a running import reports how many rows are done', async () => {
  const world = await buildWorld(server);
  const { owner, siteUUID } = world;
  const rows = Array.from({ length: 400 }, (_, index) => `ap,${macAt(index)},AP ${index}`);
  const rival = sql`
    insert into device (tenant_id, site_id, id, kind, serial, sn, name, position, remark)
    values (${owner.tenant}, ${siteUUID}, ${newId()}, 'ap', ${serialOfMac(macAt(350))}, '', 'First', '', '')`;
  let answer: ReturnType<typeof importRows> | undefined;
  await withLock(rival, async () => {
    answer = importRows(world, rows);
    await expect
      .poll(() => running(owner), WITHIN)
      .toMatchObject([{ kind: 'import', done: 200, total: 400, endedAt: null }]);
  });
  expect((await answer)?.data).toMatchObject({ added: 399, rows: [{ row: 352 }] });
});

test('import progress is announced only to the person who started it', async () => {
  const world = await buildWorld(server);
  const colleague = await buildMember(server, world.owner, 'superAdministrator');
  const [own, other] = await Promise.all(
    [world.owner, colleague].map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  expectSuccess(await importRows(world, ['ap,02-00-00-00-79-01,Lobby 1']));
  // It begins, the number of rows is known, it ends.
  const times = () => own?.heard.filter((name) => name === 'tasksChanged').length;
  await expect.poll(times, WITHIN).toBeGreaterThanOrEqual(3);
  expect(other?.heard).not.toContain('tasksChanged');
});

async function running(person: Person) {
  return (await tasks(person)).filter(({ kind, state }) => state === 'running' && kind !== 'campaign');
}

/** Locks this row or table until the work is done. */
async function withLock(lock: RawBuilder<unknown>, work: () => Promise<void>): Promise<void> {
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(lock);
    await work();
  });
}

test('a running export or import is listed as a task of the person who started it', async () => {
  const world = await buildWorld(server);
  const { owner, siteUUID } = world;
  const colleague = await buildMember(server, owner, 'superAdministrator');

  let exporting: ReturnType<typeof server.call<'exportAlarms'>> | undefined;
  await withLock(sql`lock table alarm in access exclusive mode`, async () => {
    exporting = server.call('exportAlarms', { format: 'csv' }, { as: owner.token });
    await expect
      .poll(() => running(owner), WITHIN)
      .toMatchObject([{ kind: 'export', name: 'exportAlarms', done: 0, total: null, endedAt: null }]);
    expect(await running(colleague)).toEqual([]);
  });
  expectSuccess((await exporting) ?? expect.fail('not begun'));

  const input = await examples.importDevices(world);
  let importing: ReturnType<typeof server.call<'importDevices'>> | undefined;
  await withLock(sql`select from site where id = ${siteUUID} for update`, async () => {
    importing = server.call('importDevices', input, { as: owner.token });
    await expect
      .poll(() => running(owner), WITHIN)
      .toMatchObject([{ kind: 'import', name: 'importDevices', total: 1, startedBy: owner.userName }]);
  });
  expectSuccess((await importing) ?? expect.fail('not begun'));
  expect(await running(owner)).toEqual([]);
});

test('an ended campaign sends a message to its creator', async () => {
  const world = await buildWorld(server);
  const { owner } = world;
  const input = await examples.createCampaign(world);
  const made = await server.call('createCampaign', input, { as: owner.token });
  expectSuccess(made);
  const { campaignUUID } = made.data;
  // It waits for its start date.
  expect((await tasks(owner)).filter(({ kind }) => kind === 'campaign')).toEqual([]);
  expectSuccess(await server.call('changeCampaign', { campaignUUID, change: 'stop' }, { as: owner.token }));
  await expect
    .poll(() => messagesOf(owner), WITHIN)
    .toMatchObject([
      {
        key: 'messages.sentence.campaignEndedPartly',
        params: { name: input.name, count: 0, left: 1 },
        link: `/device/firmware?tab=campaigns&campaign=${campaignUUID}`,
      },
    ]);
  expect((await tasks(owner)).filter(({ kind }) => kind === 'campaign')).toMatchObject([
    { taskUUID: campaignUUID, name: input.name, state: 'failed', total: 1 },
  ]);
});

test('commands are listed as tasks for people who see their devices', async () => {
  const world = await buildWorld(server);
  const { owner, operator, deviceUUID } = world;
  const blind = await buildMember(server, owner, 'siteObserver', { siteIds: [] });
  const ordered = await server.call(
    'sendCommand',
    { deviceUUIDs: [deviceUUID], command: { name: 'locate' } },
    { as: owner.token },
  );
  const order = { taskUUID: ordered.data.cfgUUID, kind: 'order', name: 'locate', state: 'failed', total: 1 };
  for (const person of [owner, operator]) expect(await tasks(person)).toMatchObject([order]);
  expect(await tasks(blind)).toEqual([]);
  await age(
    sql`update command set ended_at = ended_at - interval '25 hours' where device_id = ${deviceUUID}`,
  );
  expect(await tasks(owner)).toEqual([]);
});

test('the owner gets a message when a person leaves, unless the owner removed them', async () => {
  const { owner, operator } = await buildWorld(server);
  const administrator = await buildMember(server, owner, 'superAdministrator');
  const remove = (who: Person, by: Person) =>
    server.call('removeSubAccount', { subAccountUUID: who.membershipId }, { as: by.token });
  expectSuccess(await remove(operator, administrator));
  expect(await messagesOf(owner)).toMatchObject([
    { key: 'messages.sentence.left', params: { name: operator.userName } },
  ]);
  expect(await messagesOf(administrator)).toEqual([]);
  expectSuccess(await remove(administrator, owner));
  expect(await messagesOf(owner)).toHaveLength(1);
});

test('a changed sign-in method sends a message to the person only', async () => {
  const { owner } = await buildWorld(server);
  const colleague = await buildMember(server, owner, 'superAdministrator');
  const password = 'Brighter-Lantern-77';
  const input = { oldPassword: PASSWORD, password, confirmPassword: password };
  expectSuccess(await server.call('changePassword', input, { as: owner.token }));
  expect(await messagesOf(owner)).toMatchObject([
    { key: 'messages.sentence.passwordChanged', link: '/usercenter/accountset' },
  ]);
  const off = { twoFactor: 'off' as const, password };
  expectSuccess(await server.call('setAccountSwitch', off, { as: owner.token }));
  expect((await messagesOf(owner))[0]?.key).toBe('messages.sentence.twoFactorChanged');
  expect(await messagesOf(colleague)).toEqual([]);
});
