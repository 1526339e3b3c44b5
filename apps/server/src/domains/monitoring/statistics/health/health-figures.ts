import { healthCounted } from '@airloom/contract/statistics/statistics.live';
import { MINUTE } from '@airloom/contract/time';
import { runOutsideCall } from '../../../../platform/current-call.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { readMoment } from '../figures/open-hours.repository.ts';
import { countHealth, countTraffic, hasMoreThan, sizeOf } from './count-health.repository.ts';

/** Accounts up to this size are counted at every read. */
const SMALL = { sites: 500, devices: 5_000 };
/** Larger ones are counted again after this many times the duration of the last count. */
const PAUSE_FACTOR = 20;
/** Older figures are counted again, however long that takes. */
const OLD_MS = MINUTE;
const TRAFFIC_SLOT_MS = 5 * MINUTE;

interface Counted {
  /** Monotonic time at which the last count started; null before the first. */
  at: number | null;
  tookMs: number;
  isLarge: boolean;
  trafficSlot: number;
  running: Promise<void> | null;
  /** A count after the running one, for readers that came too late for it. */
  following: Promise<void> | null;
}

type Context = Pick<Platform, 'database' | 'live' | 'log' | 'now' | 'monotonic' | 'settings'>;

/** How long the figures of a count that took this long are current. */
export function pauseAfter(tookMs: number): number {
  return Math.min(tookMs * PAUSE_FACTOR, OLD_MS);
}

/** Keeps `site_health` and `enterprise_health` current while somebody reads them. */
export class HealthFigures {
  readonly #context: Context;
  readonly #accounts = new Map<string, Counted>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Resolves when the stored figures are current. Nobody waits for a large account: its figures are counted for later.
   * Returns whether old figures, or none, are stored until then.
   */
  async bringUpToDate({ tenant }: TenantScope): Promise<boolean> {
    const account = this.#accountOf(tenant);
    if (account.at === null && !account.isLarge) account.isLarge = await this.#isLarge(tenant);
    if (account.isLarge) {
      const age = account.at === null ? Number.POSITIVE_INFINITY : this.#context.monotonic() - account.at;
      if (age >= pauseAfter(account.tookMs) && account.running === null)
        void this.#countForLater(tenant, account);
      return age >= OLD_MS;
    }
    if (account.running === null) {
      await this.#count(tenant, account);
      return false;
    }
    account.following ??= account.running
      .catch(() => undefined)
      .then(() => {
        account.following = null;
        return account.running ?? this.#count(tenant, account);
      });
    await account.following;
    return false;
  }

  #isLarge(tenant: string): Promise<boolean> {
    return this.#context.database.withTenant({ tenant }, (tx) => hasMoreThan(tx, { tenant }, SMALL));
  }

  /** The next read counts: sites or organizations were added, moved or removed. */
  expire({ tenant }: TenantScope): void {
    const account = this.#accounts.get(tenant);
    if (account) account.at = null;
  }

  #accountOf(tenant: string): Counted {
    const known = this.#accounts.get(tenant);
    if (known) return known;
    const fresh = { at: null, tookMs: 0, isLarge: false, trafficSlot: -1, running: null, following: null };
    this.#accounts.set(tenant, fresh);
    return fresh;
  }

  async #countForLater(tenant: string, account: Counted): Promise<void> {
    try {
      await this.#count(tenant, account);
      this.#context.live.push(healthCounted, {}, { tenant });
    } catch (error) {
      this.#context.log.error({ err: error, tenant }, 'the figures of sites could not be counted');
    }
  }

  #count(tenant: string, account: Counted): Promise<void> {
    const counting = runOutsideCall(() => this.#run(tenant, account)).finally(() => {
      account.running = null;
    });
    account.running = counting;
    return counting;
  }

  async #run(tenant: string, account: Counted): Promise<void> {
    const { database, now, monotonic } = this.#context;
    const started = monotonic();
    const slot = Math.floor(now().getTime() / TRAFFIC_SLOT_MS);
    const size = await database.withTenant({ tenant }, async (tx) => {
      await countHealth(tx, { tenant }, now());
      if (slot !== account.trafficSlot) {
        await countTraffic(tx, { tenant }, await readMoment(tx, this.#context, { tenant }));
      }
      return sizeOf(tx, { tenant });
    });
    account.isLarge = size.sites > SMALL.sites || size.devices > SMALL.devices;
    account.trafficSlot = slot;
    account.at = started;
    account.tookMs = monotonic() - started;
  }
}
