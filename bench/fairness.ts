import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { hashPassword } from '../apps/server/src/domains/people/identity/sign-in/passwords.ts';
import { fillWithDevices } from './rows/device-rows.ts';
import { fillWithTerminals } from './rows/terminal-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { type Child, startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { type LoadResult, load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

/** Each with four ended sessions: 75,000 log rows. */
const TERMINALS = 15_000;
const DEVICES = 3_000;
const SITES = 30;
const SOCKETS = 150;
const SECONDS = 20;
const SIGN_INS_PER_SECOND = 2;
const LISTS_PER_SECOND = 10;
const TRIES = 3;
const SIGN_IN_P95_MAX_MS = 2_000;
const LIST_RATIO_MAX = 3;
const USER_NAME = 'bench_other';
const PASSWORD = 'Quiet-Harbour-42';

/** A text found by index, one too short for the index, and one that matches every row. */
const SEARCHES = [
  '/terminal/log',
  '/terminal/online',
  '/device/list',
  '/device/log',
  '/account/operations',
].flatMap((path) => ['zzzz', 'zz', 'host'].map((search) => `${path}?size=100&search=${search}`));

/** Whether continuous searches of one account slow down sign-in and lists of another. */
export async function fairness(): Promise<Row[]> {
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  const busy = await accountWithLog(database, numberOf('terminals', TERMINALS));
  const other = await accountWithPassword(database);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({
    DATABASE_URL: database.connectionString,
    GATEWAY_PORT: 'off',
    // The database is filled, but no console has run on it.
    ACCEPT_NEW_KEYS: 'unrecorded',
  });
  try {
    const slowest = await slowestSearch(running, busy);
    const others = () => Promise.all([signIns(running, seconds), lists(running, other, seconds)]);
    await others();
    const idle = await others();
    const [searches, under] = await Promise.all([
      load({
        ...requestOf(running, slowest.path, busy),
        connections: SOCKETS,
        seconds: seconds + 2,
        mayRefuse: true,
      }),
      others(),
    ]);
    return rowsOf(slowest, searches, idle, under);
  } finally {
    await running.stop();
    await database.stop();
  }
}

async function accountWithLog(database: BenchDatabase, terminals: number): Promise<string> {
  const { tenant, token } = await makeAccount(database, 'bench_busy');
  await makeSites(database, tenant, ['Organization'], numbered('Site', SITES));
  await fillWithDevices(database, tenant, DEVICES);
  await fillWithTerminals(database, tenant, terminals);
  return token;
}

async function accountWithPassword(database: BenchDatabase): Promise<string> {
  const { tenant, token } = await makeAccount(database, USER_NAME);
  await makeSites(database, tenant, ['Organization'], numbered('Site', SITES));
  await database.owner.query(
    `update manager_secret set password_hash = $1 from manager
     where manager.id = manager_secret.manager_id and manager.user_name = $2`,
    [await hashPassword(PASSWORD), USER_NAME],
  );
  return token;
}

function requestOf({ port }: Child, path: string, token: string) {
  return { port, path: `${API_BASE}${path}`, headers: { authorization: `Bearer ${token}` } };
}

async function slowestSearch(running: Child, token: string): Promise<{ path: string; ms: number }> {
  let slowest = { path: '', ms: 0 };
  for (const path of SEARCHES) {
    const times: number[] = [];
    for (let turn = 0; turn < TRIES; turn += 1) {
      const began = performance.now();
      const { headers } = requestOf(running, path, token);
      const answer = await fetch(`http://127.0.0.1:${running.port}${API_BASE}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
      await answer.text();
      times.push(performance.now() - began);
    }
    const ms = Math.min(...times);
    process.stdout.write(`${path}: ${ms.toFixed(0)} ms\n`);
    if (ms > slowest.ms) slowest = { path, ms };
  }
  return slowest;
}

function signIns({ port }: Child, seconds: number): Promise<LoadResult> {
  return load({
    port,
    path: `${API_BASE}/user/login`,
    headers: { [CLIENT_HEADER]: 'bench' },
    body: JSON.stringify({ username: USER_NAME, password: PASSWORD }),
    connections: SIGN_INS_PER_SECOND,
    seconds,
    perSecond: SIGN_INS_PER_SECOND,
  });
}

function lists(running: Child, token: string, seconds: number): Promise<LoadResult> {
  return load({
    ...requestOf(running, '/site/list', token),
    connections: LISTS_PER_SECOND,
    seconds,
    perSecond: LISTS_PER_SECOND,
  });
}

function figures({ p50Ms, p95Ms }: LoadResult): string {
  return `p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms`;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'NOT MET';
}

function rowsOf(
  slowest: { readonly path: string; readonly ms: number },
  searches: LoadResult,
  [idleSignIn, idleList]: readonly [LoadResult, LoadResult],
  [signIn, list]: readonly [LoadResult, LoadResult],
): Row[] {
  const listRatio = list.p50Ms / idleList.p50Ms;
  return [
    {
      what: `searches of one account over ${SOCKETS} sockets: ${slowest.path}`,
      figures: [
        `${slowest.ms.toFixed(0)} ms alone`,
        `${searches.requests} answered, ${searches.refused} refused`,
      ],
      ratio: '',
    },
    {
      what: 'sign-in of another account meanwhile',
      figures: [figures(signIn), `idle: ${figures(idleSignIn)}`],
      ratio: `${(signIn.p95Ms / idleSignIn.p95Ms).toFixed(1)}× the idle p95; p95 ≤ 2 s: ${verdict(signIn.p95Ms <= SIGN_IN_P95_MAX_MS)}`,
    },
    {
      what: 'list of sites of another account meanwhile',
      figures: [figures(list), `idle: ${figures(idleList)}`],
      ratio: `${listRatio.toFixed(1)}× the idle p50 (${(list.p95Ms / idleList.p95Ms).toFixed(1)}× p95); ≤ 3×: ${verdict(listRatio <= LIST_RATIO_MAX)}`,
    },
  ];
}
