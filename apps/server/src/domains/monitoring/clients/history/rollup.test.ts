import { HOUR, MINUTE } from '@airloom/contract/time';
import type { ClientSample, WirelessClient } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { clientOf, reportOf } from '../../telemetry/testing/reports.ts';
import { rollUpTerminals } from '../clients.jobs.ts';
import { SessionBuilder } from '../sessions/session-builder.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
const PHONE = '02:00:00:00:00:01';
const LAPTOP = '02:00:00:00:00:02';

let fixture: Fixture;
let ingest: Ingest;
let ap: ReportingDevice;
beforeEach(async () => {
  fixture = await openFixture();
  fixture.setClock(NOON);
  ap = await fixture.device();
  ingest = new Ingest(fixture.platform);
  ingest.join(new SessionBuilder(fixture.platform).take);
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

function client(
  mac: string,
  minutes: number,
  bytes: number,
  air: Partial<WirelessClient>,
  hostname = '',
): ClientSample {
  const plain = clientOf(mac, minutes * 60, bytes);
  if (plain.wireless === null) throw new Error('not by radio');
  return { ...plain, hostname, wireless: { ...plain.wireless, ...air } };
}

async function report(at: number, clients: ClientSample[]): Promise<void> {
  fixture.setClock(Math.max(at, fixture.platform.now().getTime()));
  ingest.add(ap, reportOf({ at, clients }), at);
  await ingest.flush();
}

const networks = () =>
  fixture.rows(sql<object>`
    select ((extract(epoch from hour) - ${NOON / 1000}::int) / 3600)::int as hour, ssid, band, rx_bytes::int as rx,
      packets::int, retries::int, seconds, excellent, good, bad
    from wifi_1h order by hour, ssid, band`);

async function later(ms: number): Promise<void> {
  fixture.setClock(fixture.platform.now().getTime() + ms);
  await rollUpTerminals(fixture.platform);
}

test('rolls up bytes, retries and signal of a network hour', async () => {
  const near = { ssid: 'Office', band: '5G', signal: -50, txPackets: 100, txRetries: 10 } as const;
  const far = { ssid: 'Guests', band: '2G', signal: -90, txPackets: 40, txRetries: 20 } as const;
  await report(NOON + 10 * MINUTE, [client(PHONE, 10, 1000, near), client(LAPTOP, 5, 300, far)]);
  await report(NOON + 20 * MINUTE, [
    client(PHONE, 20, 1500, { ...near, txPackets: 250, txRetries: 40 }),
    client(LAPTOP, 15, 300, far),
  ]);
  await later(HOUR);
  expect(await networks()).toEqual([
    {
      hour: 0,
      ssid: 'Guests',
      band: '2G',
      rx: 300,
      packets: 40,
      retries: 20,
      seconds: 900,
      excellent: 0,
      good: 0,
      bad: 900,
    },
    {
      hour: 0,
      ssid: 'Office',
      band: '5G',
      rx: 1500,
      packets: 250,
      retries: 40,
      seconds: 1200,
      excellent: 1200,
      good: 0,
      bad: 0,
    },
  ]);
  expect(await fixture.rows(sql`select packets::int, retries::int from device_wifi_1h`)).toEqual([
    { packets: 290, retries: 60 },
  ]);
});

test('counts late reports, ignores repeated ones and leaves the current hour open', async () => {
  const air = { ssid: 'Office', band: '5G', signal: -60, txPackets: null, txRetries: null } as const;
  await report(NOON + 50 * MINUTE, [client(PHONE, 50, 5000, air)]);
  await report(NOON + 70 * MINUTE, [client(PHONE, 70, 7000, air)]);
  await rollUpTerminals(fixture.platform);
  expect(await networks()).toMatchObject([{ hour: 0, rx: 6000, seconds: 3600 }]);
  await report(NOON + 55 * MINUTE, [client(PHONE, 55, 5000, air), client(LAPTOP, 5, 800, air)]);
  await report(NOON + 55 * MINUTE, [client(PHONE, 55, 5000, air), client(LAPTOP, 5, 800, air)]);
  await rollUpTerminals(fixture.platform);
  expect(await networks()).toMatchObject([{ hour: 0, rx: 6800 }]);
  await later(HOUR);
  expect(await networks()).toMatchObject([
    { hour: 0, rx: 6800 },
    { hour: 1, rx: 1000 },
  ]);
  const days = await fixture.rows(
    sql`select mac, rx_bytes::int as rx, seconds from terminal_1d order by mac`,
  );
  expect(days).toEqual([
    { mac: PHONE, rx: 7000, seconds: 4200 },
    { mac: LAPTOP, rx: 800, seconds: 300 },
  ]);
});

test('stores the latest host name and the first seen time of a client', async () => {
  const air = { ssid: 'Office' } as const;
  await report(NOON, [client(PHONE, 30, 1, air)]);
  await report(NOON + 6 * MINUTE, [client(PHONE, 36, 2, air, 'iPhone-of-Ada')]);
  await report(NOON + 12 * MINUTE, [client(PHONE, 42, 3, air)]);
  const known = await fixture.rows(sql`
    select hostname, kind, (extract(epoch from first_seen_at) - ${NOON / 1000}::int)::int as first from terminal`);
  expect(known).toEqual([{ hostname: 'iPhone-of-Ada', kind: 'phone', first: -1800 }]);
});

test('keeps the traffic of an access point at both sites when it moves within an hour', async () => {
  const air = { ssid: 'Office', band: '5G', signal: -60 } as const;
  const hill = newId();
  await fixture.rows(sql`
    insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
    select tenant_id, ${hill}, enterprise_id, 'Hill', country_code, time_zone from site`);
  await report(NOON + 10 * MINUTE, [client(PHONE, 10, 1, { ...air, txPackets: 100, txRetries: 10 })]);
  await report(NOON + 20 * MINUTE, [client(PHONE, 20, 2, { ...air, txPackets: 200, txRetries: 20 })]);
  ap = { ...ap, siteId: hill };
  await report(NOON + 30 * MINUTE, [client(PHONE, 30, 3, { ...air, txPackets: 500, txRetries: 90 })]);
  await later(HOUR);
  for (const table of ['device_wifi_1h', 'device_wifi_1d']) {
    const sent = sql`select site_id as at, packets::int, retries::int from ${sql.table(table)} order by packets`;
    expect(await fixture.rows(sent)).toEqual([
      { at: fixture.siteId, packets: 200, retries: 20 },
      { at: hill, packets: 300, retries: 70 },
    ]);
  }
});
