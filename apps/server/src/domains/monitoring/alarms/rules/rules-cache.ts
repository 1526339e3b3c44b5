import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { READING_TYPES, type ReadingType } from '../evaluation/readings.ts';
import { concerns, type Rule, ruleOf, type StoredRule } from './rule.ts';
import { storedRules } from './rules-cache.repository.ts';
import { mildestOf } from './threshold.ts';

/** Rules are read again after this long, in case a message about a change was lost. */
const READ_EVERY_MS = 5 * 60_000;

interface PlannedReading {
  readonly type: ReadingType;
  readonly rules: readonly Rule[];
  /** Values below are not relevant to any of them. */
  readonly mildest: number | null;
}

/** The rules that apply to devices of one kind at one site, by type of reading. */
export interface Plan {
  readonly readings: readonly PlannedReading[];
  readonly rogueAp: readonly Rule[];
  readonly ruleIds: ReadonlySet<string>;
  readonly needsPorts: boolean;
}

/** Enabled rules of one account; immutable, replaced on changes. */
export class AccountRules {
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #plans = new Map<string, Plan>();

  constructor(rules: readonly Rule[]) {
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
  }

  find(ruleId: string): Rule | undefined {
    return this.#rules.get(ruleId);
  }

  planFor(kind: DeviceKind, siteId: string | null): Plan {
    const key = `${kind} ${siteId}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = planOf([...this.#rules.values()].filter((rule) => concerns(rule, { kind, siteId })));
    this.#plans.set(key, plan);
    return plan;
  }
}

function planOf(rules: readonly Rule[]): Plan {
  const readings = READING_TYPES.map((type) => {
    const own = rules.filter((rule) => rule.type === type);
    return { type, rules: own, mildest: mildestOf(own) };
  }).filter((row) => row.rules.length > 0);
  return {
    readings,
    rogueAp: rules.filter(({ type }) => type === 'rogueAp'),
    ruleIds: new Set(rules.map(({ id }) => id)),
    needsPorts: readings.some(({ type }) => type === 'portDown' || type === 'portErrors'),
  };
}

interface Account {
  readonly rules: AccountRules;
  /** The rows they were made of. */
  readonly text: string;
  /** Monotonic time; null when it must be read again. */
  readonly readAt: number | null;
}

/** Rules of the accounts whose devices are connected to this process. */
export class RulesCache {
  readonly #monotonic: Platform['monotonic'];
  readonly #accounts = new Map<string, Account>();
  readonly #unsubscribe: readonly (() => void)[];
  /** Number of change messages: rules read meanwhile may be outdated. */
  #changes = 0;

  constructor(bus: Pick<Bus, 'subscribe' | 'onGap'>, monotonic: Platform['monotonic']) {
    this.#monotonic = monotonic;
    this.#unsubscribe = [
      bus.subscribe('alarms.rules', ({ tenant }) => this.#age([tenant])),
      bus.onGap(() => this.#age([...this.#accounts.keys()])),
    ];
  }

  stop(): void {
    for (const end of this.#unsubscribe) end();
  }

  /** By account; the same object as before while nothing changed. */
  async of(tx: Transaction, tenants: ReadonlySet<string>): Promise<ReadonlyMap<string, AccountRules>> {
    const now = this.#monotonic();
    const old = [...tenants].filter((tenant) => {
      const readAt = this.#accounts.get(tenant)?.readAt ?? null;
      return readAt === null || now - readAt > READ_EVERY_MS;
    });
    if (old.length > 0) await this.#read(tx, old, now);
    const found = new Map<string, AccountRules>();
    for (const tenant of tenants) {
      const account = this.#accounts.get(tenant);
      if (account !== undefined) found.set(tenant, account.rules);
    }
    return found;
  }

  async #read(tx: Transaction, tenants: readonly string[], now: number): Promise<void> {
    const changes = this.#changes;
    const rows = Map.groupBy(await storedRules(tx, tenants), ({ tenant }) => tenant);
    const readAt = changes === this.#changes ? now : null;
    for (const tenant of tenants) {
      const stored: readonly StoredRule[] = rows.get(tenant) ?? [];
      const text = JSON.stringify(stored);
      const known = this.#accounts.get(tenant);
      const rules = known?.text === text ? known.rules : new AccountRules(stored.map(ruleOf));
      this.#accounts.set(tenant, { rules, text, readAt });
    }
  }

  #age(tenants: readonly string[]): void {
    this.#changes += 1;
    for (const tenant of tenants) {
      const account = this.#accounts.get(tenant);
      if (account !== undefined) this.#accounts.set(tenant, { ...account, readAt: null });
    }
  }
}
