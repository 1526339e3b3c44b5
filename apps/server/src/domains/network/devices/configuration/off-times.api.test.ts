import { HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAgain } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildNetwork } from '../../settings/testing/networks.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { takeOver } from '../testing/take-over.ts';
import { applyOffTimes } from './off-times.jobs.ts';
import { SITES_WITH_OFF_TIMES } from './off-times.repository.ts';

let at = Date.parse('2026-01-10T00:00:00Z');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { clock: () => at, scheduled: false });
});
afterAll(() => server.stop());

interface Site extends Estate {
  readonly deviceUUID: string;
}

/** A site with one access point whose network is off at these times. */
async function siteIn(timeZone: string, start: string, end: string): Promise<Site> {
  const estate = await buildEstate(server);
  const site = {
    siteUUID: estate.lobby,
    enterpriseUUID: estate.hotels,
    name: 'Lobby',
    countryCode: 'PL',
    timeZone,
  };
  expectSuccess(await server.call('updateSite', site, estate.as));
  const offTimes = [{ start, end }];
  const place = { level: 'site', uuid: estate.lobby } as const;
  await buildNetwork(server, estate.owner, place, { offTimes, ssid: 'Office' });
  await buildNetwork(server, estate.owner, place, { ssid: 'Always' });
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update device set abilities = ${JSON.stringify({
        radios: [{ bands: ['5G'], channels: [36] }],
      })} where id = ${id}`,
    ),
  );
  expect((await takeOver(server, estate.as, id)).data.changed).toBe(1);
  return { ...estate, deviceUUID: id };
}

interface Shown {
  readonly at: string;
  readonly reason: string;
  readonly networks: readonly string[];
}

function versionsOf({ deviceUUID }: Site): Promise<Shown[]> {
  return server.platform.database.asSystem(async (tx) => {
    const rows = await tx.all(sql<{ at: Date; reason: string; networks: string[] }>`
      select created_at as at, reason,
        array(select jsonb_path_query(document, '$.interfaces[*].ssids[*].name') #>> '{}') as networks
      from device_configuration where device_id = ${deviceUUID} order by version`);
    return rows.map((row) => ({ ...row, at: row.at.toISOString().slice(0, 16) }));
  });
}

/** Runs the job every quarter of an hour until this time. */
async function runUntil(end: string): Promise<void> {
  const { run } = applyOffTimes(server.platform);
  for (; at <= Date.parse(end); at += 15 * MINUTE) await run();
}

test('follows the site when its clock is set forward', async () => {
  // At 01:00Z the local time goes from 02:00 to 03:00.
  at = Date.parse('2026-03-28T20:00:00Z');
  const site = await siteIn('Europe/Warsaw', '01:30', '06:00');
  await runUntil('2026-03-30T08:00:00Z');
  expect(await versionsOf(site)).toEqual([
    { at: '2026-03-28T20:00', reason: 'takenOver', networks: ['Office', 'Always'] },
    { at: '2026-03-29T00:30', reason: 'offTime', networks: ['Always'] },
    { at: '2026-03-29T04:00', reason: 'offTime', networks: ['Office', 'Always'] },
    { at: '2026-03-29T23:30', reason: 'offTime', networks: ['Always'] },
    { at: '2026-03-30T04:00', reason: 'offTime', networks: ['Office', 'Always'] },
  ]);
});

test('follows the site when its clock is set back, also within the repeated hour', async () => {
  // At 01:00Z the local time goes from 03:00 back to 02:00.
  at = Date.parse('2026-10-24T20:00:00Z');
  const site = await siteIn('Europe/Warsaw', '02:30', '06:00');
  await runUntil('2026-10-25T08:00:00Z');
  expect((await versionsOf(site)).slice(1)).toEqual([
    { at: '2026-10-25T00:30', reason: 'offTime', networks: ['Always'] },
    { at: '2026-10-25T01:00', reason: 'offTime', networks: ['Office', 'Always'] },
    { at: '2026-10-25T01:30', reason: 'offTime', networks: ['Always'] },
    { at: '2026-10-25T05:00', reason: 'offTime', networks: ['Office', 'Always'] },
  ]);
});

test('follows the clock of the server when that is set back', async () => {
  at = Date.parse('2026-05-03T12:00:00Z');
  const site = await siteIn('Etc/UTC', '20:00', '21:00');
  // The clock was two days ahead.
  await runUntil('2026-05-03T12:00:00Z');
  at = Date.parse('2026-05-01T19:00:00Z');
  await runUntil('2026-05-01T22:00:00Z');
  expect((await versionsOf(site)).slice(1)).toEqual([
    { at: '2026-05-01T20:00', reason: 'offTime', networks: ['Always'] },
    { at: '2026-05-01T21:00', reason: 'offTime', networks: ['Office', 'Always'] },
  ]);
});

test.each(['Asia/Kathmandu', 'UTC+05:45'])('follows a site in the zone %s', async (zone) => {
  at = Date.parse('2026-05-01T12:00:00Z');
  const site = await siteIn(zone, '22:00', '23:30');
  await runUntil('2026-05-01T20:00:00Z');
  expect((await versionsOf(site)).slice(1)).toEqual([
    { at: '2026-05-01T16:15', reason: 'offTime', networks: ['Always'] },
    { at: '2026-05-01T17:45', reason: 'offTime', networks: ['Office', 'Always'] },
  ]);
});

test('catches up after missed minutes, and makes no version twice', async () => {
  at = Date.parse('2026-06-01T12:00:00Z');
  const site = await siteIn('UTC+00:00', '20:00', '23:00');
  const job = applyOffTimes(server.platform);
  await job.run();
  at += 9 * HOUR;
  await job.run();
  // Another process starts with no memory of it.
  await applyOffTimes(server.platform).run();
  expect((await versionsOf(site)).slice(1)).toEqual([
    { at: '2026-06-01T21:00', reason: 'offTime', networks: ['Always'] },
  ]);
});

test('turns a network on again when one of two processes ends within its slot', async () => {
  at = Date.parse('2026-08-01T12:59:00Z');
  const site = await siteIn('UTC+00:00', '13:00', '13:10');
  const [first, second] = [applyOffTimes(server.platform), applyOffTimes(server.platform)];
  await second.run();
  at += MINUTE;
  await first.run();
  at = Date.parse('2026-08-01T14:30:00Z');
  await second.run();
  expect((await versionsOf(site)).slice(1)).toEqual([
    { at: '2026-08-01T13:00', reason: 'offTime', networks: ['Always'] },
    { at: '2026-08-01T14:30', reason: 'offTime', networks: ['Office', 'Always'] },
  ]);
});

test('does not stop for a site that fails, and tries that site again', async () => {
  at = Date.parse('2026-09-01T12:00:00Z');
  const failing = await siteIn('UTC+00:00', '13:00', '14:00');
  const others = [await siteIn('UTC+00:00', '13:00', '14:00'), await siteIn('UTC+00:00', '13:00', '14:00')];
  const job = applyOffTimes(server.platform);
  await job.run();
  await setReportedPorts(failing, '"not a list"');
  at += HOUR;
  await job.run();
  for (const site of others) expect((await versionsOf(site)).at(-1)?.networks).toEqual(['Always']);
  expect(await versionsOf(failing)).toHaveLength(1);
  await setReportedPorts(failing, null);
  at += 30 * MINUTE;
  await job.run();
  expect((await versionsOf(failing)).at(-1)?.networks).toEqual(['Always']);
});

function setReportedPorts({ deviceUUID }: Site, ports: string | null): Promise<unknown> {
  return server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set reported_ports = ${ports} where id = ${deviceUUID}`),
  );
}

test('reads only devices with off times each minute', async () => {
  const { owner, lobby } = await siteIn('UTC+00:00', '13:00', '14:00');
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(
    `insert into device (tenant_id, id, site_id, kind, serial, sn, name)
     select $1, gen_random_uuid(), $2, 'ap', substr(md5(n::text), 1, 12), '', '' from generate_series(1, 5000) n`,
    [owner.tenant, lobby],
  );
  await client.query('analyze device');
  await client.end();
  const plan = await server.platform.database.asSystem((tx) => tx.all(sql`explain ${SITES_WITH_OFF_TIMES}`));
  expect(JSON.stringify(plan)).toContain('device_off_times');
});

test('switches only the networks of a restored version, and nothing in sites that are only observed', async () => {
  at = Date.parse('2026-07-01T12:00:00Z');
  const restored = await siteIn('UTC+00:00', '20:00', '23:00');
  const observed = await siteIn('UTC+00:00', '20:00', '23:00');
  const as = { as: await signInAgain(server, restored.owner) };
  const { data: view } = await server.call('viewDevice', { deviceUUID: restored.deviceUUID }, as);
  await server.call('updateDevice', { deviceUUID: restored.deviceUUID, name: 'other' }, as);
  const { data } = await server.call('listConfigurations', { deviceUUID: restored.deviceUUID }, as);
  const version = data.rows.at(-1)?.version ?? 0;
  await server.call('restoreConfiguration', { deviceUUID: restored.deviceUUID, version }, as);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update site set observe_only = true where id = ${observed.lobby}`),
  );
  await runUntil('2026-07-02T01:00:00Z');
  expect((await versionsOf(restored)).slice(2).map(({ reason, networks }) => [reason, networks])).toEqual([
    ['restored', ['Office', 'Always']],
    ['offTime', ['Always']],
    ['offTime', expect.arrayContaining(['Office', 'Always'])],
  ]);
  expect(new Set(await namesOf(restored))).toEqual(new Set([view.name, 'other']));
  expect((await namesOf(restored)).slice(2)).toEqual([view.name, view.name, view.name]);
  expect(await versionsOf(observed)).toHaveLength(1);
});

/** Device names in the documents of a device. */
function namesOf({ deviceUUID }: Site): Promise<string[]> {
  return server.platform.database.asSystem(async (tx) => {
    const rows = await tx.all(sql<{ name: string }>`
      select document -> 'unit' ->> 'name' as name from device_configuration
      where device_id = ${deviceUUID} order by version`);
    return rows.map(({ name }) => name);
  });
}

test('a network returns in the morning after a version without it was restored at night', async () => {
  at = Date.parse('2026-07-01T12:00:00Z');
  const site = await siteIn('UTC+00:00', '20:00', '23:00');
  await runUntil('2026-07-01T21:00:00Z');
  const as = { as: await signInAgain(server, site.owner) };
  const { deviceUUID } = site;
  const [night] = (await server.call('listConfigurations', { deviceUUID }, as)).data.rows;
  await server.call('updateDevice', { deviceUUID, name: 'other' }, as);
  await server.call('restoreConfiguration', { deviceUUID, version: night?.version ?? 0 }, as);
  await runUntil('2026-07-02T12:00:00Z');
  expect((await versionsOf(site)).at(-1)?.networks.toSorted()).toEqual(['Always', 'Office']);
});

test('does not deliver another country of the site with the networks', async () => {
  at = Date.parse('2026-07-01T12:00:00Z');
  const site = await siteIn('UTC+00:00', '20:00', '23:00');
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update site set country_code = 'US' where id = ${site.lobby}`),
  );
  await runUntil('2026-07-02T12:00:00Z');
  const { rows } = (
    await server.call(
      'listConfigurations',
      { deviceUUID: site.deviceUUID },
      { as: await signInAgain(server, site.owner) },
    )
  ).data;
  expect(rows).toHaveLength(3);
  const documents = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select document from device_configuration where device_id = ${site.deviceUUID}`),
  );
  expect(JSON.stringify(documents)).not.toContain('"US"');
  expect((await versionsOf(site)).at(-1)?.networks.toSorted()).toEqual(['Always', 'Office']);
});
