import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { QUOTAS } from '@airloom/contract/quotas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWatch } from '../../../../testing/alarm-builders.ts';
import { buildAccount, buildMember, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { operationLine } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { alarmAt, buildStage, type Stage } from '../testing/alarm-stage.ts';
import { shipRules } from './shipped.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

type Input = Parameters<typeof server.call<'createAlarmRule'>>[1];

const MILD = { level: 'secondary', threshold: 80 } as const;
const GRAVE = { level: 'urgent', threshold: 95 } as const;
const HOT: Input = { name: 'Hot', type: 'highCpu', levels: [MILD, GRAVE] };

async function rules(
  query: { search?: string; sort?: string } = {},
  who: Person = stage.owner,
  language: 'en' | 'pl' = 'en',
) {
  const { data } = await server.call('listAlarmRules', { size: 200, ...query }, { as: who.token, language });
  expect(data.total).toBe(data.rows.length);
  return data.rows;
}

async function made(input: Input = HOT, who: Person = stage.owner): Promise<string> {
  const answer = await server.call('createAlarmRule', input, { as: who.token });
  expect(answer.code).toBe(OK);
  return answer.data.ruleUUID;
}

async function ruleOf(ruleUUID: string, who: Person = stage.owner): Promise<AlarmRule | undefined> {
  return (await rules({}, who)).find((rule) => rule.ruleUUID === ruleUUID);
}

function update(ruleUUID: string, rule: Input, who: Person = stage.owner) {
  return server.call('updateAlarmRule', { ruleUUID, rule }, { as: who.token });
}

test('refuses a threshold outside its range and names the range', async () => {
  const levels = [{ level: 'urgent', threshold: 101 } as const];
  const answer = await server.call('createAlarmRule', { ...HOT, levels }, stage.as);
  expect(answer.failure.fields).toEqual({
    'levels.0.threshold': { key: 'validation.range', values: { minimum: 1, maximum: 100 } },
  });
});

test('refuses overlapping holidays', async () => {
  const holidays = [
    { from: '2026-12-24', to: '2026-12-26' },
    { from: '2026-12-26', to: '2026-12-27' },
  ];
  const answer = await server.call('createAlarmRule', { ...HOT, holidays }, stage.as);
  expect(answer.failure.fields).toEqual({ holidays: { key: 'validation.holidaysOverlap', values: {} } });
});

async function open(): Promise<string[]> {
  const { data } = await server.call('queryAlarm', { sort: 'raisedAt' }, stage.as);
  return data.rows.map(({ alarmUUID }) => alarmUUID);
}

async function watched(ruleId: string): Promise<string[]> {
  const rows = await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.all(
      sql<{ device_id: string }>`select device_id from alarm_watch where rule_id = ${ruleId} order by 1`,
    ),
  );
  return rows.map((row) => row.device_id);
}

describe('shipped rules', () => {
  test('are created for every new account once, in the language of the caller', async () => {
    const shipped = await rules();
    expect(shipped.map(({ shipped: name }) => name ?? '').toSorted()).toEqual(
      Object.keys(DEFAULT_RULES).toSorted(),
    );
    const cpu = shipped.find(({ shipped: name }) => name === 'highCpu');
    expect(cpu).toMatchObject({
      name: '',
      type: 'highCpu',
      kinds: [],
      levels: DEFAULT_RULES.highCpu.levels,
      holdMinutes: 10,
      enabled: true,
      modes: ['page'],
      sites: [],
      openAlarms: 0,
    });
    expect(
      (await rules({ search: 'procesora' }, stage.owner, 'pl')).map(({ shipped: name }) => name),
    ).toEqual(['highCpu']);
    expect(await rules({ search: 'procesora' })).toEqual([]);
    const names = (await rules({ sort: 'name' })).map(({ shipped: name }) => name);
    expect([names[0], names.at(-1)]).toEqual(['apOffline', 'weakSignal']);
  });

  test('are not created again after deletion; an older account gets all of them', async () => {
    const [first] = await rules();
    await server.call('deleteAlarmRule', { ruleUUID: first?.ruleUUID ?? '' }, stage.as);
    const before = await buildAccount(server);
    await server.settled();
    await server.platform.database.asSystem(async (tx) => {
      await tx.run(sql`delete from alarm_rule where tenant_id = ${before.tenant}`);
      await tx.run(sql`delete from alarm_account where tenant_id = ${before.tenant}`);
    });
    expect(await shipRules(server.platform, null)).toEqual([before.tenant]);
    expect(await rules({}, before)).toHaveLength(Object.keys(DEFAULT_RULES).length);
    expect(await rules()).toHaveLength(Object.keys(DEFAULT_RULES).length - 1);
  });

  test('keep their name in every language until they are renamed', async () => {
    const cpu = (await rules({ search: 'High CPU' }))[0];
    const ruleUUID = cpu?.ruleUUID ?? '';
    expect((await update(ruleUUID, { ...HOT, name: 'High CPU load' })).code).toBe(OK);
    expect(await ruleOf(ruleUUID)).toMatchObject({
      name: '',
      shipped: 'highCpu',
      levels: [{ threshold: 95 }, { threshold: 80 }],
    });
    await update(ruleUUID, { ...HOT, name: 'Too warm' });
    expect(await ruleOf(ruleUUID)).toMatchObject({ name: 'Too warm', shipped: 'highCpu' });
    expect((await rules({ search: 'too WARM' })).map((rule) => rule.ruleUUID)).toEqual([ruleUUID]);
  });
});

describe('a rule', () => {
  test('is listed as created, the gravest level first', async () => {
    const input: Input = {
      ...HOT,
      type: 'terminalOffline',
      levels: [{ level: 'notice', threshold: null }],
      kinds: ['ap'],
      holdMinutes: 30,
      description: 'Tills',
      siteUUIDs: [stage.hill.siteId, stage.harbour.siteId],
      macs: ['02-00-00-00-aa-BB'],
      modes: ['mail', 'webhook'],
      emails: ['night@example.org'],
      phones: ['+48 600100200'],
      restTimes: [{ from: '22:00', to: '23:59' }],
      holidays: [{ from: '2026-12-24', to: '2026-12-26' }],
      repeat: 3,
      enabled: false,
    };
    const ruleUUID = await made(input);
    expect(await ruleOf(ruleUUID)).toEqual({
      ruleUUID,
      name: 'Hot',
      shipped: null,
      type: 'terminalOffline',
      kinds: ['ap'],
      levels: [{ level: 'notice', threshold: null }],
      // It applies at once.
      holdMinutes: 0,
      enabled: false,
      description: 'Tills',
      sites: [
        { siteUUID: stage.harbour.siteId, name: 'Harbour' },
        { siteUUID: stage.hill.siteId, name: 'Hill' },
      ],
      modes: ['mail', 'webhook'],
      emails: ['night@example.org'],
      phones: ['+48 600100200'],
      restTimes: [{ from: '22:00', to: '23:59' }],
      holidays: [{ from: '2026-12-24', to: '2026-12-26' }],
      repeat: 3,
      macs: ['02-00-00-00-AA-BB'],
      openAlarms: 0,
      updatedAt: expect.any(String),
    });
    const stored = await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.first(sql<{ macs: string[] }>`select macs from alarm_rule where id = ${ruleUUID}`),
    );
    expect(stored?.macs).toEqual(['02:00:00:00:aa:bb']);
    expect((await update(ruleUUID, input)).code).toBe(OK_NOTHING_CHANGED);
  });

  test('needs a unique name, and their number is limited', async () => {
    const ruleUUID = await made();
    expect((await server.call('createAlarmRule', { ...HOT, name: 'HOT' }, stage.as)).code).toBe(
      ERRORS.alarmRuleNameTaken.code,
    );
    await made({ ...HOT, name: 'Cold' });
    expect((await update(ruleUUID, { ...HOT, name: 'cold' })).code).toBe(ERRORS.alarmRuleNameTaken.code);
    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`
        insert into alarm_rule (tenant_id, id, shipped, name, type, kinds, levels, hold_minutes, enabled, description,
                                modes, emails, phones, rest_times, holidays, repeat, macs, updated_at)
        select tenant_id, gen_random_uuid(), null, 'copy ' || number, type, kinds, levels, hold_minutes, false, '',
               modes, emails, phones, rest_times, holidays, repeat, macs, updated_at
        from alarm_rule, generate_series(1, ${QUOTAS.alarmRules.usual}::int - (
          select count(*)::int from alarm_rule)) as number
        where id = ${ruleUUID}`),
    );
    const answer = await server.call('createAlarmRule', { ...HOT, name: 'One more' }, stage.as);
    expect(answer.code).toBe(ERRORS.quotaReached.code);
  });

  test('may have the name of a rule in another account', async () => {
    const stranger = await buildAccount(server);
    await made();
    await made(HOT, stranger);
  });
});

async function raised() {
  const ruleId = await made();
  const other = await buildDevice(server, stage.owner, { siteId: stage.harbour.siteId, name: 'Second' });
  const grave = await alarmAt(server, stage, stage.harbour, {
    ruleId,
    level: 'urgent',
    value: 97,
    raisedAt: new Date(1),
  });
  const mild = await alarmAt(server, stage, stage.hill, {
    ruleId,
    level: 'secondary',
    value: 85,
    raisedAt: new Date(2),
  });
  for (const deviceId of [stage.harbour.deviceId, stage.hill.deviceId, other.id]) {
    await buildWatch(server, stage.owner, { ruleId, deviceId });
  }
  return { ruleId, grave, mild, other: other.id };
}

describe('alarms of a changed rule', () => {
  test.each<[string, Partial<Input>, 'grave' | 'mild' | 'both' | 'none']>([
    ['a lower threshold', { levels: [{ ...MILD, threshold: 70 }, GRAVE] }, 'both'],
    ['a threshold above what was measured', { levels: [{ ...MILD, threshold: 90 }, GRAVE] }, 'grave'],
    ['one level less', { levels: [MILD] }, 'mild'],
    ['another level instead', { levels: [{ level: 'important', threshold: 80 }] }, 'none'],
    ['other kinds', { kinds: ['switch'] }, 'mild'],
    ['another type', { type: 'highMemory' }, 'none'],
    ['a longer hold time', { holdMinutes: 20 }, 'both'],
    ['being off', { enabled: false }, 'none'],
  ])('are cleared when no longer covered: %s', async (_what, change, left) => {
    const { ruleId, grave, mild } = await raised();
    expect(await ruleOf(ruleId)).toMatchObject({ openAlarms: 2 });
    expect((await update(ruleId, { ...HOT, ...change })).code).toBe(OK);
    const stands: string[] = { grave: [grave], mild: [mild], both: [grave, mild], none: [] }[left];
    expect(await open()).toEqual(stands);
    const ended = (await server.call('queryHisAlarm', {}, stage.as)).data.rows;
    expect(ended.map(({ alarmHistoryUUID }) => alarmHistoryUUID).toSorted()).toEqual(
      [grave, mild].filter((id) => !stands.includes(id)).toSorted(),
    );
    expect(ended.every(({ clearReason }) => clearReason === 'ruleChanged')).toBe(true);
    // The watch of an active alarm is kept: it is needed to clear the alarm.
    const kept = [
      ...(stands.includes(grave) ? [stage.harbour.deviceId] : []),
      ...(stands.includes(mild) ? [stage.hill.deviceId] : []),
    ];
    expect(await watched(ruleId)).toEqual(kept.toSorted());
  });

  test('are cleared outside its sites', async () => {
    const { ruleId, grave } = await raised();
    await update(ruleId, { ...HOT, siteUUIDs: [stage.harbour.siteId] });
    expect(await open()).toEqual([grave]);
  });

  test('stay active when only recipients change, and watches are kept', async () => {
    const { ruleId, grave, mild, other } = await raised();
    await update(ruleId, { ...HOT, name: 'Warm', emails: ['a@example.org'] });
    expect(await open()).toEqual([grave, mild]);
    expect(await watched(ruleId)).toEqual([stage.harbour.deviceId, stage.hill.deviceId, other].toSorted());
    const shown = await server.call('viewAlarm', { alarmUUID: grave }, stage.as);
    expect(shown.data).toMatchObject({ ruleUUID: ruleId, ruleName: 'Warm' });
  });

  test('are cleared when it is disabled, and nothing is left when it is deleted', async () => {
    const first = await raised();
    const off = { ruleUUID: first.ruleId, enabled: false };
    expect((await server.call('switchAlarmRule', off, stage.as)).code).toBe(OK);
    expect([await open(), await watched(first.ruleId)]).toEqual([[], []]);
    expect((await server.call('switchAlarmRule', off, stage.as)).code).toBe(OK_NOTHING_CHANGED);
    expect((await server.call('switchAlarmRule', { ...off, enabled: true }, stage.as)).code).toBe(OK);

    await alarmAt(server, stage, stage.harbour, { ruleId: first.ruleId });
    expect((await server.call('deleteAlarmRule', { ruleUUID: first.ruleId }, stage.as)).code).toBe(OK);
    expect(await open()).toEqual([]);
    expect(await ruleOf(first.ruleId)).toBeUndefined();
    const [last] = (await server.call('queryHisAlarm', {}, stage.as)).data.rows;
    expect(last).toMatchObject({ ruleUUID: null, clearReason: 'ruleChanged' });
    const log = await server.call('listOperations', {}, stage.as);
    expect(log.data.rows.map(operationLine)).toEqual(
      expect.arrayContaining([
        'createAlarmRule: alarmRule Hot',
        'switchAlarmRule: alarmRule Hot',
        'deleteAlarmRule: alarmRule Hot',
      ]),
    );
  });
});

test('a rule is deleted with the last of its sites and never applies to all sites by that', async () => {
  const { hill, harbour, owner } = stage;
  const [mill, quay] = await Promise.all(
    ['Mill', 'Quay'].map((name) => buildSite(server, owner, stage.north, name)),
  );
  if (mill === undefined || quay === undefined) throw new Error('No sites');
  const both = await made({ ...HOT, name: 'Both', siteUUIDs: [mill, quay] });
  const more = await made({ ...HOT, name: 'More', siteUUIDs: [mill, harbour.siteId] });
  const purge = (...ids: string[]) =>
    server.platform.database.asSystem((tx) => tx.run(sql`delete from site where id = any(${ids}::uuid[])`));
  await purge(mill, quay);
  expect(await ruleOf(both)).toBeUndefined();
  expect((await ruleOf(more))?.sites.map(({ name }) => name)).toEqual(['Harbour']);
  // A rule for all sites is created explicitly.
  await update(more, { ...HOT, name: 'More', siteUUIDs: [] });
  expect(await ruleOf(more)).toMatchObject({ sites: [] });
  // A site in the recycle bin still belongs to the rule, which can be changed meanwhile.
  const binned = await made({ ...HOT, name: 'Binned', siteUUIDs: [hill.siteId] });
  await server.call('deleteDevices', { deviceUUIDs: [hill.deviceId] }, stage.as);
  expect((await server.call('deleteSite', { siteUUID: hill.siteId }, stage.as)).code).toBe(OK);
  expect((await update(binned, { ...HOT, name: 'Still', siteUUIDs: [hill.siteId] })).code).toBe(OK);
  expect(await ruleOf(binned)).toMatchObject({ name: 'Still', sites: [{ name: 'Hill' }] });
});

describe('a person who sees some sites', () => {
  test('sees rules for all sites and for these, and changes only rules for these alone', async () => {
    const { operator, harbour, hill } = stage;
    const everywhere = await made({ ...HOT, name: 'Everywhere' });
    const own = await made({ ...HOT, name: 'Own', siteUUIDs: [harbour.siteId] });
    const shared = await made({ ...HOT, name: 'Shared', siteUUIDs: [harbour.siteId, hill.siteId] });
    const foreign = await made({ ...HOT, name: 'Foreign', siteUUIDs: [hill.siteId] });

    const seen = new Map((await rules({}, operator)).map((rule) => [rule.ruleUUID, rule]));
    expect([everywhere, own, shared, foreign].map((id) => seen.has(id))).toEqual([true, true, true, false]);
    expect(seen.get(shared)?.sites.map(({ name }) => name)).toEqual(['Harbour']);

    const code = async (ruleUUID: string, siteUUIDs: string[]) =>
      (await update(ruleUUID, { ...HOT, name: `Mine ${ruleUUID.slice(-12)}`, siteUUIDs }, operator)).code;
    expect(await code(own, [harbour.siteId])).toBe(OK);
    expect(await code(own, [harbour.siteId, hill.siteId])).toBe(ERRORS.notFound.code);
    expect(await code(own, [])).toBe(ERRORS.permissionDenied.code);
    expect(await code(shared, [harbour.siteId])).toBe(ERRORS.permissionDenied.code);
    expect(await code(everywhere, [harbour.siteId])).toBe(ERRORS.permissionDenied.code);
    expect(await code(foreign, [harbour.siteId])).toBe(ERRORS.notFound.code);

    const as = { as: operator.token };
    for (const call of ['switchAlarmRule', 'deleteAlarmRule'] as const) {
      for (const [ruleUUID, expected] of [
        [everywhere, ERRORS.permissionDenied.code],
        [shared, ERRORS.permissionDenied.code],
        [foreign, ERRORS.notFound.code],
        [own, OK],
      ] as const) {
        const answer = await server.send(call, { ruleUUID, enabled: false }, as);
        expect([call, answer.code]).toEqual([call, expected]);
      }
    }
    expect((await server.call('createAlarmRule', { ...HOT, name: 'A' }, as)).code).toBe(
      ERRORS.permissionDenied.code,
    );
    expect(
      (await server.call('createAlarmRule', { ...HOT, name: 'B', siteUUIDs: [hill.siteId] }, as)).code,
    ).toBe(ERRORS.notFound.code);
    await made({ ...HOT, name: 'C', siteUUIDs: [harbour.siteId] }, operator);
  });

  test('counts the active alarms they see', async () => {
    const ruleId = await made();
    await alarmAt(server, stage, stage.harbour, { ruleId });
    await alarmAt(server, stage, stage.hill, { ruleId });
    expect(await ruleOf(ruleId)).toMatchObject({ openAlarms: 2 });
    expect(await ruleOf(ruleId, stage.operator)).toMatchObject({ openAlarms: 1 });
  });

  test('an administrator of an organization changes rules for its sites', async () => {
    const member = await buildMember(server, stage.owner, 'organizationAdministrator', {
      enterpriseIds: [stage.north],
    });
    const ruleUUID = await made({ ...HOT, siteUUIDs: [stage.harbour.siteId] }, member);
    expect((await update(ruleUUID, { ...HOT, siteUUIDs: [stage.hill.siteId] }, member)).code).toBe(
      ERRORS.notFound.code,
    );
  });
});
