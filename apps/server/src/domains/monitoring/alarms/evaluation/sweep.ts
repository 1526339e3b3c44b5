import type { Platform } from '../../../../platform/platform.ts';
import {
  type ReconcilePlatform,
  reconcileFailures,
  reconcileOutages,
  reconcileSites,
  reconcileTerminals,
} from './reconcile.ts';
import {
  type DeviceKey,
  doubtfulDevices,
  dueSites,
  type SiteKey,
  terminalAccounts,
  unsteadySites,
} from './sweep.repository.ts';

const EVERY_MS = 20_000;
/** What facts alone tell of is told at once; looking for what was lost with a process can wait for its next start. */
const LOST_EVERY = 15;
const SITES_AT_ONCE = 1_000;
const DEVICES_AT_ONCE = 1_000;
/** What is heard of within this long is looked at together. */
const GATHER_MS = 500;
/** What could not be looked at is looked at again so soon. */
const AGAIN_MS = 2_000;
/** After a look so many times as long a pause, within reason: when all devices come back, letting them in comes first. */
const PAUSE_TIMES = 4;
const PAUSE_MAX_MS = 5_000;

type Matter = 'outages' | 'failures';
/** By account, the devices something was heard of. */
type Heard = Map<string, Set<string>>;

/**
 * Looks where something was heard of, finds what time alone makes due, and what nobody was told of. It may run in
 * several processes: what one is at, the others pass over, and what one did, the others do not find.
 */
export class AlarmSweep {
  readonly #platform: ReconcilePlatform & Pick<Platform, 'log'>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #round = 0;
  #heard: Readonly<Record<Matter, Heard>> = { outages: new Map(), failures: new Map() };
  #gathering: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(platform: ReconcilePlatform & Pick<Platform, 'log'>) {
    this.#platform = platform;
  }

  start(): void {
    // One that died may have left something, and may die again before its time comes.
    this.#begin();
    this.#timer = setInterval(() => this.#begin(), EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    await Promise.all([this.#running, this.#looking]);
  }

  /** Something was heard of these devices: they are looked at soon, with all that is heard of meanwhile. */
  wake(matter: Matter, tenant: string, deviceIds: Iterable<string>): void {
    this.#keep(matter, tenant, deviceIds);
    if (this.#looking === null) this.#gather(GATHER_MS);
  }

  /** Looks at all that was heard of so far, now. False when not all of it could be looked at: that waits on. */
  async look(): Promise<boolean> {
    const { outages, failures } = this.#heard;
    this.#heard = { outages: new Map(), failures: new Map() };
    let all = true;
    const look = async (matter: Matter, tenant: string, ids: Set<string>, work: () => Promise<void>) => {
      if (await this.#attempt(work)) return;
      this.#keep(matter, tenant, ids);
      all = false;
    };
    for (const [tenant, ids] of outages)
      await look('outages', tenant, ids, () => reconcileOutages(this.#platform, tenant, [...ids]));
    for (const [tenant, ids] of failures)
      await look('failures', tenant, ids, () => reconcileFailures(this.#platform, tenant, [...ids], 'wait'));
    return all;
  }

  #keep(matter: Matter, tenant: string, deviceIds: Iterable<string>): void {
    const known = this.#heard[matter].get(tenant) ?? new Set();
    this.#heard[matter].set(tenant, known);
    for (const id of deviceIds) known.add(id);
  }

  #gather(ms: number): void {
    if (this.#gathering !== null || this.#stopped) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      this.#looking = this.#lookOn();
    }, ms);
  }

  async #lookOn(): Promise<void> {
    const began = performance.now();
    const all = await this.look();
    this.#looking = null;
    const { outages, failures } = this.#heard;
    const rest = Math.min(PAUSE_MAX_MS, PAUSE_TIMES * (performance.now() - began));
    const pause = Math.max(all ? GATHER_MS : AGAIN_MS, rest);
    if (outages.size + failures.size > 0) this.#gather(pause);
  }

  #begin(): void {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = null;
    });
  }

  async #sweep(): Promise<void> {
    const round = this.#round;
    this.#round += 1;
    await this.#attempt(() => this.sweepSites());
    await this.#attempt(() => this.sweepTerminals());
    if (round % LOST_EVERY !== 0) return;
    await this.#attempt(() => this.sweepUnsteady());
    await this.#attempt(() => this.sweepFailures());
  }

  async sweepSites(): Promise<void> {
    const { database, now } = this.#platform;
    await this.#reconcile(await database.asSystem((tx) => dueSites(tx, now(), SITES_AT_ONCE)));
  }

  async sweepUnsteady(): Promise<void> {
    const { database, now } = this.#platform;
    await this.#reconcile(await database.asSystem((tx) => unsteadySites(tx, now(), SITES_AT_ONCE)));
  }

  async #reconcile(due: readonly SiteKey[]): Promise<void> {
    for (const [tenant, sites] of Map.groupBy(due, (site) => site.tenant)) {
      const siteIds = sites.map(({ siteId }) => siteId);
      await this.#attempt(() => reconcileSites(this.#platform, tenant, siteIds, 'skip'));
    }
  }

  async sweepTerminals(): Promise<void> {
    const tenants = await this.#platform.database.asSystem(terminalAccounts);
    for (const tenant of tenants) await this.#attempt(() => reconcileTerminals(this.#platform, tenant));
  }

  async sweepFailures(): Promise<void> {
    const { database, now } = this.#platform;
    let after: DeviceKey | null = null;
    do {
      const last: DeviceKey | null = after;
      const some: DeviceKey[] = await database.asSystem((tx) =>
        doubtfulDevices(tx, now(), last, DEVICES_AT_ONCE),
      );
      for (const [tenant, devices] of Map.groupBy(some, (device) => device.tenant)) {
        const deviceIds = devices.map(({ deviceId }) => deviceId);
        await this.#attempt(() => reconcileFailures(this.#platform, tenant, deviceIds, 'skip'));
      }
      after = some.length === DEVICES_AT_ONCE ? (some.at(-1) ?? null) : null;
    } while (after !== null);
  }

  /** What cannot be done for one account keeps no other from its alarms; it is tried again. False when it could not. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#platform.log.error({ err: error }, 'alarms could not be looked at');
      return false;
    }
  }
}
