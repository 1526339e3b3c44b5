import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { ReportingDevice, TakenItem, ToldMembers } from '../../telemetry/index.ts';
import { type DownPort, portKey, portsToAway } from '../outages/far-ends.repository.ts';
import { quietDevices } from '../outages/suppression.ts';
import type { AccountRules, RulesCache } from '../rules/rules-cache.ts';
import { DeviceLedger, type DeviceState, type Given, judge, keyOf, type Watched } from './judging.ts';
import { isOfReports, portsAfter, type SeenPorts } from './readings.ts';
import {
  type AlarmKey,
  type LastPorts,
  lastPorts,
  type StoredWatch,
  storedWatches,
  writeEntries,
} from './watch.repository.ts';
import { type Said, saidIn } from './watched-members.ts';

const MINUTE_MS = 60_000;
/** A device not heard of for this long is read again when it speaks. */
const REMEMBERED_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

interface Remembered {
  readonly rules: AccountRules;
  /** By which it was heard of: its own, or its manager's. */
  readonly connectionId: string;
  readonly state: DeviceState;
  readonly touchedAt: number;
}

/** What one device said in a transaction, or was said of it. */
interface Speaker {
  device: ReportingDevice;
  readonly rules: AccountRules;
  readonly reports: Said[];
}

interface Verdict {
  readonly speaker: Speaker;
  readonly state: DeviceState;
  readonly ledger: DeviceLedger;
}

export type WatchPlatform = Pick<Platform, 'now' | 'wakeOutbox'>;

/** Tells that alarms were raised, changed or cleared. */
export async function tellAlarms(tx: Transaction, alarms: readonly AlarmKey[]): Promise<void> {
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
 * Judges what devices report by the rules, in the transaction of the reports themselves. What it remembers between
 * them can be had from the database at any time: what rules have seen, and the newest report.
 */
export class AlarmWatch {
  readonly #platform: WatchPlatform;
  readonly #rules: Pick<RulesCache, 'of'>;
  readonly #devices = new Map<string, Remembered>();
  /** Devices forgotten since the last transaction began: what that knows of them is old. */
  #forgotten = new Set<string>();
  /** Devices of a transaction nobody said was committed: whether it was, only the database knows. */
  #unsettled: readonly string[] = [];
  #sweptAt = 0;

  constructor(platform: WatchPlatform, rules: Pick<RulesCache, 'of'>) {
    this.#platform = platform;
    this.#rules = rules;
  }

  /** To be joined to the ingest. */
  readonly take = async (
    tx: Transaction,
    items: readonly TakenItem[],
    members: ToldMembers,
  ): Promise<() => void> => {
    const reports = saidIn(items, members);
    if (reports.length === 0) return () => undefined;
    for (const deviceId of this.#unsettled) this.#devices.delete(deviceId);
    this.#unsettled = reports.map(({ device }) => device.deviceId);
    const forgotten = new Set<string>();
    this.#forgotten = forgotten;
    const now = this.#platform.now().getTime();
    const rules = await this.#rules.of(tx, new Set(reports.map(({ device }) => device.tenant)));
    const verdicts = await this.#judge(tx, speakersOf(reports, rules), now);
    const entries = verdicts.flatMap(({ speaker, ledger }) =>
      ledger.entries.map((entry) => ({ owner: speaker.device, entry })),
    );
    const changed = entries.length === 0 ? [] : await writeEntries(tx, entries, now);
    await tellAlarms(tx, changed);
    return () => {
      this.#unsettled = [];
      for (const { speaker, state } of verdicts) {
        const { deviceId, connectionId } = speaker.device;
        if (forgotten.has(deviceId)) continue;
        this.#devices.set(deviceId, { rules: speaker.rules, connectionId, state, touchedAt: now });
      }
      this.#sweep(now);
      if (changed.length > 0) this.#platform.wakeOutbox();
    };
  };

  /** What is known of it is read again when it speaks: it may have been with another process. */
  forget(deviceId: string): void {
    this.#devices.delete(deviceId);
    this.#forgotten.add(deviceId);
  }

  async #judge(tx: Transaction, speakers: readonly Speaker[], now: number): Promise<Verdict[]> {
    const unknown = speakers.filter(({ device, rules }) => this.#known(device, rules) === undefined);
    const stored = unknown.length === 0 ? null : await load(tx, unknown);
    const judged = (speaker: Speaker, given: Pick<Given, 'quiet' | 'excused'>): Verdict => {
      const { device, rules, reports } = speaker;
      const ledger = new DeviceLedger();
      const known = this.#known(device, rules);
      const plan = rules.planFor(device.kind, device.siteId);
      let state = known?.state ?? stateOf(speaker, stored);
      if (state.plan !== plan || known === undefined) state = withinPlan({ ...state, plan }, ledger, now);
      for (const { report, at } of reports) state = judge(state, { report, at, ...given }, ledger);
      return { speaker, state, ledger };
    };
    const verdicts = speakers.map((speaker) => judged(speaker, { quiet: false }));
    const worse = verdicts.filter(({ ledger }) => ledger.isWorse);
    if (worse.length === 0) return verdicts;
    const quiet = await quietDevices(
      tx,
      worse.map(({ speaker }) => speaker.device),
      new Date(now),
    );
    const excused = await portsToAway(tx, worse.flatMap(portsRaised));
    if (quiet.size + excused.size === 0) return verdicts;
    return verdicts.map((verdict) => {
      const { deviceId } = verdict.speaker.device;
      const ports = portsRaised(verdict).filter((port) => excused.has(portKey(port)));
      if (!quiet.has(deviceId) && ports.length === 0) return verdict;
      return judged(verdict.speaker, {
        quiet: quiet.has(deviceId),
        excused: new Set(ports.map(({ part }) => part)),
      });
    });
  }

  /**
   * Rules that changed may have ended what they had seen, and who is heard of by another connection may have been
   * with another process: then it is read again.
   */
  #known({ deviceId, connectionId }: ReportingDevice, rules: AccountRules): Remembered | undefined {
    const known = this.#devices.get(deviceId);
    return known?.rules === rules && known.connectionId === connectionId ? known : undefined;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const [deviceId, { touchedAt }] of this.#devices) {
      if (now - touchedAt > REMEMBERED_MS) this.#devices.delete(deviceId);
    }
  }
}

/** Ports that were raised as down. Whoever is at the far end still had half of that time to be heard of. */
function portsRaised({ speaker, ledger }: Verdict): DownPort[] {
  return ledger.entries
    .filter(({ rule }) => rule.type === 'portDown')
    .flatMap(({ part, raised }) =>
      raised.slice(0, 1).map(({ at, value }) => ({
        tenant: speaker.device.tenant,
        deviceId: speaker.device.deviceId,
        part,
        heardSince: Math.round(at - (value * MINUTE_MS) / 2),
      })),
    );
}

function speakersOf(reports: Speaker['reports'], rules: ReadonlyMap<string, AccountRules>): Speaker[] {
  const speakers = new Map<string, Speaker>();
  for (const report of reports) {
    const { device } = report;
    const own = rules.get(device.tenant);
    if (own === undefined) continue;
    const known = speakers.get(device.deviceId);
    if (known === undefined) speakers.set(device.deviceId, { device, rules: own, reports: [report] });
    else {
      // It may have been moved meanwhile: where it stood last counts.
      known.device = device;
      known.reports.push(report);
    }
  }
  return [...speakers.values()];
}

interface Stored {
  readonly watches: ReadonlyMap<string, readonly StoredWatch[]>;
  readonly ports: ReadonlyMap<string, LastPorts>;
}

async function load(tx: Transaction, speakers: readonly Speaker[]): Promise<Stored> {
  const devices = speakers.map(({ device }) => device);
  const [watches, ports] = await Promise.all([storedWatches(tx, devices), lastPorts(tx, devices)]);
  return {
    watches: Map.groupBy(watches, ({ deviceId }) => deviceId),
    ports: new Map(ports.map((last) => [last.deviceId, last])),
  };
}

/** What was known of a device when it last reported, as the database tells it. */
function stateOf({ device, rules }: Speaker, stored: Stored | null): DeviceState {
  const last = stored?.ports.get(device.deviceId);
  const newestAt = last?.at.getTime() ?? 0;
  const watches = new Map<string, Watched>();
  const down = new Map<string, number>();
  for (const { ruleId, part, since, level } of stored?.watches.get(device.deviceId) ?? []) {
    const rule = rules.find(ruleId);
    // Those of other types are not judged by reports.
    if (rule === undefined || !isOfReports(rule)) continue;
    const begun = since.getTime();
    const watch = { since: begun, level, betterSince: null, judgedAt: newestAt };
    watches.set(keyOf(ruleId, part), { rule, part, watch });
    if (rule.type === 'portDown') down.set(part, Math.min(begun, down.get(part) ?? begun));
  }
  const seen = last === undefined ? null : portsAfter(last.ports, newestAt, null);
  const ports: SeenPorts | null = seen && { ...seen, down };
  return { plan: rules.planFor(device.kind, device.siteId), newestAt, ports, watches };
}

/** Rules that do not stand for the device where it is now have nothing to say of it any more. */
function withinPlan(state: DeviceState, ledger: DeviceLedger, now: number): DeviceState {
  const foreign = [...state.watches].filter(([, { rule }]) => !state.plan.ruleIds.has(rule.id));
  if (foreign.length === 0) return state;
  for (const [, watched] of foreign) ledger.end(watched, now);
  const gone = new Set(foreign.map(([key]) => key));
  return { ...state, watches: new Map([...state.watches].filter(([key]) => !gone.has(key))) };
}
