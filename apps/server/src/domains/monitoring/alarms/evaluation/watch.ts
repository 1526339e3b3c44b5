import { MINUTE } from '@airloom/contract/time';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  latestAt,
  type ReceivedItem,
  type ReportedMembers,
  type ReportingDevice,
} from '../../telemetry/index.ts';
import { type DownPort, portKey, portsToOfflinePeers } from '../outages/link-peers.repository.ts';
import { suppressedDevices } from '../outages/suppression.ts';
import type { AccountRules, RulesCache } from '../rules/rules-cache.ts';
import { shiftWatch } from '../rules/threshold.ts';
import { type DeviceReport, deviceReportsIn } from './member-reports.ts';
import { isReadingType, portsAfter, type SeenPorts } from './readings.ts';
import {
  DeviceLedger,
  type DeviceState,
  evaluateReport,
  type Given,
  keyOf,
  type Watched,
} from './report-evaluation.ts';
import {
  type AlarmKey,
  type LastPorts,
  lastPorts,
  type StoredWatch,
  storedWatches,
  writeEntries,
} from './watch.repository.ts';

/** State of a device without reports for this long is dropped and read again. */
const CACHED_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

interface CachedDevice {
  readonly rules: AccountRules;
  /** Connection of the device itself or of its controller. */
  readonly connectionId: string;
  readonly state: DeviceState;
  readonly touchedAt: number;
}

/** Reports of one device in a transaction, its own or from its controller. */
interface ReportSource {
  device: ReportingDevice;
  readonly rules: AccountRules;
  readonly reports: DeviceReport[];
}

interface DeviceEvaluation {
  readonly source: ReportSource;
  readonly state: DeviceState;
  readonly ledger: DeviceLedger;
}

export type WatchPlatform = Pick<Platform, 'now' | 'wakeOutbox'>;

/** Publishes that alarms were raised, changed or cleared. */
export async function publishAlarmChanges(tx: Transaction, alarms: readonly AlarmKey[]): Promise<void> {
  const byTenant = Map.groupBy(alarms, ({ tenant }) => tenant);
  await publishEvents(
    tx,
    [...byTenant].map(([tenant, own]) => ({
      tenant,
      type: 'AlarmsChanged',
      payload: { alarmIds: own.map(({ id }) => id) },
    })),
  );
}

/**
 * Evaluates reports with the alarm rules, in the transaction that stores the reports. The cached state can be rebuilt
 * from the database at any time: from watches and the newest report.
 */
export class AlarmWatch {
  readonly #platform: WatchPlatform;
  readonly #rules: Pick<RulesCache, 'of'>;
  readonly #devices = new Map<string, CachedDevice>();
  /** Devices dropped since the last transaction began: its state of them is outdated. */
  #forgotten = new Set<string>();
  /** Devices of a transaction whose commit was not reported: only the database knows whether it happened. */
  #uncommitted: readonly string[] = [];
  #sweptAt = 0;

  constructor(platform: WatchPlatform, rules: Pick<RulesCache, 'of'>) {
    this.#platform = platform;
    this.#rules = rules;
  }

  /** Joined to the ingest. */
  readonly take = async (
    tx: Transaction,
    items: readonly ReceivedItem[],
    members: ReportedMembers,
  ): Promise<() => void> => {
    const reports = deviceReportsIn(items, members);
    if (reports.length === 0) return () => undefined;
    for (const deviceId of this.#uncommitted) this.#devices.delete(deviceId);
    this.#uncommitted = reports.map(({ device }) => device.deviceId);
    const forgotten = new Set<string>();
    this.#forgotten = forgotten;
    const now = this.#platform.now().getTime();
    const rules = await this.#rules.of(tx, new Set(reports.map(({ device }) => device.tenant)));
    const evaluations = await this.#evaluateAll(tx, groupByDevice(reports, rules), now);
    const entries = evaluations.flatMap(({ source, ledger }) =>
      ledger.entries.map((entry) => ({ owner: source.device, entry })),
    );
    const changed = entries.length === 0 ? [] : await writeEntries(tx, entries, now);
    await publishAlarmChanges(tx, changed);
    return () => {
      this.#uncommitted = [];
      for (const { source, state } of evaluations) {
        const { deviceId, connectionId } = source.device;
        if (forgotten.has(deviceId)) continue;
        this.#devices.set(deviceId, { rules: source.rules, connectionId, state, touchedAt: now });
      }
      this.#sweep(now);
      if (changed.length > 0) this.#platform.wakeOutbox();
    };
  };

  /** Drops the state of a device; it is read again with the next report, as another process may have changed it. */
  forget(deviceId: string): void {
    this.#devices.delete(deviceId);
    this.#forgotten.add(deviceId);
  }

  async #evaluateAll(
    tx: Transaction,
    sources: readonly ReportSource[],
    now: number,
  ): Promise<DeviceEvaluation[]> {
    const unknown = sources.filter(({ device, rules }) => this.#known(device, rules) === undefined);
    const stored = unknown.length === 0 ? null : await load(tx, unknown);
    const evaluate = (
      source: ReportSource,
      given: Pick<Given, 'suppressed' | 'suppressedPorts'>,
    ): DeviceEvaluation => {
      const { device, rules, reports } = source;
      const ledger = new DeviceLedger();
      const known = this.#known(device, rules);
      const plan = rules.planFor(device.kind, device.siteId);
      let state = afterClockSetBack(known?.state ?? stateOf(source, stored), now);
      if (state.plan !== plan || known === undefined)
        state = dropForeignWatches({ ...state, plan }, ledger, now);
      for (const { report, at } of reports) state = evaluateReport(state, { report, at, ...given }, ledger);
      return { source, state, ledger };
    };
    const evaluations = sources.map((source) => evaluate(source, { suppressed: false }));
    const worse = evaluations.filter(({ ledger }) => ledger.isWorse);
    if (worse.length === 0) return evaluations;
    const suppressed = await suppressedDevices(
      tx,
      worse.map(({ source }) => source.device),
      new Date(now),
    );
    const suppressedPorts = await portsToOfflinePeers(tx, worse.flatMap(portsRaised));
    if (suppressed.size + suppressedPorts.size === 0) return evaluations;
    return evaluations.map((evaluation) => {
      const { deviceId } = evaluation.source.device;
      const ports = portsRaised(evaluation).filter((port) => suppressedPorts.has(portKey(port)));
      if (!suppressed.has(deviceId) && ports.length === 0) return evaluation;
      return evaluate(evaluation.source, {
        suppressed: suppressed.has(deviceId),
        suppressedPorts: new Set(ports.map(({ part }) => part)),
      });
    });
  }

  /**
   * Changed rules may have ended watches, and a device with another connection may have been connected to another
   * process: then its state is read again.
   */
  #known({ deviceId, connectionId }: ReportingDevice, rules: AccountRules): CachedDevice | undefined {
    const known = this.#devices.get(deviceId);
    return known?.rules === rules && known.connectionId === connectionId ? known : undefined;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const [deviceId, { touchedAt }] of this.#devices) {
      if (now - touchedAt > CACHED_MS) this.#devices.delete(deviceId);
    }
  }
}

/** Ports raised as down. Peers that reported within the last half of that time count as online. */
function portsRaised({ source, ledger }: DeviceEvaluation): DownPort[] {
  return ledger.entries
    .filter(({ rule }) => rule.type === 'portDown')
    .flatMap(({ part, raised }) =>
      raised.slice(0, 1).map(({ at, value }) => ({
        tenant: source.device.tenant,
        deviceId: source.device.deviceId,
        part,
        reportedSince: Math.round(at - (value * MINUTE) / 2),
      })),
    );
}

function groupByDevice(
  reports: ReportSource['reports'],
  rules: ReadonlyMap<string, AccountRules>,
): ReportSource[] {
  const sources = new Map<string, ReportSource>();
  for (const report of reports) {
    const { device } = report;
    const own = rules.get(device.tenant);
    if (own === undefined) continue;
    const known = sources.get(device.deviceId);
    if (known === undefined) sources.set(device.deviceId, { device, rules: own, reports: [report] });
    else {
      // The device may have been moved meanwhile: the newest site counts.
      known.device = device;
      known.reports.push(report);
    }
  }
  return [...sources.values()];
}

interface Stored {
  readonly watches: ReadonlyMap<string, readonly StoredWatch[]>;
  readonly ports: ReadonlyMap<string, LastPorts>;
}

async function load(tx: Transaction, sources: readonly ReportSource[]): Promise<Stored> {
  const devices = sources.map(({ device }) => device);
  const [watches, ports] = await Promise.all([storedWatches(tx, devices), lastPorts(tx, devices)]);
  return {
    watches: Map.groupBy(watches, ({ deviceId }) => deviceId),
    ports: new Map(ports.map((last) => [last.deviceId, last])),
  };
}

/** State of a device at its last report, from the database. */
function stateOf({ device, rules }: ReportSource, stored: Stored | null): DeviceState {
  const last = stored?.ports.get(device.deviceId);
  const newestAt = last?.at.getTime() ?? 0;
  const watches = new Map<string, Watched>();
  const down = new Map<string, number>();
  for (const { ruleId, part, since, level } of stored?.watches.get(device.deviceId) ?? []) {
    const rule = rules.find(ruleId);
    // Rules of other types are not evaluated from reports.
    if (rule === undefined || !isReadingType(rule)) continue;
    const begun = since.getTime();
    const watch = { since: begun, level, betterSince: null, evaluatedAt: newestAt };
    watches.set(keyOf(ruleId, part), { rule, part, watch });
    if (rule.type === 'portDown') down.set(part, Math.min(begun, down.get(part) ?? begun));
  }
  const seen = last === undefined ? null : portsAfter(last.ports, newestAt, null);
  const ports: SeenPorts | null = seen && { ...seen, down };
  return { plan: rules.planFor(device.kind, device.siteId), newestAt, ports, watches };
}

/** The state of a device that was evaluated before the clock was set back, as if evaluated just now. */
function afterClockSetBack(state: DeviceState, now: number): DeviceState {
  const isAhead = (at: number) => at > latestAt(now);
  const sinces = [...state.watches.values()].map(({ watch }) => watch.since);
  if (!isAhead(state.newestAt) && !sinces.some(isAhead)) return state;
  const aheadMs = isAhead(state.newestAt) ? state.newestAt - now : 0;
  // A stored time can be ahead although the newest report is not: it counts from now.
  const shifted = (at: number) => Math.min(at - aheadMs, now);
  const { ports } = state;
  return {
    plan: state.plan,
    newestAt: aheadMs > 0 ? now - 1 : state.newestAt,
    ports: ports && {
      ...ports,
      at: shifted(ports.at),
      down: new Map([...ports.down].map(([port, since]) => [port, shifted(since)])),
    },
    watches: new Map(
      [...state.watches].map(([key, watched]) => [
        key,
        { ...watched, watch: shiftWatch(watched.watch, shifted) },
      ]),
    ),
  };
}

/** Ends watches of rules that no longer apply to the device at its current site. */
function dropForeignWatches(state: DeviceState, ledger: DeviceLedger, now: number): DeviceState {
  const foreign = [...state.watches].filter(([, { rule }]) => !state.plan.ruleIds.has(rule.id));
  if (foreign.length === 0) return state;
  for (const [, watched] of foreign) ledger.end(watched, now);
  const gone = new Set(foreign.map(([key]) => key));
  return { ...state, watches: new Map([...state.watches].filter(([key]) => !gone.has(key))) };
}
