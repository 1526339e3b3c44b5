import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import type { sendCommandInput } from '@airloom/contract/commands/commands.rules';
import { ERRORS, OK, OK_ACCEPTED, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { Grant } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { StoredFiles } from '../../../platform/files/stored-files.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevice, buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { forgetCommands } from './commands.jobs.ts';
import { queueCommand } from './index.ts';

let server: TestServer;
let ada: Person;
let enterpriseId: string;
let siteId: string;
let otherSiteId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await buildAccount(server);
  enterpriseId = await buildOrganization(server, ada, 'North');
  siteId = await buildSite(server, ada, enterpriseId, 'Harbour');
  otherSiteId = await buildSite(server, ada, enterpriseId, 'Hill');
});
afterAll(() => server.stop());

type CommandToSend = z.input<typeof sendCommandInput>['command'];

function send(who: Person, ids: readonly string[], command: CommandToSend) {
  return server.call('sendCommand', { deviceUUIDs: [...ids], command }, { as: who.token });
}

async function sent(who: Person, ids: readonly string[], command: CommandToSend): Promise<string> {
  const answer = await send(who, ids, command);
  expect([answer.code, answer.msg]).toEqual([OK_ACCEPTED, '']);
  return answer.data.cfgUUID;
}

async function log(who: Person, more: object = {}): Promise<CommandBatch[]> {
  return (await server.call('getDeviceCftLog', { size: 200, ...more }, { as: who.token })).data.rows;
}

async function counts(who: Person) {
  return (await server.call('getDeviceCftLogCount', {}, { as: who.token })).data;
}

async function commandsKept(): Promise<number> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ count: number }>`select count(*)::int as count from command`),
  );
  return row?.count ?? 0;
}

describe('a command for one device is refused with the reason and not stored', () => {
  test.each([
    ['offline', 'reboot', { status: 'offline' }, 'offlineNotRebooted'],
    ['offline', 'reonline', { status: 'offline' }, 'offlineNotReonlined'],
    ['upgrading', 'reboot', { status: 'online', upgradeStatus: 'upgrading' }, 'deviceUpgrading'],
    ['upgrading', 'factoryReset', { status: 'online', upgradeStatus: 'upgrading' }, 'deviceUpgrading'],
    ['without radios', 'wifiScan', { status: 'online', radios: 0 }, 'functionUnsupported'],
    ['a switch', 'locate', { status: 'online', kind: 'switch' }, 'functionUnsupported'],
    ['a switch', 'trace', { status: 'online', kind: 'switch' }, 'functionUnsupported'],
  ] as const)('%s: %s', async (_, name, fields, key) => {
    const { id } = await buildDevice(server, ada, { siteId, ...fields });
    const before = await commandsKept();
    const answer = await send(ada, [id], name === 'trace' ? { name, seconds: 10 } : { name });
    expect([answer.code, answer.data]).toEqual([
      ERRORS[key].code,
      expect.objectContaining({ requestId: expect.any(String) }),
    ]);
    expect(answer.msg).not.toBe('');
    expect(await commandsKept()).toBe(before);
  });

  test('a member of a controller that cannot pass commands on', async () => {
    const { id: managedBy } = await buildDevice(server, ada, { siteId, kind: 'ac' });
    const { id } = await buildDevice(server, ada, { siteId, status: 'online', managedBy });
    const answer = await send(ada, [id], { name: 'reboot' });
    expect(answer.code).toBe(ERRORS.orderNotPassedOn.code);
    expect(answer.msg).toContain('controller');
  });
});

test('a batch has a result for each device, and a refused device does not affect the others', async () => {
  const { id: managedBy } = await buildDevice(server, ada, { siteId, kind: 'ac' });
  const built = await buildDevices(server, ada, [
    { siteId, name: 'a offline' },
    { siteId, name: 'b upgrading', status: 'online', upgradeStatus: 'upgrading' },
    { siteId, name: 'c fine', status: 'online' },
    { siteId, name: 'd thin', status: 'online', managedBy },
  ]);
  const ids = built.map(({ id }) => id);
  const cfgUUID = await sent(ada, ids, { name: 'reboot' });
  const second = await sent(ada, ids, { name: 'reboot' });
  const results = async (id: string) =>
    (await server.call('getDeviceCftLogDetail', { cfgUUID: id }, { as: ada.token })).data.rows.map(
      ({ deviceName, state, reason }) => [deviceName, state, reason],
    );
  const refused = [
    ['a offline', 'deviceOffline', null],
    ['b upgrading', 'deviceBusy', 'upgrading'],
  ];
  const thin = ['d thin', 'parameterError', 'underController'];
  expect(await results(cfgUUID)).toEqual([...refused, ['c fine', 'sending', null], thin]);
  expect(await results(second)).toEqual([...refused, ['c fine', 'deviceBusy', null], thin]);
  const view = (await server.call('viewNoticeLog', { cfgUUID }, { as: ada.token })).data;
  expect(view).toMatchObject({
    total: 4,
    sending: 1,
    succeeded: 0,
    failed: 3,
    endedAt: null,
    deviceName: null,
  });
  const filtered = await server.call(
    'getDeviceCftLogDetail',
    { cfgUUID, state: 'deviceBusy', search: 'UPGR' },
    { as: ada.token },
  );
  expect([filtered.data.total, filtered.data.rows[0]?.deviceName]).toEqual([1, 'b upgrading']);
});

test('accepts 500 devices in one batch, and not 501', async () => {
  const built = await buildDevices(
    server,
    ada,
    Array.from({ length: COMMAND_LIMITS.devicesMax + 1 }, () => ({ siteId, status: 'online' as const })),
  );
  const ids = built.map(({ id }) => id);
  expect((await send(ada, ids, { name: 'locate' })).code).toBe(ERRORS.invalidInput.code);
  const cfgUUID = await sent(ada, ids.slice(1), { name: 'locate' });
  const view = await server.call('viewNoticeLog', { cfgUUID }, { as: ada.token });
  expect(view.data).toMatchObject({ total: 500, sending: 500 });
  const cancelled = await server.call('cancelCommands', { cfgUUID }, { as: ada.token });
  expect(cancelled.data).toEqual({ cancelled: 500 });
  const after = await server.call('getDeviceCftLogDetail', { cfgUUID, size: 1 }, { as: ada.token });
  expect(after.data.rows[0]).toMatchObject({ state: 'sendFailed', reason: 'cancelled', sentAt: null });
  expect((await server.call('cancelCommands', { cfgUUID }, { as: ada.token })).data).toEqual({
    cancelled: 0,
  });
});

test('returns notFound for a device of another account, alone or among own devices', async () => {
  const eve = await buildAccount(server);
  const { id: own } = await buildDevice(server, eve, { siteId: null });
  const { id: foreign } = await buildDevice(server, ada, { siteId, status: 'online' });
  const before = await commandsKept();
  for (const ids of [[foreign], [own, foreign]]) {
    expect((await send(eve, ids, { name: 'ping' })).code).toBe(ERRORS.notFound.code);
  }
  expect(await commandsKept()).toBe(before);
  const cfgUUID = await sent(ada, [foreign], { name: 'ping' });
  for (const call of ['viewNoticeLog', 'getDeviceCftLogDetail', 'cancelCommands'] as const) {
    expect((await server.send(call, { cfgUUID }, { as: eve.token })).code).toBe(ERRORS.notFound.code);
  }
  for (const call of ['setDeviceCftLog', 'deleteDeviceCftLog'] as const) {
    expect((await server.send(call, { cfgUUIDs: [cfgUUID] }, { as: eve.token })).code).toBe(
      ERRORS.notFound.code,
    );
  }
  const history = await server.call('listDeviceCommands', { deviceUUID: foreign }, { as: eve.token });
  expect(history.code).toBe(ERRORS.notFound.code);
  expect(await log(eve)).toEqual([]);
  expect(await counts(eve)).toEqual({ sending: 0, unviewed: 0 });
});

test('scripts require a super administrator, and the operation log contains their text', async () => {
  const { id } = await buildDevice(server, ada, { siteId, name: 'scripted', status: 'online' });
  const script = 'echo "hello"\nuptime';
  const admin = await buildMember(server, ada, 'organizationAdministrator', {
    enterpriseIds: [enterpriseId],
  });
  const refused = await send(admin, [id], { name: 'script', script });
  expect([refused.status, refused.code]).toEqual([403, ERRORS.permissionDenied.code]);
  expect((await send(ada, [id], { name: 'script', script })).code).toBe(OK_ACCEPTED);
  const logged = async ({ token }: Person) => {
    const { data } = await server.call('listOperations', { search: 'scripted' }, { as: token });
    return data.rows.flatMap(({ objects }) => objects.flatMap(({ changes }) => changes));
  };
  expect(await logged(ada)).toMatchObject([
    { field: 'script', to: script },
    { field: 'command', to: 'script' },
  ]);
  // The text belongs to the whole account; people of the site see that a script was run.
  const operator = await buildMember(server, ada, 'siteOperator', { siteIds: [siteId] });
  expect(await logged(operator)).toMatchObject([{ field: 'command', to: 'script' }]);
});

test('an API key with all permissions of the account runs no script without the permission for scripts', async () => {
  const { id } = await buildDevice(server, ada, { siteId, name: 'scripted', status: 'online' });
  const keyWith = async (...grants: Grant[]) => {
    const input = { name: 'robot', grants, expiresAt: null, password: PASSWORD };
    const created = await server.call('createApiKey', input, { as: ada.token });
    return { ...ada, token: created.data.secret };
  };
  const devices = ['device_manage:operate', 'all_device:operate'] as const;
  const command = { name: 'script', script: 'uptime' } as const;
  const refused = await send(await keyWith(...devices, 'account_manage:operate'), [id], command);
  expect([refused.status, refused.code]).toEqual([403, ERRORS.permissionDenied.code]);
  const answer = await send(await keyWith(...devices, 'device_script:operate'), [id], command);
  expect(answer.code).toBe(OK_ACCEPTED);
});

test('a person with some sites or device classes sends and sees only commands for those', async () => {
  const [here, there] = await buildDevices(server, ada, [
    { siteId, name: 'here' },
    { siteId: otherSiteId, name: 'there' },
  ]);
  const [mine, other] = [here?.id ?? '', there?.id ?? ''];
  const both = await sent(ada, [mine, other], { name: 'ping' });
  const elsewhere = await sent(ada, [other], { name: 'ping' });
  const operator = await buildMember(server, ada, 'siteOperator', { siteIds: [siteId] });
  const seen = await log(operator);
  expect(seen.find(({ cfgUUID }) => cfgUUID === both)).toMatchObject({
    total: 1,
    failed: 1,
    deviceName: 'here',
  });
  expect(seen.map(({ cfgUUID }) => cfgUUID)).not.toContain(elsewhere);
  const detail = await server.call('getDeviceCftLogDetail', { cfgUUID: both }, { as: operator.token });
  expect(detail.data.rows.map(({ deviceName }) => deviceName)).toEqual(['here']);
  expect((await send(operator, [other], { name: 'ping' })).code).toBe(ERRORS.notFound.code);
  expect((await send(operator, [mine], { name: 'ping' })).code).toBe(OK_ACCEPTED);

  const role = await server.call(
    'createRole',
    {
      name: 'switches only',
      permissions: ['device_manage', 'device_manage:operate', 'switch_device', 'ap_device'],
    },
    { as: ada.token },
  );
  const narrow = await buildMember(server, ada, 'siteObserver', { siteIds: [siteId] });
  await server.call(
    'updateSubAccount',
    { subAccountUUID: narrow.membershipId, roleUUID: role.data.roleUUID, reach: { siteUUIDs: [siteId] } },
    { as: ada.token },
  );
  const denied = await send(narrow, [mine], { name: 'ping' });
  expect([denied.status, denied.failure.missing]).toEqual([403, 'ap_device:operate']);
});

describe('the configuration log', () => {
  test('viewed and removed batches are stored per person', async () => {
    const eve = await buildAccount(server);
    const enterprise = await buildOrganization(server, eve, 'Own');
    const site = await buildSite(server, eve, enterprise, 'Own');
    const colleague = await buildMember(server, eve, 'siteObserver', { siteIds: [site] });
    const { id } = await buildDevice(server, eve, { siteId: site, name: 'Lamp' });
    const one = await sent(eve, [id], { name: 'ping' });
    const two = await sent(eve, [id], { name: 'locate' });
    expect(await counts(eve)).toEqual({ sending: 0, unviewed: 2 });

    const view = () => server.call('setDeviceCftLog', { cfgUUIDs: [one] }, { as: eve.token });
    expect((await view()).code).toBe(OK);
    expect((await view()).code).toBe(OK_NOTHING_CHANGED);
    expect(await counts(eve)).toEqual({ sending: 0, unviewed: 1 });
    expect((await log(eve)).map(({ cfgUUID, viewed }) => [cfgUUID, viewed])).toEqual([
      [two, false],
      [one, true],
    ]);

    const remove = (who: Person, cfgUUID: string) =>
      server.call('deleteDeviceCftLog', { cfgUUIDs: [cfgUUID] }, { as: who.token });
    expect((await remove(eve, one)).code).toBe(OK);
    expect((await remove(eve, one)).code).toBe(ERRORS.notFound.code);
    expect((await log(eve)).map(({ cfgUUID }) => cfgUUID)).toEqual([two]);
    expect(await counts(colleague)).toEqual({ sending: 0, unviewed: 2 });
    // Marking own log entries needs no permission to change devices.
    expect((await remove(colleague, two)).code).toBe(OK);
    expect((await log(colleague)).map(({ cfgUUID }) => cfgUUID)).toEqual([one]);
    expect((await log(eve)).map(({ cfgUUID }) => cfgUUID)).toEqual([two]);
  });

  test('keeps batches that still run', async () => {
    const { id } = await buildDevice(server, ada, { siteId, status: 'online' });
    const cfgUUID = await sent(ada, [id], { name: 'locate' });
    const before = await counts(ada);
    const removed = await server.call('deleteDeviceCftLog', { cfgUUIDs: [cfgUUID] }, { as: ada.token });
    expect(removed.code).toBe(ERRORS.commandRunning.code);
    const viewed = await server.call('setDeviceCftLog', { cfgUUIDs: [cfgUUID] }, { as: ada.token });
    expect(viewed.code).toBe(OK_NOTHING_CHANGED);
    await server.call('cancelCommands', { cfgUUID }, { as: ada.token });
    const after = await counts(ada);
    expect([after.sending - before.sending, after.unviewed - before.unviewed]).toEqual([-1, 1]);
  });

  test('does not count batches without a person as unseen', async () => {
    const eve = await buildAccount(server);
    const device = await buildDevice(server, eve, { siteId: null, name: 'Lamp' });
    await server.platform.database.withTenant(eve, (tx) =>
      queueCommand(tx, {
        tenant: eve.tenant,
        deviceId: device.id,
        command: 'configure',
        params: { version: 5 },
        by: null,
        now: server.platform.now(),
      }),
    );
    expect(await log(eve)).toHaveLength(1);
    expect(await counts(eve)).toEqual({ sending: 0, unviewed: 0 });
  });

  test('filters by command, outcome and text, and returns pages', async () => {
    const eve = await buildAccount(server);
    const [off, on] = await buildDevices(server, eve, [
      { siteId: null, name: 'Lamp' },
      { siteId: null, name: 'Mast', status: 'online' },
    ]);
    const failed = await sent(eve, [off?.id ?? ''], { name: 'ping' });
    const running = await sent(eve, [on?.id ?? ''], { name: 'locate' });
    const ids = async (more: object) => (await log(eve, more)).map(({ cfgUUID }) => cfgUUID);
    expect(await ids({})).toEqual([running, failed]);
    expect(await ids({ sort: 'createdAt' })).toEqual([failed, running]);
    expect(await ids({ command: 'ping' })).toEqual([failed]);
    expect(await ids({ outcome: 'failed' })).toEqual([failed]);
    expect(await ids({ outcome: 'sending' })).toEqual([running]);
    expect(await ids({ outcome: 'succeeded' })).toEqual([]);
    expect(await ids({ search: 'mas' })).toEqual([running]);
    expect(await ids({ search: eve.userName })).toEqual([running, failed]);
    expect(await ids({ size: 1, page: 2 })).toEqual([failed]);
    const [row] = await log(eve, { outcome: 'failed' });
    expect(row).toMatchObject({ createdBy: eve.userName, deviceName: 'Lamp', total: 1, failed: 1 });
    expect(row?.endedAt).not.toBeNull();
    const history = await server.call('listDeviceCommands', { deviceUUID: off?.id ?? '' }, { as: eve.token });
    expect(history.data).toMatchObject({ total: 1, rows: [{ state: 'deviceOffline', siteName: '' }] });
  });

  test('is deleted after its retention period', async () => {
    const { id } = await buildDevice(server, ada, { siteId });
    const old = await sent(ada, [id], { name: 'ping' });
    const recent = await sent(ada, [id], { name: 'ping' });
    const { database, now } = server.platform;
    await database.asSystem((tx) =>
      tx.run(sql`update command_batch set created_at = created_at - interval '91 days' where id = ${old}`),
    );
    await forgetCommands({ database, now }, new StoredFiles(server.platform)).run();
    const left = (await log(ada)).map(({ cfgUUID }) => cfgUUID);
    expect(left).toContain(recent);
    expect(left).not.toContain(old);
  });
});

test('the server queues commands in the transaction of other work', async () => {
  const [on, off] = await buildDevices(server, ada, [
    { siteId, status: 'online', version: 'one' },
    { siteId, status: 'offline' },
  ]);
  const { database, now } = server.platform;
  const queue = (deviceId: string, batchId?: string) =>
    database.withTenant(ada, (tx) =>
      queueCommand(tx, {
        tenant: ada.tenant,
        deviceId,
        ...(batchId === undefined ? {} : { batchId }),
        command: 'upgrade',
        params: { uri: 'https://example.org/image', keepRedirector: true },
        by: null,
        now: now(),
      }),
    );
  const first = await queue(on?.id ?? '');
  const second = await queue(off?.id ?? '', first?.batchId);
  expect(second?.batchId).toBe(first?.batchId);
  const detail = await server.call(
    'getDeviceCftLogDetail',
    { cfgUUID: first?.batchId ?? '' },
    { as: ada.token },
  );
  expect(new Map(detail.data.rows.map((row) => [row.commandUUID, row.state]))).toEqual(
    new Map([
      [first?.commandId, 'sending'],
      [second?.commandId, 'deviceOffline'],
    ]),
  );
  const row = await database.withTenant(ada, (tx) =>
    tx.first(sql<{ params: unknown }>`select params from command where id = ${first?.commandId}`),
  );
  expect(row?.params).toEqual({ uri: 'https://example.org/image', keepRedirector: true, fromVersion: 'one' });
  expect(await queue('019a0000-0000-7000-8000-000000000009')).toBeNull();
});
