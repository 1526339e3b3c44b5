import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Ingest } from '../../telemetry/index.ts';
import { portOf, reportOf } from '../../telemetry/testing/reports.ts';
import { countStatements } from '../testing/statement-counter.ts';
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

test('raises and clears a lasting condition once and publishes both', async () => {
  await stage.rule({ ...CPU, holdMinutes: 2 });
  await stage.reportAll(0, 10, 90, 90, 90, 90, 90);
  expect(await stage.alarms()).toEqual(['secondary 3-open']);
  expect(await stage.publishedAlarms()).toHaveLength(1);
  expect(stage.kicked).toBe(1);
  await stage.reportAll(6, 20, 20, 20);
  expect(await stage.alarms()).toEqual(['secondary 3-6 recovered']);
  const [row] = await stage.ground.rows(sql<object>`
    select alarm.id, rule_name, state, type, site_id, site_name, device_id, device_kind, device_name, part, value,
           threshold from alarm`);
  const named = await stage.ground.rows(
    sql<{ name: string; type: string }>`select name, type from alarm_rule`,
  );
  expect(row).toMatchObject({
    rule_name: named[0]?.name,
    state: 'unconfirmed',
    type: 'highCpu',
    site_id: stage.ground.siteId,
    site_name: 'Harbour',
    device_id: stage.device.deviceId,
    device_kind: 'switch',
    part: '',
    value: 90,
    threshold: 80,
  });
  expect(new Set(await stage.publishedAlarms())).toEqual(new Set([row && 'id' in row && row.id]));
  expect(await stage.publishedAlarms()).toHaveLength(2);
  expect(await stage.watches()).toEqual([]);
});

test('escalation resets the confirmation, a lower level does not', async () => {
  await stage.rule(CPU);
  const state = async () =>
    (await stage.ground.rows(sql`select level, state, confirmed_by_name as by from alarm`))[0];
  const confirm = () =>
    stage.ground.rows(
      sql`update alarm set state = 'confirmed', confirmed_at = now(), confirmed_by_name = 'ann'`,
    );
  await stage.report(0, 90);
  await confirm();
  await stage.report(1, 96);
  expect(await state()).toEqual({ level: 'important', state: 'unconfirmed', by: '' });
  await confirm();
  await stage.report(2, 82);
  expect(await state()).toEqual({ level: 'secondary', state: 'confirmed', by: 'ann' });
});

test('a failed and repeated batch counts once', async () => {
  await stage.rule(CPU);
  let failures = 2;
  stage.holder.ingest.join(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('the database is away');
    return () => undefined;
  });
  stage.add(0, 90);
  stage.add(1, 96);
  await stage.holder.ingest.flush();
  expect(failures).toBe(-1);
  expect(await stage.alarms()).toEqual(['important 0-open']);
  await stage.reportAll(2, 10);
  expect(await stage.alarms()).toEqual(['important 0-2 recovered']);
  expect(await stage.publishedAlarms()).toHaveLength(2);
});

test('a batch that was committed unnoticed and repeated counts once', async () => {
  await stage.rule(CPU);
  const { holder } = stage;
  await stage.reportAll(0, 90);
  await holder.ingest.stop();
  let failures = 1;
  const ingest = new Ingest(stage.ground.platform);
  ingest.join(async () => () => {
    failures -= 1;
    if (failures >= 0) throw new Error('the answer was lost');
  });
  ingest.join(holder.watch.take);
  stage.holder = { ...holder, ingest };
  for (const [index, cpu] of [10, 96, 10, 85].entries()) stage.add(index + 1, cpu);
  await ingest.flush();
  expect(failures).toBe(-1);
  expect(await stage.alarms()).toEqual([
    'secondary 0-1 recovered',
    'important 2-3 recovered',
    'secondary 4-open',
  ]);
  await stage.reportAll(5, 10);
  expect(await stage.alarms()).toContain('secondary 4-5 recovered');
});

test('raises and clears the same when the process restarts after every report', async () => {
  await stage.rule({ ...CPU, holdMinutes: 2 });
  for (const [minute, cpu] of [90, 90, 90, 96, 96, 96, 10, 90, 90, 10].entries()) {
    await stage.report(minute, cpu);
    await stage.restart();
  }
  expect(await stage.alarms()).toEqual(['important 2-6 recovered']);
  expect(await stage.watches()).toEqual([]);
});

test('ignores reports that are stored and sent again', async () => {
  await stage.rule(CPU);
  await stage.reportAll(0, 90, 10);
  await stage.restart();
  await stage.report(0, 90);
  await stage.report(1, 90);
  expect(await stage.alarms()).toEqual(['secondary 0-1 recovered']);
});

test('an alarm escalates at once, de-escalates after the hold time, and stays one', async () => {
  await stage.rule({ ...CPU, holdMinutes: 2 });
  await stage.reportAll(0, 85, 85, 85);
  await stage.reportAll(3, 97);
  expect(await stage.ground.rows(sql`select level, value, threshold from alarm`)).toEqual([
    { level: 'important', value: 97, threshold: 95 },
  ]);
  await stage.reportAll(4, 85, 85);
  expect(await stage.alarms()).toEqual(['important 2-open']);
  await stage.reportAll(6, 85);
  expect(await stage.alarms()).toEqual(['secondary 2-open']);
  expect(await stage.publishedAlarms()).toHaveLength(3);
});

test('an alarm cleared by hand needs a recovery, also when it escalates or the process changes', async () => {
  await stage.rule(CPU);
  await stage.reportAll(0, 85);
  await stage.ground.rows(sql`update alarm set cleared_at = raised_at, clear_reason = 'person'`);
  await stage.reportAll(1, 86, 97);
  await stage.restart();
  await stage.reportAll(3, 98, 84);
  expect(await stage.alarms()).toEqual(['secondary 0-0 person']);
  expect(await stage.publishedAlarms()).toHaveLength(1);
  await stage.reportAll(5, 10, 85);
  expect(await stage.alarms()).toEqual(['secondary 0-0 person', 'secondary 6-open']);
});

test('continues with the state another process wrote meanwhile', async () => {
  await stage.rule(CPU);
  await stage.reportAll(0, 90);
  const here = stage.holder;
  stage.holder = stage.startHolder();
  await stage.reportAll(1, 10);
  await stage.stopHolder();
  stage.holder = here;
  here.watch.forget(stage.device.deviceId);
  await stage.reportAll(2, 90, 10);
  expect(await stage.alarms()).toEqual(['secondary 0-1 recovered', 'secondary 2-3 recovered']);
});

test('a commit does not restore state that was dropped meanwhile', async () => {
  await stage.rule(CPU);
  await stage.reportAll(0, 90);
  const here = stage.holder;
  let evaluations = 0;
  here.ingest.join(async () => {
    evaluations += 1;
    if (evaluations === 1) here.watch.forget(stage.device.deviceId);
    return () => undefined;
  });
  await stage.reportAll(1, 91);
  stage.holder = stage.startHolder();
  await stage.reportAll(2, 10);
  await stage.stopHolder();
  stage.holder = here;
  await stage.reportAll(3, 90);
  expect(await stage.alarms()).toEqual(['secondary 0-2 recovered', 'secondary 3-open']);
});

test('two processes with connections of one device raise once, also after clearing by hand', async () => {
  await stage.rule(CPU);
  await stage.reportAll(0, 10);
  const here = stage.holder;
  stage.holder = stage.startHolder();
  await stage.reportAll(1, 90);
  await stage.stopHolder();
  stage.holder = here;
  await stage.ground.rows(sql`update alarm set cleared_at = raised_at, clear_reason = 'person'`);
  await stage.reportAll(2, 90, 90);
  expect(await stage.alarms()).toEqual(['secondary 1-1 person']);
  expect(await stage.publishedAlarms()).toHaveLength(1);
});

/** A switch with two ports, of which only the first ever had a link. */
async function reportPort(minute: number, linked: boolean): Promise<void> {
  const at = NOON + minute * MINUTE;
  stage.ground.setClock(at);
  const ports = [portOf('LAN1', { linked }), portOf('LAN2')];
  stage.holder.ingest.add(stage.device, reportOf({ at, ports }), at);
  await stage.holder.ingest.flush();
}

/** The same, with a new process for what follows. */
async function port(minute: number, linked: boolean): Promise<void> {
  await reportPort(minute, linked);
  await stage.restart();
}

test('a port that went down is remembered before it counts', async () => {
  await stage.rule({ type: 'portDown', levels: [{ level: 'secondary', threshold: 3 }] });
  await port(0, true);
  await port(1, false);
  await port(2, false);
  expect(await stage.alarms()).toEqual([]);
  expect(await stage.watches()).toEqual([{ level: null, part: 'LAN1' }]);
  await port(3, false);
  expect(await stage.alarms()).toEqual(['secondary 3-open']);
});

test('a flapping port has one alarm until it is stable', async () => {
  await stage.rule({ type: 'portDown', levels: [{ level: 'secondary', threshold: 2 }] });
  await port(0, true);
  for (let minute = 1; minute <= 28; minute += 4) {
    await port(minute, false);
    await port(minute + 2, false);
    await port(minute + 3, true);
  }
  expect(await stage.alarms()).toEqual(['secondary 3-open']);
  // A new process starts the recovery time again.
  for (let minute = 29; minute <= 33; minute += 1) await reportPort(minute, true);
  expect(await stage.alarms()).toEqual(['secondary 3-open']);
  await reportPort(34, true);
  expect(await stage.alarms()).toEqual(['secondary 3-34 recovered']);
  expect(await stage.watches()).toEqual([]);
});

test('a report without changes needs no statement', async () => {
  await stage.rule({ ...CPU, holdMinutes: 10 });
  await stage.reportAll(0, 90, 90);
  const costs = await stage.ground.platform.database.asSystem(async (tx) => {
    const counted = countStatements(tx);
    await stage.holder.watch.take(counted.tx, [stage.reportItem(2, 91)], new Map());
    return counted.statements();
  });
  expect(costs).toBe(0);
});

test('raises and clears alarms after the clock was set back', async () => {
  await stage.rule({ ...CPU, holdMinutes: 2 });
  await stage.reportAll(60, 90, 90);
  stage.ground.setClock(NOON);
  await stage.reportAll(0, 90, 90);
  expect(await stage.alarms()).toEqual(['secondary 1-open']);
  await stage.reportAll(2, 20, 20);
  expect(await stage.alarms()).toEqual(['secondary 1-2 recovered']);
});
