import { MINUTE } from '@airloom/contract/time';
import {
  DeviceLedger,
  type DeviceState,
  evaluateReport,
} from '../apps/server/src/domains/monitoring/alarms/evaluation/report-evaluation.ts';
import { AlarmWatch } from '../apps/server/src/domains/monitoring/alarms/evaluation/watch.ts';
import { ruleOf, type StoredRule } from '../apps/server/src/domains/monitoring/alarms/rules/rule.ts';
import { AccountRules, RulesCache } from '../apps/server/src/domains/monitoring/alarms/rules/rules-cache.ts';
import { Ingest } from '../apps/server/src/domains/monitoring/telemetry/index.ts';
import { InProcessBus } from '../apps/server/src/platform/bus/in-process-bus.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createMetrics } from '../apps/server/src/platform/metrics.ts';
import { type Reporter, reportersOf } from './alarm-reports.ts';
import { makeRules } from './alarm-rules.ts';
import { fillWithDevices } from './rows/device-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { cpuSeconds, ownCpuSeconds } from './support/cpu.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = numberOf('devices', 10_000);
const RULES = 1_000;
const SITES = 200;
const ORGANIZATIONS = 20;
/** Every device reports once per round. */
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
const ENGINE_ROUNDS = 40;
/** One device in this many is busy in a round; those of the previous round are normal again. */
const BUSY_EVERY = 200;

/** Whether a device is busy in a round. */
type Busy = (device: number, round: number) => boolean;
const nobody: Busy = () => false;
const some: Busy = (device, round) => device % BUSY_EVERY === round % BUSY_EVERY;
const everybody: Busy = () => true;

/** Cost of reports with and without alarm rules, and of the rule evaluation alone. */
export async function alarms(): Promise<Row[]> {
  const database = await startDatabase('embedded');
  const { tenant } = await makeAccount(database, 'bench_alarms');
  await makeSites(database, tenant, numbered('Organization', ORGANIZATIONS), numbered('Site', SITES));
  await fillWithDevices(database, tenant, DEVICES);
  const rules = await makeRules(database, tenant, RULES);
  await database.owner.query('vacuum analyze');
  const reporters = await reportersOf(database, tenant);
  const bench = new AlarmBench(database, reporters);
  const calm = await bench.beside(nobody);
  const changing = await bench.beside(some);
  await bench.requireAlarms(changing.busyReports);
  await database.stop();
  const engine = new Engine(rules, reporters);
  const alone = (calm.alone.node + changing.alone.node) / 2;
  const engineRow = (what: string, busy: Busy): Row => {
    const { perSecond, node } = engine.measure(busy);
    return {
      what: `the engine alone: ${what}`,
      figures: [`${Math.round(perSecond)} reports/s`, `${node.toFixed(2)} µs each`],
      ratio: `${(node / alone).toFixed(3)}× the Node of ingest alone`,
    };
  };
  return [
    besideRow(`ingest alone, ${DEVICES} devices, ${database.name}`, calm.alone, calm.alone),
    besideRow(
      `with ${rules.length} rules, ${engine.rulesEach.toFixed(0)} of them for each device; no alarm changes`,
      calm.watched,
      calm.alone,
    ),
    besideRow('ingest alone, the reports of the next', changing.alone, changing.alone),
    besideRow(
      'with rules; an alarm begins or ends with 1 % of the reports',
      changing.watched,
      changing.alone,
    ),
    engineRow('no alarm changes', nobody),
    engineRow('an alarm begins or ends with 1 % of the reports', some),
    engineRow('every device has an active alarm', everybody),
  ];
}

/** Microseconds of CPU per report. */
interface Cost {
  readonly perSecond: number;
  readonly node: number;
  readonly database: number;
}

/** Elapsed seconds and CPU seconds. */
interface Used {
  readonly seconds: number;
  readonly node: number;
  readonly database: number;
}

class AlarmBench {
  readonly #database: BenchDatabase;
  readonly #reporters: readonly Reporter[];
  readonly #platform;
  #clock = Date.now();

  constructor(database: BenchDatabase, reporters: readonly Reporter[]) {
    this.#database = database;
    this.#reporters = reporters;
    this.#platform = {
      database: database.database,
      log: createLog('error'),
      metrics: createMetrics(),
      now: () => new Date(this.#clock),
      wakeOutbox: () => undefined,
    };
  }

  /** The same reports with and without rules, alternately. */
  async beside(busy: Busy): Promise<{ alone: Cost; watched: Cost; busyReports: number }> {
    const alone = new Ingest(this.#platform);
    const watched = new Ingest(this.#platform);
    const rules = new RulesCache(new InProcessBus(this.#platform.log), () => this.#clock);
    watched.join(new AlarmWatch(this.#platform, rules).take);
    const used: { alone: Used[]; watched: Used[] } = { alone: [], watched: [] };
    let busyReports = 0;
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const sides = [
        { ingest: alone, into: used.alone },
        { ingest: watched, into: used.watched },
      ];
      for (const { ingest, into } of round % 2 === 0 ? sides : sides.toReversed()) {
        const once = await this.#round(ingest, round, busy);
        if (round >= WARM_UP_ROUNDS) into.push(once);
      }
      busyReports += this.#reporters.filter((_, device) => busy(device, round)).length;
    }
    await Promise.all([alone.stop(), watched.stop()]);
    rules.stop();
    return { alone: this.#costOf(used.alone), watched: this.#costOf(used.watched), busyReports };
  }

  /** Each change of a device to busy raises exactly one alarm. */
  async requireAlarms(expected: number): Promise<void> {
    const { rows } = await this.#database.owner.query<{ found: number }>(
      'select count(*)::int as found from alarm',
    );
    if (rows[0]?.found !== expected) throw new Error(`${rows[0]?.found} alarms instead of ${expected}`);
  }

  async #round(ingest: Ingest, round: number, busy: Busy): Promise<Used> {
    this.#clock += MINUTE;
    const at = this.#clock;
    const before = this.#used();
    this.#reporters.forEach(({ device, calm, busy: upset }, index) => {
      ingest.add(device, { ...(busy(index, round) ? upset : calm), at }, at);
    });
    await ingest.flush();
    const after = this.#used();
    return {
      seconds: after.seconds - before.seconds,
      node: after.node - before.node,
      database: after.database - before.database,
    };
  }

  #used(): Used {
    return {
      seconds: performance.now() / 1000,
      node: ownCpuSeconds(process.pid),
      database: cpuSeconds(this.#database.postmasterPid),
    };
  }

  /** Of the median round, because PostgreSQL vacuums at irregular times. */
  #costOf(rounds: readonly Used[]): Cost {
    const reports = this.#reporters.length;
    const microseconds = (of: (used: Used) => number) => (median(rounds.map(of)) * 1e6) / reports;
    return {
      perSecond: reports / median(rounds.map(({ seconds }) => seconds)),
      node: microseconds(({ node }) => node),
      database: microseconds(({ database }) => database),
    };
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Evaluates rules without storing anything. */
class Engine {
  readonly #rules: AccountRules;
  readonly #reporters: readonly Reporter[];

  constructor(rules: readonly StoredRule[], reporters: readonly Reporter[]) {
    this.#rules = new AccountRules(rules.map(ruleOf));
    this.#reporters = reporters;
  }

  /** Average number of rules per device. */
  get rulesEach(): number {
    const all = this.#reporters.map(
      ({ device }) => this.#rules.planFor(device.kind, device.siteId).ruleIds.size,
    );
    return all.reduce((sum, size) => sum + size, 0) / all.length;
  }

  measure(busy: Busy): Omit<Cost, 'database'> {
    const states = this.#reporters.map(({ device }): DeviceState => {
      const plan = this.#rules.planFor(device.kind, device.siteId);
      return { plan, newestAt: 0, ports: null, watches: new Map() };
    });
    let changes = 0;
    const play = (from: number, to: number): void => {
      for (let round = from; round < to; round += 1) {
        this.#reporters.forEach(({ calm, busy: upset }, index) => {
          const state = states[index];
          if (state === undefined) return;
          const ledger = new DeviceLedger();
          const report = busy(index, round) ? upset : calm;
          states[index] = evaluateReport(
            state,
            { report, at: (round + 1) * MINUTE, suppressed: false },
            ledger,
          );
          changes += ledger.entries.length;
        });
      }
    };
    play(0, WARM_UP_ROUNDS);
    const began = performance.now();
    const before = process.cpuUsage();
    play(WARM_UP_ROUNDS, WARM_UP_ROUNDS + ENGINE_ROUNDS);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - began) / 1000;
    const reports = ENGINE_ROUNDS * this.#reporters.length;
    if (changes === 0 && busy !== nobody) throw new Error('Nothing was raised');
    return { perSecond: reports / seconds, node: (user + system) / reports };
  }
}

function besideRow(what: string, cost: Cost, alone: Cost): Row {
  const all = cost.node + cost.database;
  const more = all - alone.node - alone.database;
  return {
    what,
    figures: [
      `${Math.round(cost.perSecond)} reports/s`,
      `Node ${cost.node.toFixed(1)} µs + PostgreSQL ${cost.database.toFixed(1)} µs each`,
      ...(cost === alone ? [] : [`${more.toFixed(1)} µs more than alone`]),
    ],
    ratio: cost === alone ? '1×' : `${(all / (alone.node + alone.database)).toFixed(2)}× ingest alone`,
  };
}
