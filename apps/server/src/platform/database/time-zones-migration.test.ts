import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { timeZoneOf, utcOffsets } from '@airloom/contract/formats/text/time-zones';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const MIGRATION = '0042-time-zones.sql';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < MIGRATION);
  await migrate(database.url, () => undefined, new Set(files));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set role airloom_system');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const [tenant, manager, role, membership, organization] = Array.from({ length: 5 }, () => randomUUID());

async function addAccount(): Promise<void> {
  await client.query('insert into account (id, name) values ($1, $2)', [tenant, 'North']);
  await client.query("insert into manager (id, user_name, language) values ($1, 'ada', 'en')", [manager]);
  await client.query("insert into role (tenant_id, id, key) values ($1, $2, 'ROLE_X')", [tenant, role]);
  await client.query(
    "insert into membership (tenant_id, id, manager_id, role_id, alias) values ($1, $2, $3, $4, 'ada')",
    [tenant, membership, manager, role],
  );
  await client.query("insert into enterprise (tenant_id, id, name) values ($1, $2, 'North')", [
    tenant,
    organization,
  ]);
}

async function addSite(name: string, zone: string): Promise<void> {
  await client.query(
    `insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
     values ($1, gen_random_uuid(), $2, $3, 'PL', $4)`,
    [tenant, organization, name, zone],
  );
}

async function addReport(name: string, minutes: number): Promise<void> {
  await client.query(
    `insert into report_schedule (tenant_id, id, name, pages, rhythm, hour, zone_minutes, language, emails, enabled,
       manager_id, membership_id)
     values ($1, gen_random_uuid(), $2, '{network}', 'daily', 7, $3, 'en', '{}', true, $4, $5)`,
    [tenant, name, minutes, manager, membership],
  );
}

async function addNotice(because: string, step: string, detail: string, minutes: number): Promise<void> {
  await client.query(
    `insert into notice (tenant_id, id, about_id, step, detail, mode, address, level, because, zone_minutes,
       tells_clears, state, due_at, created_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), $2, $3, 'mail', 'a@example.org', 'notice', $4, $5, false,
       'waiting', now(), now())`,
    [tenant, step, detail, because, minutes],
  );
}

async function read(query: string): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; zone: string }>(query);
  return Object.fromEntries(rows.map(({ name, zone }) => [name, zone]));
}

test('gives sites, reports and notices the zone that has their offset all year', async () => {
  await addAccount();
  for (const { value, minutes } of utcOffsets) {
    await addSite(value, value);
    await addReport(value, minutes);
    await addNotice(value, 'digest', `daily 2026-11-15T07:00:00.000Z ${minutes}`, minutes);
  }
  await addReport('unusual', -317);
  await addNotice('raised', 'repeated', '1', 60);
  await migrate(database.url, () => undefined, new Set([MIGRATION]));

  const zones = Object.fromEntries(utcOffsets.map(({ value }) => [value, timeZoneOf(value)]));
  expect(zones).toMatchObject({ 'UTC+01:00': 'Etc/GMT-1', 'UTC-03:30': '-03:30' });
  expect(await read('select name, time_zone as zone from site')).toEqual(zones);
  expect(await read('select name, time_zone as zone from report_schedule')).toEqual({
    ...zones,
    unusual: '-05:17',
  });
  expect(await read('select because as name, time_zone as zone from notice')).toEqual({
    ...zones,
    raised: 'Etc/GMT-1',
  });
  const details = utcOffsets.map(({ value }) => [
    value,
    `daily 2026-11-15T07:00:00.000Z ${timeZoneOf(value)}`,
  ]);
  expect(await read('select because as name, detail as zone from notice')).toEqual({
    ...Object.fromEntries(details),
    raised: '1',
  });
});
