import { ABILITIES } from '@airloom/device-protocol/testing/settings';
import { fillWithDevices } from './rows/device-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { callConsole } from './support/call-console.ts';
import { startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { networkChange } from './support/network-change.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const DEVICES_PER_SITE = 50;
const PAGE = 200;
const RUNS = 10;

interface Review {
  readonly devices: readonly object[];
  /** Null after the first page. */
  readonly total: number | null;
  readonly next: string | null;
}

interface Opened {
  readonly firstMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
  readonly allMs: number;
}

/** Reviewing a network for a whole organization: the first page opens the review, the others follow. */
export async function configurationReview(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const page = await review(PAGE);
  const all = await review(devices);
  return [
    {
      what: `review of a network of an organization with ${PAGE} access points, one page`,
      figures: [`p50 ${page.medianMs.toFixed(0)} ms, longest ${page.maxMs.toFixed(0)} ms of ${RUNS}`],
      ratio: '1×',
    },
    {
      what: `the same with ${devices} access points: until it opens with the first ${PAGE}`,
      figures: [
        `p50 ${all.medianMs.toFixed(0)} ms, longest ${all.maxMs.toFixed(0)} ms of ${RUNS}, the very first ${all.firstMs.toFixed(0)} ms`,
        `all ${Math.ceil(devices / PAGE)} pages after ${(all.allMs / 1000).toFixed(1)} s, ${(all.allMs / page.medianMs).toFixed(0)}× the p50 of one page alone`,
      ],
      ratio: `${(all.medianMs / page.medianMs).toFixed(1)}× the p50 of one page alone`,
    },
  ];
}

async function review(devices: number): Promise<Opened> {
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_review');
  const sites = numbered('Site', Math.ceil(devices / DEVICES_PER_SITE));
  await makeSites(database, account.tenant, ['Organization'], sites);
  await fillWithAccessPoints(database, account.tenant, devices);
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  const source = await networkChange(database, account, null);
  const read = (after: string | null) =>
    callConsole<Review>({ console: running, account }, 'POST', '/configuration/review', { source, after });
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const began = performance.now();
    const { total, devices: shown } = await read(null);
    times.push(performance.now() - began);
    if (total !== devices || shown.length !== Math.min(devices, PAGE))
      throw new Error(`The review shows ${shown.length} of ${total} devices`);
  }
  const began = performance.now();
  for (let next: string | null = null; ; ) {
    next = (await read(next)).next;
    if (next === null) break;
  }
  const allMs = performance.now() - began;
  await running.stop();
  await database.stop();
  const [firstMs = 0, ...others] = times;
  others.sort((a, b) => a - b);
  return { firstMs, medianMs: others[RUNS / 2] ?? 0, maxMs: others.at(-1) ?? 0, allMs };
}

async function fillWithAccessPoints(database: BenchDatabase, tenant: string, devices: number): Promise<void> {
  await fillWithDevices(database, tenant, devices);
  await database.owner.query(
    `update device set kind = 'ap', abilities = $2, configuration_state = 'applied' where tenant_id = $1`,
    [tenant, JSON.stringify(ABILITIES)],
  );
  await database.owner.query('vacuum analyze');
}
