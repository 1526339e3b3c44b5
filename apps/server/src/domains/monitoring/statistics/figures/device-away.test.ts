import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
const at = (minute: number) => new Date(NOON + minute * MINUTE);

let fixture: Fixture;
let id: string;
beforeEach(async () => {
  fixture = await openFixture();
  id = (await fixture.device()).deviceId;
});
afterEach(() => fixture.end());

const come = (minute: number) =>
  fixture.rows(sql`update device set status = 'online', online_at = ${at(minute)} where id = ${id}`);
const go = (minute: number) =>
  fixture.rows(sql`update device set status = 'offline', offline_at = ${at(minute)} where id = ${id}`);
const outages = () =>
  fixture.rows(sql`
    select (extract(epoch from began_at - ${at(0)}) / 60)::int as began,
           (extract(epoch from ended_at - ${at(0)}) / 60)::int as ended
    from device_away where device_id = ${id} order by began_at`);

test('starts an outage reported with an earlier time when the device was last seen', async () => {
  await come(0);
  await go(10);
  await come(20);
  await go(15);
  expect(await outages()).toEqual([
    { began: 10, ended: 20 },
    { began: 20, ended: null },
  ]);
  await come(30);
  expect(await outages()).toEqual([
    { began: 10, ended: 20 },
    { began: 20, ended: 30 },
  ]);
});

test('continues an outage that ended as it started', async () => {
  await come(0);
  await go(10);
  await come(10);
  await go(5);
  expect(await outages()).toEqual([{ began: 10, ended: null }]);
});
