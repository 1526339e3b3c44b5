import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import type { Platform } from '../platform.ts';

const PAUSE_MS = 500;
const IDS_MAX = 100;

/** Sends what changed in an account: at once, and then at most twice a second. */
export class ChangedIds {
  readonly #tell: (tenant: string, ids: readonly string[]) => void;
  /** Changes of an account since they were last sent; present while its pause runs. */
  readonly #pausing = new Map<string, Set<string>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(tell: (tenant: string, ids: readonly string[]) => void) {
    this.#tell = tell;
  }

  add(tenant: string, ids: Iterable<string>): void {
    const waiting = this.#pausing.get(tenant);
    if (waiting === undefined) this.#send(tenant, new Set(ids));
    else for (const id of ids) waiting.add(id);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #send(tenant: string, changed: ReadonlySet<string>): void {
    const ids = [...changed];
    for (let from = 0; from < ids.length; from += IDS_MAX)
      this.#tell(tenant, ids.slice(from, from + IDS_MAX));
    this.#pausing.set(tenant, new Set());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const waiting = this.#pausing.get(tenant) ?? new Set();
      this.#pausing.delete(tenant);
      if (waiting.size > 0) this.#send(tenant, waiting);
    }, PAUSE_MS);
    this.#timers.add(timer);
  }
}

interface OfSites {
  readonly ids: string[];
  readonly sites: readonly ConcernedSite[];
}

interface ConcernedSite {
  /** Null for devices without a site, and for a whole organization. */
  readonly id: string | null;
  readonly enterpriseId: string | null;
  /** Of the device; null where it concerns no single one. */
  readonly kind: DeviceKind | null;
}

export interface Seen {
  readonly tenant: string;
  readonly site: readonly ConcernedSite[];
}

/**
 * Notifies listeners of changes within the sites they see. `places` selects `thing_id` and the `site_id`
 * and `kind` of each device it concerns, or the `enterprise_id` of a whole organization.
 */
export async function showBySites(
  { live, database, log }: Pick<Platform, 'live' | 'database' | 'log'>,
  tenant: string,
  places: RawBuilder<unknown>,
  push: (ids: string[], audience: Seen) => void,
): Promise<void> {
  if (!live.hasListeners(tenant)) return;
  try {
    const found = await database.withTenant({ tenant }, (tx) => bySites(tx, tenant, places));
    for (const { ids, sites } of found) push(ids, { tenant, site: sites });
  } catch (error) {
    log.error({ err: error }, 'browsers were not told of changes');
  }
}

/** Grouped by sites: most things are in the same few. */
function bySites(tx: Transaction, tenant: string, places: RawBuilder<unknown>): Promise<OfSites[]> {
  return tx.all(sql<OfSites>`
    with places as (
      select distinct place.thing_id, site.id, coalesce(site.enterprise_id, place.enterprise_id) as enterprise_id,
        place.kind
      from (${places}) as place
      left join site on site.tenant_id = ${tenant} and site.id = place.site_id
    ),
    things as (
      select thing_id, jsonb_agg(
        jsonb_build_object('id', id, 'enterpriseId', enterprise_id, 'kind', kind) order by id, kind
      ) as sites
      from places group by thing_id
    )
    select array_agg(thing_id) as ids, sites from things group by sites`);
}
