import { OK } from '@airloom/contract/errors';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import { CHART_RANGES } from '@airloom/contract/telemetry/telemetry.model';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

const { rangesMs, intervalMaxMs } = STATISTICS_LIMITS;

let server: TestServer;
let owner: Person;
let keeper: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  keeper = new pg.Client({ connectionString: server.databaseUrl });
  await keeper.connect();
});
afterAll(async () => {
  await keeper.end();
  await server.stop();
});

/** Locks the raw data, so that every query on it waits. */
const keepAway = () =>
  keeper.query('begin; lock table device_report, terminal_session in access exclusive mode');
const unlock = () => keeper.query('commit');

const as = () => ({ as: owner.token });
const TIMED = [
  (window: object) => server.send('networkStatistics', window, as()),
  (window: object) => server.send('compareNetwork', { ...window, what: 'sites' }, as()),
  (window: object) => server.send('compareNetwork', { ...window, what: 'aps' }, as()),
  (window: object) => server.send('compareNetwork', { ...window, what: 'ssids' }, as()),
  (window: object) => server.send('topTerminals', window, as()),
  (window: object) => server.send('deviceStatistics', window, as()),
  (window: object) => server.send('listAvailability', window, as()),
  (window: object) => server.send('terminalStatistics', window, as()),
];
const PAGES = ['network', 'device', 'terminal', 'property'] as const;

function ownWindow(lengthMs: number): object {
  const to = server.platform.now().getTime();
  return { from: new Date(to - lengthMs).toISOString(), to: new Date(to).toISOString() };
}

test('reads no raw data for more than six hours', async () => {
  const long = CHART_RANGES.filter((range) => rangesMs[range] > rangesMs.sixHours);
  expect(long).toEqual(['day', 'week', 'twoWeeks', 'month']);
  const windows = [
    ...long.map((range) => ({ range })),
    ownWindow(intervalMaxMs),
    ownWindow(rangesMs.sixHours + 60_000),
  ];
  await keepAway();
  for (const window of windows) {
    for (const ask of TIMED) expect((await ask(window)).code).toBe(OK);
    for (const page of PAGES) {
      const exported = await server.send('exportStatistics', { ...window, page, format: 'csv' }, as());
      expect(exported.code).toBe(OK);
    }
  }
  expect((await server.send('assetStatistics', {}, as())).code).toBe(OK);
  await unlock();
});

test('reads current figures from raw data', async () => {
  await keepAway();
  const now = server.send('networkNow', {}, as());
  const waiting = `select 1 from pg_locks where not granted and relation = 'terminal_session'::regclass`;
  await vi.waitUntil(async () => (await keeper.query(waiting)).rowCount === 1, WITHIN);
  await unlock();
  expect((await now).code).toBe(OK);
});

test('limits a custom interval to two days', async () => {
  for (const ask of TIMED) {
    expect((await ask(ownWindow(intervalMaxMs))).code).toBe(OK);
    expect((await ask(ownWindow(intervalMaxMs + 1))).code).not.toBe(OK);
  }
});
