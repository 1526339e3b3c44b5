import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rollUp } from '../../telemetry/telemetry.jobs.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { DEVICES, expectedTraffic, REPORTS } from '../testing/crash-reports.ts';

const PROCESS = join(import.meta.dirname, '../testing/ingest-process.ts');

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.end());

interface ProcessResult {
  readonly acknowledged: Map<string, Set<number>>;
  readonly done: boolean;
}

/** Runs the process until it finishes, or kills it after `killAfter` acknowledged reports. */
async function run(input: object, killAfter: number): Promise<ProcessResult> {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const acknowledged = new Map<string, Set<number>>();
  let count = 0;
  let done = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') done = true;
    const [device, sequence] = line.split(' ');
    if (device === undefined || sequence === undefined) continue;
    acknowledged.set(device, (acknowledged.get(device) ?? new Set()).add(Number(sequence)));
    count += 1;
    if (count === killAfter) child.kill('SIGKILL');
  }
  await gone;
  return { acknowledged, done };
}

test('keeps acknowledged reports and counts nothing twice when the ingest process is killed', async () => {
  const start = Math.floor(Date.now() / HOUR) * HOUR - 6 * HOUR;
  const devices: { id: string; from: number }[] = [];
  for (let index = 0; index < DEVICES; index += 1)
    devices.push({ id: (await fixture.device()).deviceId, from: 0 });
  const { tenant, siteId, url } = fixture;

  let killed = 0;
  for (const killAfter of [150, 600, 700, Number.POSITIVE_INFINITY]) {
    const { acknowledged, done } = await run({ url, tenant, siteId, start, devices }, killAfter);
    if (!done) killed += 1;
    const stored = await fixture.rows(sql<{ device: string; sequence: number }>`
      select device_id as device, ((extract(epoch from ts) - ${start / 1000}::bigint) / 60)::int as sequence
      from device_report`);
    const there = new Set(stored.map(({ device, sequence }) => `${device} ${sequence}`));
    for (const [device, sequences] of acknowledged) {
      for (const sequence of sequences) expect(there).toContain(`${device} ${sequence}`);
    }
    for (const device of devices) {
      // It sends again what was not acknowledged, and the last acknowledged report once more.
      device.from = Math.max(device.from, ...(acknowledged.get(device.id) ?? []));
    }
  }
  expect(killed).toBe(3);

  await rollUp(fixture.platform);
  const [figures] = await fixture.rows(sql<Record<string, number>>`
    select (select count(*)::int from device_report) as reports,
           (select count(*)::int from client_minute) as minutes,
           (select sum(rx_bytes)::float8 from device_1h) as rolled,
           (select count(*)::int from terminal_session) as sessions,
           (select count(*)::int from terminal_session where ended_at is null) as open,
           (select sum(rx_bytes)::float8 from terminal_session where ended_at is not null) as ended,
           (select sum(rx_bytes)::float8 from terminal_1h) as counted,
           (select sum(rx_bytes)::float8 from terminal_session) as passed`);
  const bytesByClient = expectedTraffic();
  expect(figures).toMatchObject({
    reports: DEVICES * REPORTS,
    minutes: DEVICES * REPORTS,
    rolled: DEVICES * (REPORTS - 1) * 1_000,
    sessions: DEVICES * bytesByClient.length,
    open: DEVICES,
    ended: DEVICES * bytesByClient.slice(0, -1).reduce((sum, bytes) => sum + bytes, 0),
  });
  expect(figures?.counted).toBe(figures?.passed);
});
