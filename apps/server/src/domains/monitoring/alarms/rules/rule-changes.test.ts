import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertDevice, openAccount } from '../../telemetry/testing/fixture.ts';
import { insertMaintenance, insertRule } from '../testing/stored-rules.ts';
import { NOON, WatchStage } from '../testing/watch-stage.ts';

const LEVELS = [
  { level: 'important', threshold: 95 },
  { level: 'secondary', threshold: 80 },
] as const;
const CPU = { type: 'highCpu', levels: LEVELS } as const;

let stage: WatchStage;
beforeEach(async () => {
  stage = await WatchStage.prepare();
});
afterEach(() => stage.end());

test('two rules of one type raise their own alarms', async () => {
  const one = await stage.rule(CPU);
  const other = await stage.rule({ type: 'highCpu', levels: [{ level: 'notice', threshold: 50 }] });
  await stage.reportAll(0, 60, 90, 60, 10);
  expect(await stage.alarms(one)).toEqual(['secondary 1-2 recovered']);
  expect(await stage.alarms(other)).toEqual(['notice 0-3 recovered']);
});

test('a disabled rule raises and watches nothing, with or without a message about it', async () => {
  const off = await stage.rule(CPU);
  await stage.reportAll(0, 10);
  await stage.ground.rows(sql`update alarm_rule set enabled = false where id = ${off}`);
  await stage.reportAll(1, 90);
  stage.bus.publish('alarms.rules', { tenant: stage.ground.tenant });
  await stage.reportAll(2, 90);
  expect(await stage.alarms()).toEqual([]);
  expect(await stage.watches()).toEqual([]);
});

test('a deleted rule raises nothing and causes no error, with or without a message about it', async () => {
  const removed = await stage.rule(CPU);
  const kept = await stage.rule({ ...CPU, holdMinutes: 1 });
  await stage.reportAll(0, 10);
  await stage.ground.rows(sql`delete from alarm_rule where id = ${removed}`);
  await stage.reportAll(1, 90, 90);
  expect(await stage.alarms(removed)).toEqual([]);
  expect(await stage.alarms(kept)).toEqual(['secondary 2-open']);
  stage.bus.publish('alarms.rules', { tenant: stage.ground.tenant });
  await stage.reportAll(3, 90, 10);
  expect(await stage.alarms(kept)).toEqual(['secondary 2-4 recovered']);
  const stored = await stage.ground.rows(
    sql<{ count: number }>`select count(*)::int as count from device_report`,
  );
  expect(stored).toEqual([{ count: 5 }]);
});

test('a device deleted meanwhile does not block the evaluation of others', async () => {
  await stage.rule(CPU);
  const other = await stage.ground.device('switch');
  await stage.reportAll(0, 10);
  await stage.report(0, 10, other);
  await stage.ground.rows(sql`delete from device where id = ${other.deviceId}`);
  // Only the watch is called: reports of a deleted device are not stored.
  await stage.ground.platform.database.asSystem(async (tx) => {
    (
      await stage.holder.watch.take(tx, [stage.reportItem(1, 90, other), stage.reportItem(1, 90)], new Map())
    )();
  });
  expect(await stage.alarms()).toEqual(['secondary 0-open']);
});

test('applies a changed rule after the message and reads its watches again', async () => {
  const changed = await stage.rule(CPU);
  await stage.reportAll(0, 90);
  await stage.ground.rows(sql`
    update alarm_rule set levels = '[{"level": "notice", "threshold": 99}]', updated_at = now() where id = ${changed}`);
  await stage.ground.rows(sql`delete from alarm_watch`);
  await stage.ground.rows(sql`update alarm set cleared_at = raised_at, clear_reason = 'ruleChanged'`);
  stage.bus.publish('alarms.rules', { tenant: stage.ground.tenant });
  await stage.reportAll(1, 98, 99);
  expect(await stage.alarms()).toEqual(['secondary 0-0 ruleChanged', 'notice 2-open']);
});

test('finds a new rule without a message after a while', async () => {
  await stage.reportAll(0, 90);
  await stage.rule(CPU);
  await stage.reportAll(1, 90);
  expect(await stage.alarms()).toEqual([]);
  await stage.report(7, 90);
  expect(await stage.alarms()).toEqual(['secondary 7-open']);
});

test('during maintenance nothing begins or escalates, and the hold time starts afterwards', async () => {
  await stage.rule({ ...CPU, holdMinutes: 1 });
  const { database } = stage.ground.platform;
  await stage.reportAll(0, 90);
  await insertMaintenance(
    database,
    { tenant: stage.ground.tenant, siteId: stage.ground.siteId },
    NOON + MINUTE,
    NOON + 5 * MINUTE,
  );
  await stage.reportAll(1, 90, 90, 90, 90);
  expect(await stage.alarms()).toEqual([]);
  expect(await stage.watches()).toEqual([]);
  await stage.reportAll(5, 90, 90);
  expect(await stage.alarms()).toEqual(['secondary 6-open']);
  await insertMaintenance(
    database,
    { tenant: stage.ground.tenant, siteId: stage.ground.siteId },
    NOON + 7 * MINUTE,
    NOON + 9 * MINUTE,
  );
  await stage.reportAll(7, 99);
  expect(await stage.alarms()).toEqual(['secondary 6-open']);
  await stage.reportAll(8, 10);
  expect(await stage.alarms()).toEqual(['secondary 6-8 recovered']);
});

test('clears the alarm of a device that leaves the site of the rule', async () => {
  await stage.rule({ ...CPU, sites: [stage.ground.siteId] });
  await stage.reportAll(0, 90);
  await stage.ground.rows(sql`update device set site_id = null`);
  await stage.report(1, 90, { ...stage.device, siteId: null });
  expect(await stage.alarms()).toEqual(['secondary 0-1 ruleChanged']);
  expect(await stage.watches()).toEqual([]);
});

test('an unclaimed device raises nothing', async () => {
  await stage.rule(CPU);
  await stage.report(0, 99, await stage.ground.device('switch', null));
  expect(await stage.alarms()).toEqual([]);
});

test('evaluates each account with its own rules', async () => {
  const { database } = stage.ground.platform;
  const { tenant, siteId } = await openAccount(database);
  const theirs = await insertDevice(database, { tenant, siteId, kind: 'switch' }, 'b00000000001');
  await insertRule(database, tenant, { type: 'highCpu', levels: [{ level: 'urgent', threshold: 50 }] });
  await stage.rule(CPU);
  stage.add(0, 60);
  stage.add(0, 60, theirs);
  await stage.holder.ingest.flush();
  expect(await stage.alarms()).toEqual(['urgent 0-open']);
  const events = await stage.ground.rows(sql<{ tenant: string }>`
    select tenant_id as tenant from outbox where type = 'AlarmsChanged'`);
  expect(events).toEqual([{ tenant }]);
});
