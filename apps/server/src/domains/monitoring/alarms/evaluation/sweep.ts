import { PeriodicWork } from '../../../../platform/periodic-work.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type OnConflict,
  type ReconcilePlatform,
  reconcileClients,
  reconcileFailures,
  reconcileOutages,
  reconcileSites,
} from './reconcile.ts';
import {
  accountsWithClientRules,
  type DeviceKey,
  devicesToCheck,
  dueSites,
  flappingSites,
  type SiteKey,
} from './sweep.repository.ts';

const EVERY_MS = 20_000;
/** Conditions announced by events are evaluated at once; searching for lost events can wait for this many rounds. */
const LOST_EVERY = 15;
const SITES_AT_ONCE = 1_000;
const DEVICES_AT_ONCE = 1_000;
/** Events within this time are evaluated together. */
const GATHER_MS = 500;
/** Delay before a failed evaluation is repeated. */
const RETRY_MS = 2_000;
/**
 * Pause after an evaluation as a multiple of its duration, with a maximum: when all devices reconnect, accepting them
 * comes first.
 */
const PAUSE_TIMES = 4;
const PAUSE_MAX_MS = 5_000;

type EvaluationKind = 'outages' | 'failures';
/** By account, the devices to evaluate. */
type PendingDevices = Map<string, Set<string>>;

/**
 * Evaluates devices named by events, and finds conditions that time alone makes due or whose events were lost. May
 * run in several processes.
 */
export class AlarmSweep {
  readonly #platform: ReconcilePlatform & Pick<Platform, 'log'>;
  readonly #sweeps: PeriodicWork;
  readonly #onConflict: OnConflict;
  #round = 0;
  #pending: Readonly<Record<EvaluationKind, PendingDevices>> = { outages: new Map(), failures: new Map() };
  #scheduled: NodeJS.Timeout | null = null;
  #evaluating: Promise<void> | null = null;
  #stopped = false;

  /** `onConflict`: what a round does with sites that another process evaluates. */
  constructor(platform: ReconcilePlatform & Pick<Platform, 'log'>, onConflict: OnConflict = 'skip') {
    this.#platform = platform;
    this.#onConflict = onConflict;
    this.#sweeps = new PeriodicWork({
      everyMs: EVERY_MS,
      whileRunning: 'skip',
      work: () => this.#sweep(),
      onError: (error) => this.#report(error),
    });
  }

  start(): void {
    // A process that was killed may have left work behind, and may be killed again before the next round.
    this.#sweeps.request();
    this.#sweeps.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#scheduled !== null) clearTimeout(this.#scheduled);
    await Promise.all([this.#sweeps.stop(), this.#evaluating]);
  }

  /** Queues these devices; they are evaluated soon, together with others queued meanwhile. */
  enqueue(kind: EvaluationKind, tenant: string, deviceIds: Iterable<string>): void {
    this.#add(kind, tenant, deviceIds);
    if (this.#evaluating === null) this.#schedule(GATHER_MS);
  }

  /** Evaluates all queued devices now. False when some failed: these stay queued. */
  async evaluatePending(): Promise<boolean> {
    const { outages, failures } = this.#pending;
    this.#pending = { outages: new Map(), failures: new Map() };
    let all = true;
    const attempt = async (
      kind: EvaluationKind,
      tenant: string,
      ids: Set<string>,
      work: () => Promise<void>,
    ) => {
      if (await this.#attempt(work)) return;
      this.#add(kind, tenant, ids);
      all = false;
    };
    for (const [tenant, ids] of outages)
      await attempt('outages', tenant, ids, () => reconcileOutages(this.#platform, tenant, [...ids]));
    for (const [tenant, ids] of failures)
      await attempt('failures', tenant, ids, () =>
        reconcileFailures(this.#platform, tenant, [...ids], 'wait'),
      );
    return all;
  }

  #add(kind: EvaluationKind, tenant: string, deviceIds: Iterable<string>): void {
    const known = this.#pending[kind].get(tenant) ?? new Set();
    this.#pending[kind].set(tenant, known);
    for (const id of deviceIds) known.add(id);
  }

  #schedule(ms: number): void {
    if (this.#scheduled !== null || this.#stopped) return;
    this.#scheduled = setTimeout(() => {
      this.#scheduled = null;
      this.#evaluating = this.#evaluateQueue();
    }, ms);
  }

  async #evaluateQueue(): Promise<void> {
    const began = performance.now();
    const all = await this.evaluatePending();
    this.#evaluating = null;
    const { outages, failures } = this.#pending;
    const rest = Math.min(PAUSE_MAX_MS, PAUSE_TIMES * (performance.now() - began));
    const pause = Math.max(all ? GATHER_MS : RETRY_MS, rest);
    if (outages.size + failures.size > 0) this.#schedule(pause);
  }

  async #sweep(): Promise<void> {
    const round = this.#round;
    this.#round += 1;
    await this.#attempt(() => this.sweepSites());
    await this.#attempt(() => this.sweepClients());
    if (round % LOST_EVERY !== 0) return;
    await this.#attempt(() => this.sweepFlapping());
    await this.#attempt(() => this.sweepFailures());
  }

  async sweepSites(): Promise<void> {
    const { database, now } = this.#platform;
    await this.#reconcile(await database.asSystem((tx) => dueSites(tx, now(), SITES_AT_ONCE)));
  }

  async sweepFlapping(): Promise<void> {
    const { database, now } = this.#platform;
    await this.#reconcile(await database.asSystem((tx) => flappingSites(tx, now(), SITES_AT_ONCE)));
  }

  async #reconcile(due: readonly SiteKey[]): Promise<void> {
    for (const [tenant, sites] of Map.groupBy(due, (site) => site.tenant)) {
      const siteIds = sites.map(({ siteId }) => siteId);
      await this.#attempt(() => reconcileSites(this.#platform, tenant, siteIds, this.#onConflict));
    }
  }

  async sweepClients(): Promise<void> {
    const tenants = await this.#platform.database.asSystem(accountsWithClientRules);
    for (const tenant of tenants)
      await this.#attempt(() => reconcileClients(this.#platform, tenant, this.#onConflict));
  }

  async sweepFailures(): Promise<void> {
    const { database, now } = this.#platform;
    let after: DeviceKey | null = null;
    do {
      const last: DeviceKey | null = after;
      const some: DeviceKey[] = await database.asSystem((tx) =>
        devicesToCheck(tx, now(), last, DEVICES_AT_ONCE),
      );
      for (const [tenant, devices] of Map.groupBy(some, (device) => device.tenant)) {
        const deviceIds = devices.map(({ deviceId }) => deviceId);
        await this.#attempt(() => reconcileFailures(this.#platform, tenant, deviceIds, this.#onConflict));
      }
      after = some.length === DEVICES_AT_ONCE ? (some.at(-1) ?? null) : null;
    } while (after !== null);
  }

  /** Failures in one account do not affect others; they are tried again. False on failure. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #report(error: unknown): void {
    this.#platform.log.error({ err: error }, 'alarms could not be evaluated');
  }
}
