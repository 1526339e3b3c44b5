import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { buildAlarm, buildWatch } from '../../../testing/alarm-builders.ts';
import { buildMember, type Person } from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { operationLine } from '../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { alarmAt, buildStage, type Stage } from './testing/alarm-stage.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

const minutesAgo = (minutes: number) => new Date(server.platform.now().getTime() - minutes * 60_000);

type Query = Parameters<typeof server.call<'queryAlarm'>>[1];

async function current(query: Query = {}, who: Person = stage.owner): Promise<string[]> {
  const { data } = await server.call('queryAlarm', query, { as: who.token });
  expect(data.total).toBe(data.rows.length);
  return data.rows.map(({ alarmUUID }) => alarmUUID);
}

async function past(
  query: Parameters<typeof server.call<'queryHisAlarm'>>[1] = {},
  who: Person = stage.owner,
) {
  return (await server.call('queryHisAlarm', query, { as: who.token })).data.rows;
}

async function operations(): Promise<string[]> {
  const { data } = await server.call('listOperations', {}, stage.as);
  return data.rows.map(operationLine);
}

describe('active alarms', () => {
  test('are listed by time or level and filtered by type, site, device and search text', async () => {
    const { harbour, hill, north } = stage;
    const old = await alarmAt(server, stage, harbour, { level: 'urgent', raisedAt: minutesAgo(50) });
    const middle = await alarmAt(server, stage, harbour, {
      level: 'notice',
      part: '5G 1',
      type: 'channelUtilisation',
      raisedAt: minutesAgo(30),
    });
    const young = await alarmAt(server, stage, hill, { level: 'secondary', raisedAt: minutesAgo(10) });
    await alarmAt(server, stage, hill, { clearedAt: minutesAgo(1) });

    expect(await current()).toEqual([young, middle, old]);
    expect(await current({ sort: 'raisedAt' })).toEqual([old, middle, young]);
    expect(await current({ sort: 'level' })).toEqual([old, young, middle]);
    expect(await current({ type: 'channelUtilisation' })).toEqual([middle]);
    expect(await current({ level: 'secondary' })).toEqual([young]);
    expect(await current({ siteUUID: harbour.siteId })).toEqual([middle, old]);
    expect(await current({ enterpriseUUID: north })).toEqual([middle, old]);
    expect(await current({ deviceUUID: hill.deviceId })).toEqual([young]);
    expect(await current({ from: minutesAgo(40).toISOString() })).toEqual([young, middle]);
    expect(await current({ to: minutesAgo(20).toISOString() })).toEqual([middle, old]);
    expect(await current({ search: '5g 1' })).toEqual([middle]);
    expect(await current({ search: 'HILL' })).toEqual([young]);
    await server.call('updateDevice', { deviceUUID: hill.deviceId, name: 'Tower' }, stage.as);
    expect(await current({ search: 'tower' })).toEqual([young]);
    const paged = await server.call('queryAlarm', { size: 1, page: 2 }, stage.as);
    expect([paged.data.total, paged.data.rows.map(({ alarmUUID }) => alarmUUID)]).toEqual([3, [middle]]);
  });

  test('show device and site, also after the device is deleted', async () => {
    const { harbour } = stage;
    const raisedAt = minutesAgo(5);
    const id = await alarmAt(server, stage, harbour, { value: 97.4, raisedAt });
    const shown = async () => (await server.call('viewAlarm', { alarmUUID: id }, stage.as)).data;
    expect(await shown()).toMatchObject({
      type: 'highCpu',
      level: 'important',
      state: 'unconfirmed',
      ruleUUID: null,
      shipped: 'highCpu',
      siteUUID: harbour.siteId,
      siteName: 'Harbour',
      device: { deviceUUID: harbour.deviceId, kind: 'ap', name: 'Harbour ap' },
      value: 97.4,
      threshold: 95,
      raisedAt: raisedAt.toISOString(),
      confirmedAt: null,
    });
    await server.call('clearAlarm', { alarmUUIDs: [id] }, stage.as);
    await server.call('deleteDevices', { deviceUUIDs: [harbour.deviceId] }, stage.as);
    expect(await past()).toMatchObject([{ device: null, deviceName: 'Harbour ap' }]);
  });

  test('are visible by site; alarms without a site only to people who see the whole account', async () => {
    const { harbour, hill, operator } = stage;
    const own = await alarmAt(server, stage, harbour);
    const other = await alarmAt(server, stage, hill);
    const nowhere = await buildAlarm(server, stage.owner, { deviceName: 'loose' });
    expect((await current()).toSorted()).toEqual([own, other, nowhere].toSorted());
    expect(await current({}, operator)).toEqual([own]);
    for (const alarmUUID of [other, nowhere]) {
      const answer = await server.call('viewAlarm', { alarmUUID }, { as: operator.token });
      expect(answer.code).toBe(ERRORS.notFound.code);
    }
  });

  test('are hidden for device classes a role does not include', async () => {
    const own = await alarmAt(server, stage, stage.harbour);
    const ofSwitch = await alarmAt(server, stage, stage.hill);
    const site = await buildAlarm(server, stage.owner, { siteId: stage.hill.siteId });
    const role = await server.call(
      'createRole',
      { name: 'Radio', permissions: ['current_alarm', 'device_manage', 'ap_device'] },
      stage.as,
    );
    const member = await buildMember(server, stage.owner, 'siteObserver', {});
    const both = [stage.harbour.siteId, stage.hill.siteId];
    await server.call(
      'updateSubAccount',
      { subAccountUUID: member.membershipId, roleUUID: role.data.roleUUID, reach: { siteUUIDs: both } },
      stage.as,
    );
    expect((await current({}, member)).toSorted()).toEqual([own, site].toSorted());
    const gone = newId();
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        insert into alarm_consequence (tenant_id, alarm_id, device_id)
        select ${stage.owner.tenant}::uuid, ${site}::uuid, id
        from unnest(${[stage.harbour.deviceId, stage.hill.deviceId, gone]}::uuid[]) as id`),
    );
    const affected = async (who: Person) =>
      (await server.call('viewAlarm', { alarmUUID: site }, { as: who.token })).data.consequences;
    expect([await affected(stage.owner), await affected(member)]).toEqual([3, 2]);
    expect(await current()).toContain(ofSwitch);
  });
});

describe('confirming an alarm', () => {
  test('stores name and note once, only for alarms the person sees', async () => {
    const { operator, harbour, hill } = stage;
    const [own, other] = [await alarmAt(server, stage, harbour), await alarmAt(server, stage, hill)];
    const input = { alarmUUIDs: [own, other], note: 'On my way' };
    const first = await server.call('confirmAlarm', input, { as: operator.token });
    expect([first.code, first.data]).toEqual([OK, { confirmed: 1, confirmedAt: expect.any(String) }]);
    const shown = (await server.call('viewAlarm', { alarmUUID: own }, stage.as)).data;
    expect(shown).toMatchObject({
      state: 'confirmed',
      confirmedBy: operator.userName,
      confirmNote: 'On my way',
      confirmedAt: expect.any(String),
    });
    expect(await current({ state: 'unconfirmed' })).toEqual([other]);

    const again = await server.call('confirmAlarm', { alarmUUIDs: [own], note: 'Me too' }, stage.as);
    expect([again.code, again.data]).toEqual([
      OK_NOTHING_CHANGED,
      { confirmed: 0, confirmedAt: expect.any(String) },
    ]);
    const since = (await server.call('viewAlarm', { alarmUUID: own }, stage.as)).data;
    expect(since.confirmNote).toBe('On my way');
    expect(await operations()).toEqual(
      expect.arrayContaining(['confirmAlarm: alarm highCpu, device Harbour ap']),
    );
  });
});

describe('withdrawing a confirmation', () => {
  test('leaves an alarm as if it had not been confirmed, within reach only', async () => {
    const { operator, harbour, hill } = stage;
    const [own, other] = [await alarmAt(server, stage, harbour), await alarmAt(server, stage, hill)];
    await server.call('confirmAlarm', { alarmUUIDs: [own, other], note: 'On my way' }, stage.as);
    const input = { alarmUUIDs: [own, other] };
    const first = await server.call('unconfirmAlarm', input, { as: operator.token });
    expect([first.code, first.data]).toEqual([OK, { unconfirmed: 1 }]);
    expect((await server.call('viewAlarm', { alarmUUID: own }, stage.as)).data).toMatchObject({
      state: 'unconfirmed',
      confirmedBy: '',
      confirmNote: '',
      confirmedAt: null,
    });
    expect(await current({ state: 'confirmed' })).toEqual([other]);
    const again = await server.call('unconfirmAlarm', { alarmUUIDs: [own] }, stage.as);
    expect([again.code, again.data]).toEqual([OK_NOTHING_CHANGED, { unconfirmed: 0 }]);
    expect(await operations()).toEqual(
      expect.arrayContaining(['unconfirmAlarm: alarm highCpu, device Harbour ap']),
    );
  });

  test('leaves what somebody else confirmed, when it undoes one confirmation', async () => {
    const { operator, harbour } = stage;
    const theirs = await alarmAt(server, stage, harbour);
    const mine = await alarmAt(server, stage, harbour, { type: 'highMemory' });
    await server.call('confirmAlarm', { alarmUUIDs: [theirs], note: 'On my way' }, { as: operator.token });
    const alarmUUIDs = [theirs, mine];
    const { confirmedAt } = (await server.call('confirmAlarm', { alarmUUIDs }, stage.as)).data;
    const undone = await server.call('unconfirmAlarm', { alarmUUIDs, confirmedAt }, stage.as);
    expect(undone.data).toEqual({ unconfirmed: 1 });
    expect((await server.call('viewAlarm', { alarmUUID: theirs }, stage.as)).data).toMatchObject({
      state: 'confirmed',
      confirmedBy: operator.userName,
      confirmNote: 'On my way',
    });
  });
});

describe('clearing an alarm', () => {
  test('moves visible alarms to the history with name and note', async () => {
    const { operator, harbour, hill } = stage;
    const [own, other] = [await alarmAt(server, stage, harbour), await alarmAt(server, stage, hill)];
    const input = { alarmUUIDs: [own, other], note: 'Known' };
    const answer = await server.call('clearAlarm', input, { as: operator.token });
    expect(answer.data).toEqual({ cleared: 1 });
    expect(await current()).toEqual([other]);
    expect(await past()).toMatchObject([
      {
        alarmHistoryUUID: own,
        clearReason: 'person',
        clearedBy: operator.userName,
        clearNote: 'Known',
        state: 'unconfirmed',
      },
    ]);
    const over = await server.call('viewAlarm', { alarmUUID: own }, stage.as);
    expect(over.data).toMatchObject({ alarmUUID: own, isOver: true });
    const active = await server.call('viewAlarm', { alarmUUID: other }, stage.as);
    expect(active.data.isOver).toBe(false);
    const again = await server.call('clearAlarm', { alarmUUIDs: [own] }, stage.as);
    expect([again.code, again.data]).toEqual([OK_NOTHING_CHANGED, { cleared: 0 }]);
    // A cleared alarm cannot be confirmed.
    const confirmed = await server.call('confirmAlarm', { alarmUUIDs: [own] }, stage.as);
    expect(confirmed.data).toMatchObject({ confirmed: 0 });
  });

  test('keeps the watch of the rule, so that the alarm is raised again only after a recovery', async () => {
    const { harbour, owner } = stage;
    const rules = await server.call('listAlarmRules', { search: 'High CPU' }, stage.as);
    const ruleId = rules.data.rows[0]?.ruleUUID ?? '';
    const id = await alarmAt(server, stage, harbour, { ruleId });
    await buildWatch(server, owner, { ruleId, deviceId: harbour.deviceId });
    await server.call('clearAlarm', { alarmUUIDs: [id] }, stage.as);
    const watches = await server.platform.database.withTenant(owner, (tx) =>
      tx.all(sql<{ level: string }>`select level from alarm_watch where rule_id = ${ruleId}`),
    );
    expect(watches).toEqual([{ level: 'important' }]);
  });
});

test('counts active alarms by level, only those the person sees', async () => {
  const { harbour, hill, north, operator } = stage;
  const urgent = await alarmAt(server, stage, harbour, { level: 'urgent' });
  await alarmAt(server, stage, harbour, { level: 'notice' });
  await alarmAt(server, stage, hill, { level: 'notice' });
  await alarmAt(server, stage, hill, { level: 'urgent', clearedAt: minutesAgo(1) });
  await server.call('confirmAlarm', { alarmUUIDs: [urgent] }, stage.as);
  const count = async (input: { siteUUID?: string; enterpriseUUID?: string }, who = stage.owner) =>
    (await server.call('getAlarmLogCount', input, { as: who.token })).data;
  expect(await count({})).toEqual({
    total: 3,
    unconfirmed: 2,
    levels: { urgent: 1, important: 0, secondary: 0, notice: 2 },
  });
  const own = { total: 2, unconfirmed: 1, levels: { urgent: 1, important: 0, secondary: 0, notice: 1 } };
  expect(await count({ siteUUID: harbour.siteId })).toEqual(own);
  expect(await count({ enterpriseUUID: north })).toEqual(own);
  expect(await count({}, operator)).toEqual(own);
  expect((await count({ siteUUID: hill.siteId }, operator))?.total).toBe(0);
});

test('the detail lists related alarms of the same time and affected devices', async () => {
  const { harbour, hill, owner } = stage;
  const behind = await buildDevice(server, owner, { siteId: harbour.siteId, name: 'Behind' });
  const main = await alarmAt(server, stage, harbour, { raisedAt: minutesAgo(60) });
  const near = await alarmAt(server, stage, harbour, { type: 'highMemory', raisedAt: minutesAgo(50) });
  const nearer = await alarmAt(server, stage, harbour, {
    raisedAt: minutesAgo(61),
    clearedAt: minutesAgo(60),
  });
  await alarmAt(server, stage, harbour, { type: 'portDown', raisedAt: minutesAgo(300) });
  await alarmAt(server, stage, hill, { raisedAt: minutesAgo(60) });
  await server.platform.database.withTenant(owner, (tx) =>
    tx.run(sql`insert into alarm_consequence (tenant_id, alarm_id, device_id)
               values (${owner.tenant}, ${main}, ${behind.id})`),
  );
  const { data } = await server.call('viewAlarm', { alarmUUID: main }, stage.as);
  expect(data.related.map(({ alarmUUID, clearedAt }) => [alarmUUID, clearedAt !== null])).toEqual([
    [nearer, true],
    [near, false],
  ]);
  expect(data.consequences).toBe(1);
  expect(data.affected).toEqual([{ deviceUUID: behind.id, kind: 'ap', name: 'Behind' }]);
  const history = await server.call('viewHisAlarm', { alarmHistoryUUID: nearer }, stage.as);
  expect(history.data).toMatchObject({ clearReason: 'recovered', affected: [] });
  expect(history.data.related.map(({ alarmUUID }) => alarmUUID)).toEqual([main, near]);
  const open = await server.call('viewHisAlarm', { alarmHistoryUUID: main }, stage.as);
  expect(open.code).toBe(ERRORS.notFound.code);
});

describe('alarm history', () => {
  test('lists alarms active within the period, last cleared first', async () => {
    const { harbour } = stage;
    const early = await alarmAt(server, stage, harbour, {
      raisedAt: minutesAgo(100),
      clearedAt: minutesAgo(60),
    });
    const late = await alarmAt(server, stage, harbour, {
      raisedAt: minutesAgo(90),
      clearedAt: minutesAgo(20),
    });
    await alarmAt(server, stage, harbour);
    const ids = async (from?: number, to?: number) =>
      (
        await past({
          ...(from === undefined ? {} : { from: minutesAgo(from).toISOString() }),
          ...(to === undefined ? {} : { to: minutesAgo(to).toISOString() }),
        })
      ).map(({ alarmHistoryUUID }) => alarmHistoryUUID);
    expect(await ids()).toEqual([late, early]);
    expect(await ids(50, 40)).toEqual([late]);
    expect(await ids(80, 70)).toEqual([late, early]);
    expect(await ids(undefined, 95)).toEqual([early]);
    expect(await ids(10)).toEqual([]);
  });

  test('deletes visible cleared alarms and no active ones', async () => {
    const { operator, harbour, hill } = stage;
    const own = await alarmAt(server, stage, harbour, { clearedAt: minutesAgo(1) });
    const other = await alarmAt(server, stage, hill, { clearedAt: minutesAgo(1) });
    const open = await alarmAt(server, stage, harbour);
    const input = { alarmHistoryUUIDs: [own, other, open] };
    const answer = await server.call('deleteHisAlarm', input, { as: operator.token });
    expect(answer.data).toEqual({ deleted: 1 });
    expect((await past()).map(({ alarmHistoryUUID }) => alarmHistoryUUID)).toEqual([other]);
    expect(await current()).toEqual([open]);
    expect(await past({}, operator)).toEqual([]);
  });
});
