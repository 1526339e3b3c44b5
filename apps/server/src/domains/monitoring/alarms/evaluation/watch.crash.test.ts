import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../../../../tools/testing/run-length.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { DEVICES, expectedAlarms, REPORTS, RULE } from '../testing/crash-scenario.ts';
import { insertRule } from '../testing/stored-rules.ts';

/** After this many acknowledged reports of each process. */
const KILLS = cases([90, 730], [90, 410, 730, 333, 1_000]);
const PROCESS = join(import.meta.dirname, '../testing/watch-process.ts');

let ground: Fixture;
beforeAll(async () => {
  ground = await openFixture();
});
afterAll(() => ground.end());

/** Runs the process until it ends, or kills it after this many acknowledged reports. */
async function run(
  scenario: object,
  killAfter: number,
): Promise<{ readonly acknowledged: Map<string, number>; readonly killed: boolean }> {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(scenario)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const acknowledged = new Map<string, number>();
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [device, sequence] = line.split(' ');
    if (device === undefined || sequence === undefined) continue;
    acknowledged.set(device, Math.max(acknowledged.get(device) ?? 0, Number(sequence)));
    count += 1;
    if (count === killAfter) child.kill('SIGKILL');
  }
  const [, signal] = await gone;
  return { acknowledged, killed: signal === 'SIGKILL' };
}

test('raises and clears every alarm once when the process is killed repeatedly', async () => {
  const { tenant, siteId, url } = ground;
  const start = Math.floor(Date.now() / MINUTE) * MINUTE - (REPORTS + 10) * MINUTE;
  await insertRule(ground.platform.database, tenant, RULE);
  const devices: { id: string; from: number }[] = [];
  for (let index = 0; index < DEVICES; index += 1) {
    devices.push({ id: (await ground.device()).deviceId, from: 0 });
  }
  let kills = 0;
  for (const killAfter of [...KILLS, Number.POSITIVE_INFINITY]) {
    const { acknowledged, killed } = await run({ url, tenant, siteId, start, devices }, killAfter);
    if (killed) kills += 1;
    // A device sends again what was not acknowledged, and here also some of what was.
    for (const device of devices)
      device.from = Math.max(device.from, (acknowledged.get(device.id) ?? 0) - 7, 0);
  }
  expect(kills).toBe(KILLS.length);
  const rows = await ground.rows(sql<{ id: string; device: string; raised: Date; cleared: Date | null }>`
    select id, device_id as device, raised_at as raised, cleared_at as cleared from alarm order by raised_at`);
  const sequenceOf = (at: Date | null) => (at === null ? '' : (at.getTime() - start) / MINUTE);
  for (const [index, device] of devices.entries()) {
    const own = rows.filter((row) => row.device === device.id);
    expect(own.map(({ raised, cleared }) => `${sequenceOf(raised)}-${sequenceOf(cleared)}`)).toEqual(
      expectedAlarms(index),
    );
  }
  const events = await ground.rows(sql<{ ids: string[] }>`
    select payload -> 'alarmIds' as ids from outbox where type = 'AlarmsChanged'`);
  expect(new Set(events.flatMap(({ ids }) => ids))).toEqual(new Set(rows.map(({ id }) => id)));
});
