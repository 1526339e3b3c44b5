import { commandsChanged } from '@airloom/contract/commands/commands.live';
import { sql } from 'kysely';
import type { Bus, Unsubscribe } from '../../platform/bus/bus.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

const PAUSE_MS = 500;
const IDS_MAX = 100;

/** Says that orders went on: at once, and then twice a second at most, however many devices answer. */
export class ChangedOrders {
  readonly #bus: Bus;
  /** Orders of an account that changed since it was last told; there while its pause runs. */
  readonly #pausing = new Map<string, Set<string>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  add(tenant: string, batchIds: Iterable<string>): void {
    const waiting = this.#pausing.get(tenant);
    if (waiting === undefined) this.#tell(tenant, new Set(batchIds));
    else for (const id of batchIds) waiting.add(id);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #tell(tenant: string, batchIds: ReadonlySet<string>): void {
    const ids = [...batchIds];
    for (let from = 0; from < ids.length; from += IDS_MAX) {
      this.#bus.publish('commands.changed', { tenant, batchIds: ids.slice(from, from + IDS_MAX) });
    }
    this.#pausing.set(tenant, new Set());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const waiting = this.#pausing.get(tenant) ?? new Set();
      this.#pausing.delete(tenant);
      if (waiting.size > 0) this.#tell(tenant, waiting);
    }, PAUSE_MS);
    this.#timers.add(timer);
  }
}

/** Wherever commands run, browsers are told where they listen, of orders to devices in sites they see. */
export function showChangedOrders(
  bus: Bus,
  { live, database, log }: Pick<Platform, 'live' | 'database' | 'log'>,
): Unsubscribe {
  return bus.subscribe('commands.changed', ({ tenant, batchIds }) => {
    if (!live.isHeard(tenant)) return;
    tell(tenant, batchIds).catch((error: unknown) =>
      log.error({ err: error }, 'browsers were not told of orders'),
    );
  });

  async function tell(tenant: string, batchIds: readonly string[]): Promise<void> {
    const orders = await database.withTenant({ tenant }, (tx) => sitesOf(tx, tenant, batchIds));
    for (const { cfgUUIDs, sites } of orders) {
      live.push(commandsChanged, { cfgUUIDs }, { tenant, site: sites.map((site) => site ?? 'none') });
    }
  }
}

interface OrdersOfSites {
  readonly cfgUUIDs: string[];
  /** Null for devices that stand in none. */
  readonly sites: readonly ({ readonly id: string; readonly enterpriseId: string } | null)[];
}

/** Orders by the sites their devices stand in: most are to the same few. */
function sitesOf(tx: Transaction, tenant: string, batchIds: readonly string[]): Promise<OrdersOfSites[]> {
  return tx.all(sql<OrdersOfSites>`
    with places as (
      select distinct command.batch_id, site.id, site.enterprise_id
      from command
      left join site on site.tenant_id = command.tenant_id and site.id = command.site_id
      where command.tenant_id = ${tenant} and command.batch_id = any(${batchIds}::uuid[])
    ),
    orders as (
      select batch_id, jsonb_agg(
        case when id is not null then jsonb_build_object('id', id, 'enterpriseId', enterprise_id) end order by id
      ) as sites
      from places group by batch_id
    )
    select array_agg(batch_id) as "cfgUUIDs", sites from orders group by sites`);
}
