import { terminalsChanged } from '@airloom/contract/terminals/terminals.live';
import { sql } from 'kysely';
import type { Bus, TerminalPlace } from '../../platform/bus/bus.ts';
import { ChangedIds, showBySites } from '../../platform/live/changed-ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TakenItem } from '../telemetry/index.ts';
import { isOfClients } from './said.ts';

/** Stands for clients at devices that are in no site; no site has it. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';
const PLACES_MAX = 1_000;

/** Tells the processes browsers listen to where something was said of clients, and is on disk. */
export function tellOfClients(bus: Pick<Bus, 'publish'>): (stored: readonly TakenItem[]) => void {
  return (stored) => {
    const places = new Map<string, TerminalPlace>();
    for (const item of stored) {
      if (!isOfClients(item)) continue;
      const { tenant, siteId } = item.device;
      places.set(`${tenant} ${siteId}`, { tenant, siteId });
    }
    const told = [...places.values()];
    for (let from = 0; from < told.length; from += PLACES_MAX)
      bus.publish('terminals.changed', { places: told.slice(from, from + PLACES_MAX) });
  };
}

export interface ShownTerminals {
  /** Clients of these sites changed; null stands for none. */
  changed(tenant: string, siteIds: readonly (string | null)[]): void;
  /** Something is said of these clients, wherever they were. */
  changedEverywhere(tenant: string, macs: readonly string[]): Promise<void>;
  stop(): void;
}

/** Tells those who see a site that its clients changed, twice a second at most. */
export function showChangedTerminals(
  bus: Pick<Bus, 'subscribe'>,
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): ShownTerminals {
  const ids = new ChangedIds((tenant, siteIds) => {
    // As one thing in many sites, so that whoever sees several of them hears of it once.
    const places = sql`select ${NOWHERE}::uuid as thing_id, id as site_id, null::text as kind
      from unnest(${siteIds}::uuid[]) as id`;
    void showBySites(platform, tenant, places, (_ids, audience) =>
      platform.live.push(terminalsChanged, {}, audience),
    );
  });
  const changed = (tenant: string, siteIds: readonly (string | null)[]) => {
    if (platform.live.isHeard(tenant))
      ids.add(
        tenant,
        siteIds.map((id) => id ?? NOWHERE),
      );
  };
  const unsubscribe = bus.subscribe('terminals.changed', ({ places }) => {
    for (const { tenant, siteId } of places) changed(tenant, [siteId]);
  });
  return {
    changed,
    changedEverywhere: async (tenant, macs) => {
      if (!platform.live.isHeard(tenant)) return;
      const sites = await platform.database.withTenant({ tenant }, (tx) =>
        tx.all(sql<{ site_id: string | null }>`
          select distinct site_id from terminal_session where tenant_id = ${tenant}
            and mac = any(${macs}::text[])`),
      );
      changed(
        tenant,
        sites.map(({ site_id }) => site_id),
      );
    },
    stop: () => {
      unsubscribe();
      ids.stop();
    },
  };
}
