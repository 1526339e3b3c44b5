import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import type { ClientSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { clientOf, reportOf } from '../../telemetry/testing/reports.ts';
import { trimTerminals } from '../clients.jobs.ts';
import { SessionBuilder } from './session-builder.ts';

const MAC = '02:00:00:00:00:01';
const NOON = Date.UTC(2026, 9, 20, 12);

let fixture: Fixture;
let ingest: Ingest;
let one: ReportingDevice;
let other: ReportingDevice;
beforeEach(async () => {
  fixture = await openFixture();
  fixture.setClock(NOON);
  one = await fixture.device();
  other = await fixture.device();
  ingest = new Ingest(fixture.platform);
  ingest.join(new SessionBuilder(fixture.platform).take);
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

async function report(device: ReportingDevice, at: number, clients: ClientSample[]): Promise<void> {
  fixture.setClock(at);
  ingest.add(device, reportOf({ at, clients }), at);
  await ingest.flush();
}

const known = () =>
  fixture.rows(sql<{ mac: string; device: string; ip: string; seen: number; open: boolean; version: string }>`
    select mac, device_id as device, ip, extract(epoch from last_seen_at)::float8 * 1000 as seen, is_open as open,
      xmin::text as version
    from known_terminal order by mac, site_id`);

const client = (seconds: number, ip = '10.0.0.5'): ClientSample => ({ ...clientOf(MAC, seconds, 100), ip });

test('stores a client when it joins, and writes its row once an hour while nothing changes', async () => {
  await report(one, NOON, [client(60)]);
  const [first] = await known();
  expect(first).toMatchObject({ mac: MAC, device: one.deviceId, ip: '10.0.0.5', seen: NOON, open: true });
  await report(one, NOON + 6 * MINUTE, [client(420)]);
  expect((await known())[0]?.version).toBe(first?.version);
  for (let at = NOON + 12 * MINUTE; at <= NOON + 66 * MINUTE; at += 6 * MINUTE)
    await report(one, at, [client(60 + (at - NOON) / 1000)]);
  expect(await known()).toMatchObject([{ seen: NOON + 66 * MINUTE, open: true }]);
});

test('stores a new address, another device and the end of a session at once, in one row', async () => {
  await report(one, NOON, [client(60)]);
  await report(one, NOON + 6 * MINUTE, [client(420, '10.0.0.6')]);
  expect(await known()).toMatchObject([{ ip: '10.0.0.6' }]);
  await report(other, NOON + 7 * MINUTE, [client(5, '10.0.0.7')]);
  await report(one, NOON + 8 * MINUTE, []);
  // The end at the former device is older than the session at the new one.
  expect(await known()).toMatchObject([{ device: other.deviceId, ip: '10.0.0.7', open: true }]);
  await report(other, NOON + 9 * MINUTE, [client(125, '10.0.0.7')]);
  await report(other, NOON + 10 * MINUTE, []);
  expect(await known()).toMatchObject([{ device: other.deviceId, open: false, seen: NOON + 9 * MINUTE }]);
});

test('keeps a row for each site where a client was', async () => {
  await report(one, NOON, [client(60)]);
  const elsewhere = await fixture.device('ap', null);
  await report(elsewhere, NOON + MINUTE, [client(5, '10.9.0.1')]);
  expect((await known()).map(({ ip }) => ip).toSorted()).toEqual(['10.0.0.5', '10.9.0.1']);
});

test('takes the time of a client back after the clock was set back', async () => {
  await report(one, NOON + DAY, [client(60)]);
  await report(one, NOON, [client(60, '10.0.0.8')]);
  expect(await known()).toMatchObject([{ ip: '10.0.0.8', seen: NOON }]);
});

test('deletes clients that were not seen for 30 days', async () => {
  await report(one, NOON, [client(60)]);
  await report(one, NOON + MINUTE, []);
  fixture.setClock(NOON + CLIENT_LIMITS.knownDays * DAY);
  await trimTerminals(fixture.platform);
  expect(await known()).toHaveLength(1);
  fixture.setClock(NOON + CLIENT_LIMITS.knownDays * DAY + HOUR);
  await trimTerminals(fixture.platform);
  expect(await known()).toEqual([]);
});
