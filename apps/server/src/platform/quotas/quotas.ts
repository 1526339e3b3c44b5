import { QUOTA_NAMES, QUOTAS, type Quota } from '@airloom/contract/quotas';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import { inTurn } from '../database/in-turn.ts';
import { Failure } from '../failure.ts';
import type { Scope, TenantScope } from '../scope.ts';
import type { Settings } from '../settings.ts';
import { COUNTED, type RunningQuota, type StoredQuota } from './counted.ts';
import { quotaLimits } from './quota-settings.ts';

export interface QuotaUse {
  readonly quota: Quota;
  /** Of a quota per site, person or table: of the one with the highest usage. */
  readonly used: number;
  readonly limit: number;
}

interface Addition {
  /** One unless given. */
  readonly adding?: number;
  /** For a quota per site, person or table: the values of its columns in `COUNTED`. */
  readonly part?: readonly string[];
}

/** For whom work runs. Visitors of the demo, who share an account, have their own slots. */
type Runner = Pick<Scope, 'tenant' | 'demoSession'>;

/** Concurrent work of all visitors of the demo together, as a multiple of the limit of one. */
const DEMO_VISITORS_AT_ONCE = 4;

/**
 * The quotas of each account. A check locks the account and the quota until the end of the transaction,
 * and then counts: parallel transactions cannot exceed the limit together.
 */
export class Quotas {
  readonly #limits: Readonly<Record<Quota, number>>;
  readonly #now: () => Date;
  /** By quota and account, or visitor of the demo. The console is one process, so its own count is complete. */
  readonly #running = new Map<string, number>();

  constructor(settings: Settings, now: () => Date) {
    this.#limits = quotaLimits(settings);
    this.#now = now;
  }

  limit(quota: Quota): number {
    return this.#limits[quota];
  }

  limits(): Readonly<Record<Quota, number>> {
    return this.#limits;
  }

  /** @throws {Failure} when `adding` more exceed the limit */
  async require(
    tx: Transaction,
    scope: TenantScope,
    quota: StoredQuota,
    { adding = 1, part = [] }: Addition = {},
  ): Promise<void> {
    const used = await this.#lockedCount(tx, scope, quota, part);
    if (adding > 0 && used + adding > this.limit(quota)) throw this.reached(quota, used);
  }

  /** As {@link require} for one more, without the lock, like {@link roomNow}. */
  async requireNow(tx: Transaction, scope: TenantScope, quota: StoredQuota): Promise<void> {
    const used = await this.#count(tx, scope, quota, []);
    if (used >= this.limit(quota)) throw this.reached(quota, used);
  }

  /** How many more fit, with the same lock. */
  async room(tx: Transaction, scope: TenantScope, quota: StoredQuota): Promise<number> {
    return Math.max(0, this.limit(quota) - (await this.#lockedCount(tx, scope, quota, [])));
  }

  /**
   * How many more fit now, without the lock: for devices that connect by the hundred, and for transactions of several
   * accounts, which must not wait for one of them. Concurrent ones may exceed the limit by what they add.
   */
  async roomNow(tx: Transaction, scope: TenantScope, quota: StoredQuota): Promise<number> {
    return Math.max(0, this.limit(quota) - (await this.#count(tx, scope, quota, [])));
  }

  /** @throws {Failure} when the limit of concurrent work is reached */
  requireIdle(runner: Runner, quota: RunningQuota): void {
    for (const { key, maximum } of this.#slotsOf(runner, quota)) {
      const running = this.#running.get(key) ?? 0;
      if (running >= maximum) throw this.reached(quota, running, maximum);
    }
  }

  /** Does the work in one of the account's slots. @throws {Failure} when none is free */
  async run<T>(runner: Runner, quota: RunningQuota, work: () => Promise<T>): Promise<T> {
    this.requireIdle(runner, quota);
    const slots = this.#slotsOf(runner, quota);
    for (const { key } of slots) this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const { key } of slots) {
        const left = (this.#running.get(key) ?? 1) - 1;
        if (left === 0) this.#running.delete(key);
        else this.#running.set(key, left);
      }
    }
  }

  #slotsOf({ tenant, demoSession }: Runner, quota: RunningQuota) {
    const maximum = this.limit(quota);
    const ofAccount = `${quota} ${tenant}`;
    if (demoSession === null) return [{ key: ofAccount, maximum }];
    return [
      { key: `${ofAccount} ${demoSession}`, maximum },
      { key: ofAccount, maximum: maximum * DEMO_VISITORS_AT_ONCE },
    ];
  }

  async usage(tx: Transaction, scope: TenantScope): Promise<QuotaUse[]> {
    const uses: QuotaUse[] = [];
    for (const quota of QUOTA_NAMES) {
      const used = isRunning(quota)
        ? (this.#running.get(`${quota} ${scope.tenant}`) ?? 0)
        : await this.#most(tx, scope, quota);
      uses.push({ quota, used, limit: this.limit(quota) });
    }
    return uses;
  }

  reached(quota: Quota, used: number, maximum = this.limit(quota)): Failure {
    const { advice } = QUOTAS[quota];
    return new Failure('quotaReached', { quota, used: Math.ceil(used), maximum, advice });
  }

  async #lockedCount(
    tx: Transaction,
    scope: TenantScope,
    quota: StoredQuota,
    part: readonly string[],
  ): Promise<number> {
    await inTurn(tx, scope, `quota ${quota}`);
    return this.#count(tx, scope, quota, part);
  }

  #count(tx: Transaction, scope: TenantScope, quota: StoredQuota, part: readonly string[]): Promise<number> {
    const columns = COUNTED[quota].part ?? [];
    const ofPart = columns.map((column, nth) => sql<boolean>`${sql.ref(column)} = ${part[nth]}`);
    return count(tx, sql`select ${amountOf(quota)} as amount ${this.#rows(scope, quota, ofPart)}`);
  }

  /** Of the site, person or table that has most. */
  #most(tx: Transaction, scope: TenantScope, quota: StoredQuota): Promise<number> {
    const columns = COUNTED[quota].part ?? [];
    const rows = this.#rows(scope, quota, []);
    if (columns.length === 0) return count(tx, sql`select ${amountOf(quota)} as amount ${rows}`);
    const groups = sql.join(columns.map((column) => sql.ref(column)));
    return count(
      tx,
      sql`select ${amountOf(quota)} as amount ${rows} group by ${groups} order by amount desc limit 1`,
    );
  }

  #rows({ tenant }: TenantScope, quota: StoredQuota, more: readonly RawBuilder<boolean>[]) {
    const { table, where } = COUNTED[quota];
    const conditions = [sql`tenant_id = ${tenant}`, ...(where ? [where(this.#now())] : []), ...more];
    return sql`from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  }
}

function isRunning(quota: Quota): quota is RunningQuota {
  return quota === 'exportsAtOnce' || quota === 'importsAtOnce';
}

function amountOf(quota: StoredQuota): RawBuilder<number> {
  return COUNTED[quota].amount ?? sql<number>`count(*)::int`;
}

async function count(tx: Transaction, query: RawBuilder<unknown>): Promise<number> {
  const row = await tx.first(sql<{ amount: number }>`${query}`);
  return row?.amount ?? 0;
}
