import { HOUR, MINUTE } from '@airloom/contract/time';
import type { MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Ingest } from '../ingest/ingest.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';
import { rollUp } from '../telemetry.jobs.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, memberSample, reportOf } from '../testing/reports.ts';

const NOON = Date.UTC(2026, 9, 20, 12);

let fixture: Fixture;
let ingest: Ingest;
beforeEach(async () => {
  fixture = await openFixture();
  fixture.setClock(NOON + 6 * HOUR);
  ingest = new Ingest(fixture.platform);
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

interface Minute {
  readonly clients?: number;
  readonly rx?: number;
  readonly members?: readonly MemberSample[];
}

/** One report per minute from noon on. */
async function report(device: ReportingDevice, minutes: readonly Minute[]): Promise<void> {
  minutes.forEach(({ clients = 0, rx = 0, members = [] }, minute) => {
    const own = Array.from({ length: clients }, (_, index) => clientOf(`02:00:00:00:00:0${index}`, 1, 0));
    const at = NOON + minute * MINUTE;
    const uplink = { rxBytes: rx, txBytes: 0 };
    ingest.add(device, reportOf({ at, uplink, members, clients: own }), NOON + 4 * HOUR);
  });
  await ingest.flush();
}

async function site() {
  await rollUp(fixture.platform);
  return fixture.rows(sql`
    select rx_bytes::int as rx, clients_avg, clients_max, reports
    from site_1h where site_id = ${fixture.siteId} and hour = ${new Date(NOON)}`);
}

/** Half an hour of reports, with clients in the first quarter. */
function half(device: ReportingDevice, clients: number, rx: number): Promise<void> {
  return report(
    device,
    Array.from({ length: 30 }, (_, minute) => ({ rx: rx * minute, clients: minute < 15 ? clients : 0 })),
  );
}

test('counts clients of all access points and traffic of the gateway only', async () => {
  await half(await fixture.device('ap'), 4, 10);
  await half(await fixture.device('ap'), 2, 10);
  await half(await fixture.device('gateway'), 0, 1_000);
  expect(await site()).toEqual([{ rx: 29_000, clients_avg: 3, clients_max: 6, reports: 90 }]);
});

async function memberUnder(controller: ReportingDevice, clients: number): Promise<MemberSample> {
  const { deviceId } = await fixture.device('ap');
  const [row] = await fixture.rows(sql<{ serial: string }>`
    update device set managed_by = ${controller.deviceId} where id = ${deviceId} returning serial`);
  return memberSample(row?.serial ?? '', { clients });
}

test('counts clients once, whether the controller or its members report them', async () => {
  const [listing, counting] = [await fixture.device('ac'), await fixture.device('ac')];
  const underListing = [await memberUnder(listing, 4), await memberUnder(listing, 2)];
  // One more than its members have: it is at a member that is not reported.
  await report(listing, [{ members: underListing, clients: 7 }]);
  expect(await site()).toMatchObject([{ clients_avg: 7, clients_max: 7, reports: 3 }]);
  await report(counting, [{ members: [await memberUnder(counting, 3)] }]);
  expect(await site()).toMatchObject([{ clients_avg: 10, clients_max: 10, reports: 5 }]);
  // A gateway lists all clients behind it; only those of its access points count.
  const gateway = await fixture.device('gateway');
  await report(gateway, [{ members: [await memberUnder(gateway, 5)], clients: 9 }]);
  await report(await fixture.device('ap'), [{ clients: 1 }]);
  expect(await site()).toMatchObject([{ clients_avg: 16, clients_max: 16, reports: 8 }]);
});

test('does not use members without reported traffic as traffic sources', async () => {
  const controller = await fixture.device('ac');
  const members = [await memberUnder(controller, 1)];
  await report(controller, [
    { members, rx: 0 },
    { members, rx: 300 },
  ]);
  expect(await site()).toMatchObject([{ rx: 300 }]);
});

test('rolls up the clients of a member', async () => {
  const controller = await fixture.device('ac');
  const member = await memberUnder(controller, 2);
  await report(controller, [{ members: [{ ...member, clients: 4 }] }, { members: [member] }]);
  await rollUp(fixture.platform);
  const hours = await fixture.rows(sql`
    select clients_avg, clients_max, reports, cpu_avg from device_1h
    join device on device.id = device_id where serial = ${member.serial}`);
  expect(hours).toEqual([{ clients_avg: 3, clients_max: 4, reports: 2, cpu_avg: null }]);
});
