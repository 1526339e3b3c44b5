import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { reconcileOutages } from '../apps/server/src/domains/monitoring/alarms/evaluation/reconcile.ts';
import {
  namedRule,
  SimulatedSite,
} from '../apps/server/src/domains/monitoring/alarms/testing/simulated-site.ts';
import { insertRule } from '../apps/server/src/domains/monitoring/alarms/testing/stored-rules.ts';
import { reportOf } from '../apps/server/src/domains/monitoring/telemetry/testing/reports.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { cpuSeconds, ownCpuSeconds } from './support/cpu.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import type { Row } from './support/report.ts';

const SIZES = [500, 2_000];
/** Events within half a second are evaluated together. */
const FACTS_A_LOOK = 25;
/** Access points per switch. */
const BEHIND = 8;
const ROUNDS = 3;

const RULES = [
  { type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] },
  { type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] },
  { type: 'deviceFlapping', levels: [{ level: 'important', threshold: 20 }] },
] as const;

/** Cost of one event: a device went offline or came back. */
interface Cost {
  readonly perSecond: number;
  readonly node: number;
  readonly database: number;
}

/** All devices of a site go offline and come back: cost of the engine alone, and with its reads and writes. */
export async function alarmOutages(): Promise<Row[]> {
  const database = await startDatabase('embedded');
  const rows: Row[] = [];
  for (const size of SIZES) {
    const alone = engineAlone(size);
    const stored = await withDatabase(database, size);
    rows.push(
      {
        what: `the outage engine alone: ${size} devices of a site go and come back, ${FACTS_A_LOOK} at a time`,
        figures: [`${Math.round(alone.perSecond)} facts/s`, `${alone.node.toFixed(0)} µs each`],
        ratio: '1×',
      },
      {
        what: `the same with all that is read and written, ${database.name}`,
        figures: [
          `${Math.round(stored.perSecond)} facts/s`,
          `Node ${stored.node.toFixed(0)} µs + PostgreSQL ${stored.database.toFixed(0)} µs each`,
        ],
        ratio: `${((stored.node + stored.database) / alone.node).toFixed(1)}× the engine alone`,
      },
    );
  }
  await database.stop();
  return rows;
}

interface Placed {
  readonly id: string;
  readonly kind: DeviceKind;
  /** Its uplink. */
  readonly above: number | null;
}

/** A gateway, its switches and their access points. */
function placed(size: number, idOf: (index: number) => string): Placed[] {
  const switches = Math.floor(size / (BEHIND + 1));
  return Array.from({ length: size }, (_, index): Placed => {
    const id = idOf(index);
    if (index === 0) return { id, kind: 'gateway', above: null };
    if (index <= switches) return { id, kind: 'switch', above: 0 };
    return { id, kind: 'ap', above: 1 + (index % switches) };
  });
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += FACTS_A_LOOK) yield all.slice(from, from + FACTS_A_LOOK);
}

function linkTo(serial: string, index: number) {
  const peerMac = serial.replaceAll(/(..)(?=.)/g, '$1:');
  return { port: 'WAN', peerMac, peerPort: `LAN${index}`, peerName: '', peerDescription: '' };
}

function engineAlone(size: number): Cost {
  const rules = RULES.map(({ type, levels }) => namedRule(type, type, levels));
  const site = new SimulatedSite(rules);
  const devices = placed(size, (index) => `d${index}`);
  for (const { id, kind } of devices) site.add(id, kind);
  const serials = devices.map(({ id }) => site.devices.get(id)?.serial ?? '');
  site.ties = devices.map(({ id, above }, index) => ({
    deviceId: id,
    uplinkPorts: ['WAN'],
    links: above === null ? [] : [linkTo(serials[above] ?? '', index)],
    meshParent: null,
  }));
  const ids = devices.map(({ id }) => id);
  let microseconds = 0;
  let milliseconds = 0;
  const look = (): void => {
    const began = performance.now();
    const before = process.cpuUsage();
    site.decide();
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
    milliseconds += performance.now() - began;
    site.settle();
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const some of inParts(ids)) {
      site.go(...some);
      look();
    }
    site.pass(10);
    for (const some of inParts(ids)) {
      site.comeBack(...some);
      look();
    }
    requireBlackouts(site.alarms.length, round + 1);
    site.pass(70);
  }
  const facts = ROUNDS * 2 * size;
  return { perSecond: (facts * 1000) / milliseconds, node: microseconds / facts, database: 0 };
}

function requireBlackouts(found: number | undefined, expected: number): void {
  if (found !== expected) throw new Error(`${found} alarms instead of ${expected}`);
}

async function withDatabase(bench: BenchDatabase, size: number): Promise<Cost> {
  const { owner, database } = bench;
  const { tenant } = await makeAccount(bench, `bench_outages_${size}`);
  await makeSites(bench, tenant, ['Organization'], numbered('Site', 1));
  for (const rule of RULES) await insertRule(database, tenant, rule);
  const devices = placed(size, newId);
  const serials = devices.map((_, index) => (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0'));
  const reports = devices.map(({ above }, index) =>
    JSON.stringify(reportOf({ links: above === null ? [] : [linkTo(serials[above] ?? '', index)] })),
  );
  await owner.query(
    `with made as (
       insert into device (tenant_id, id, site_id, kind, serial, sn, name, status, online_at)
       select $1, given.id, site.id, kind, serial, serial, 'Device ' || serial, 'online', now() - interval '1 day'
       from unnest($2::uuid[], $3::text[], $4::text[]) as given (id, kind, serial)
       join site on site.tenant_id = $1
       returning tenant_id, id)
     insert into device_last_report (tenant_id, device_id, ts, report)
     select $1, given.id, now(), report from unnest($2::uuid[], $5::text[]) as given (id, report)
     where exists (select from made)`,
    [tenant, devices.map(({ id }) => id), devices.map(({ kind }) => kind), serials, reports],
  );
  await owner.query('vacuum analyze');
  let clock = Date.now();
  const platform = { database, now: () => new Date(clock), wakeOutbox: () => undefined };
  const change = async (some: readonly string[], status: 'online' | 'offline'): Promise<void> => {
    await owner.query(
      `update device set status = $3, ${status}_at = $4 where tenant_id = $1 and id = any($2::uuid[])`,
      [tenant, some, status, new Date(clock)],
    );
    await reconcileOutages(platform, tenant, some);
  };
  const ids = devices.map(({ id }) => id);
  const used = () => ({
    at: performance.now() / 1000,
    node: ownCpuSeconds(process.pid),
    database: cpuSeconds(bench.postmasterPid),
  });
  const before = used();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const some of inParts(ids)) await change(some, 'offline');
    clock += 10 * 60_000;
    for (const some of inParts(ids)) await change(some, 'online');
    clock += 70 * 60_000;
  }
  const after = used();
  const { rows } = await owner.query<{ found: number }>(
    'select count(*)::int as found from alarm where tenant_id = $1',
    [tenant],
  );
  requireBlackouts(rows[0]?.found, ROUNDS);
  const facts = ROUNDS * 2 * size;
  return {
    perSecond: facts / (after.at - before.at),
    node: ((after.node - before.node) * 1e6) / facts,
    database: ((after.database - before.database) * 1e6) / facts,
  };
}
