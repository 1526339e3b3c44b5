import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { forgetAlarms } from '../alarms.jobs.ts';
import { alarmAt, buildStage, type Stage } from '../testing/alarm-stage.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

const minutesAgo = (minutes: number) => new Date(server.platform.now().getTime() - minutes * MINUTE);

type Query = NonNullable<Parameters<typeof server.call<'queryHisAlarm'>>[1]>;

async function found(query: Query): Promise<{ total: number; ids: string[] }> {
  const { data } = await server.call('queryHisAlarm', query, stage.as);
  return { total: data.total, ids: data.rows.map(({ alarmHistoryUUID }) => alarmHistoryUUID) };
}

test('searches the history by former names with any order and filter', async () => {
  const { harbour, hill } = stage;
  const older = await alarmAt(server, stage, harbour, {
    deviceName: 'Łódź gate',
    level: 'urgent',
    clearedAt: minutesAgo(5),
  });
  const port = await alarmAt(server, stage, hill, {
    part: 'ge-0/0/7',
    type: 'portDown',
    level: 'notice',
    clearedAt: minutesAgo(4),
  });
  const same = await alarmAt(server, stage, harbour, {
    deviceName: 'Łódź gate',
    level: 'notice',
    raisedAt: minutesAgo(60),
    clearedAt: minutesAgo(3),
  });
  await alarmAt(server, stage, harbour, { deviceName: 'Łódź gate' });

  expect(await found({ search: 'Łódź GATE' })).toEqual({ total: 2, ids: [same, older] });
  expect(await found({ search: 'gate', sort: 'level' })).toEqual({ total: 2, ids: [older, same] });
  expect(await found({ search: 'gate', sort: '-level' })).toEqual({ total: 2, ids: [same, older] });
  expect(await found({ search: 'gate', sort: '-raisedAt' })).toEqual({ total: 2, ids: [older, same] });
  expect(await found({ search: 'gate', level: 'urgent' })).toEqual({ total: 1, ids: [older] });
  expect(await found({ search: 'gate', size: 10, page: 2 })).toEqual({ total: 2, ids: [] });
  expect(await found({ search: 'GE-0/0/7' })).toEqual({ total: 1, ids: [port] });
  expect(await found({ search: 'hill', type: 'portDown' })).toEqual({ total: 1, ids: [port] });
  expect(await found({ search: '%' })).toEqual({ total: 0, ids: [] });
  expect(await found({ type: 'portDown', sort: 'level' })).toEqual({ total: 1, ids: [port] });
});

test('finds renamed devices by either name, also in the export', async () => {
  const { harbour, hill } = stage;
  const ofDevice = await alarmAt(server, stage, harbour, { clearedAt: minutesAgo(2) });
  const ofSite = await alarmAt(server, stage, hill, {
    deviceId: null,
    deviceName: '',
    clearedAt: minutesAgo(1),
  });
  await server.call('updateDevice', { deviceUUID: harbour.deviceId, name: 'Lighthouse' }, stage.as);
  const rename = sql`update site set name = 'Summit' where id = ${hill.siteId}`;
  await server.platform.database.asSystem((tx) => tx.run(rename));
  expect((await found({ search: 'harbour ap' })).ids).toEqual([ofDevice]);
  expect((await found({ search: 'LIGHTHOUSE' })).ids).toEqual([ofDevice]);
  expect((await found({ search: 'lighthouse', sort: 'level' })).ids).toEqual([ofDevice]);
  expect((await found({ search: 'hill' })).ids).toEqual([ofSite]);
  expect((await found({ search: 'summit' })).ids).toEqual([ofSite]);
  expect((await found({ search: 'summit', type: 'portDown' })).ids).toEqual([]);
  const { data } = await server.call('exportHisAlarms', { format: 'csv', search: 'lighthouse' }, stage.as);
  expect(data.rows).toBe(1);
  const { data: seen } = await server.call(
    'queryHisAlarm',
    { search: 'summit' },
    { as: stage.operator.token },
  );
  expect(seen.total).toBe(0);
});

test('finds Chinese names, and none of them by the digits they are indexed by', async () => {
  const { harbour } = stage;
  const cleared = await alarmAt(server, stage, harbour, { deviceName: '码头', clearedAt: minutesAgo(1) });
  const active = await alarmAt(server, stage, harbour, { deviceName: '码头' });
  const activeFound = async (search: string) =>
    (await server.call('queryAlarm', { search }, stage.as)).data.rows.map(({ alarmUUID }) => alarmUUID);
  expect((await found({ search: '码' })).ids).toEqual([cleared]);
  expect(await activeFound('码头')).toEqual([active]);
  const octal = Buffer.from('码')[0]?.toString(8) ?? '';
  expect((await found({ search: octal })).ids).toEqual([]);
  expect(await activeFound(octal)).toEqual([]);
});

test('finds a name that very many alarms have', async () => {
  const only = await alarmAt(server, stage, stage.hill, { clearedAt: minutesAgo(1) });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into alarm (tenant_id, id, rule_id, rule_name, type, level, state, site_name, device_name, part, cause,
                         raised_at, cleared_at, clear_reason)
      select tenant_id, gen_random_uuid(), rule_id, '', type, level, state, 'Valley', 'Device ' || n, '', '',
             raised_at, cleared_at - n * interval '1 minute', 'recovered'
      from alarm cross join generate_series(1, 1100) n where id = ${only}`),
  );
  expect((await found({ search: 'valley' })).total).toBe(1100);
  expect((await found({ search: 'valley', sort: 'level' })).total).toBe(1100);
  expect((await found({ search: 'device 77' })).total).toBe(11);
  expect((await found({ search: 'hill' })).ids).toEqual([only]);
});

test('deletes a name with the last alarm that has it', async () => {
  const { harbour } = stage;
  const kept = ALARM_RULE_LIMITS.historyKeptMs / MINUTE;
  await alarmAt(server, stage, harbour, { deviceName: 'Old gate', clearedAt: minutesAgo(kept + 1) });
  const young = await alarmAt(server, stage, harbour, { deviceName: 'New gate', clearedAt: minutesAgo(1) });
  await forgetAlarms(server.platform).run();
  const names = await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.all(sql<{ search: string }>`select search from alarm_name`),
  );
  expect(names).toEqual([{ search: 'new gate harbour ' }]);
  expect((await found({ search: 'gate' })).ids).toEqual([young]);
});

test('clearing an alarm does not wait for the deletion of names', async () => {
  const { database } = server.platform;
  const id = await alarmAt(server, stage, stage.harbour, { deviceName: 'Gate' });
  await alarmAt(server, stage, stage.harbour, { deviceName: 'Gate', clearedAt: minutesAgo(1) });
  await forgetAlarms(server.platform).run();
  await database.withTenant(stage.owner, async (tx) => {
    await tx.run(sql`
      update alarm set cleared_at = now(), clear_reason = 'recovered'
      where tenant_id = ${stage.owner.tenant} and id = ${id}`);
    await forgetAlarms(server.platform).run();
  });
  expect((await found({ search: 'gate' })).total).toBe(2);
});

test('deletes alarms after the retention period and keeps active ones', async () => {
  const { harbour } = stage;
  const kept = ALARM_RULE_LIMITS.historyKeptMs / MINUTE;
  const raisedAt = minutesAgo(kept + 2);
  await alarmAt(server, stage, harbour, { raisedAt, clearedAt: minutesAgo(kept + 1) });
  const young = await alarmAt(server, stage, harbour, { raisedAt, clearedAt: minutesAgo(kept - 1) });
  const open = await alarmAt(server, stage, harbour, { raisedAt });
  await forgetAlarms(server.platform).run();
  expect((await found({})).ids).toEqual([young]);
  const { data } = await server.call('queryAlarm', {}, stage.as);
  expect(data.rows.map(({ alarmUUID }) => alarmUUID)).toEqual([open]);
});
