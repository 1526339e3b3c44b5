import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import type { Bus, TerminalPlace } from '../../../platform/bus/bus.ts';
import { ChangedIds, showBySites } from '../../../platform/live/changed-ids.ts';
import { placesOfKeys, type SiteKind, siteKindKey } from '../../../platform/live/site-kinds.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canHaveMembers } from '../../network/devices/index.ts';
import { type ReceivedItem, SERVING_KINDS } from '../telemetry/index.ts';
import { concernsClients } from './sessions/client-updates.ts';

const PLACES_MAX = 1_000;
const MEMBER_KINDS = SERVING_KINDS.filter((kind) => !canHaveMembers(kind));

/** The kinds of devices whose clients a device of this kind reports: its own, and those of the devices it manages. */
function reportedKinds(kind: DeviceKind): readonly DeviceKind[] {
  const own = SERVING_KINDS.includes(kind) ? [kind] : [];
  return canHaveMembers(kind) ? [...own, ...MEMBER_KINDS] : own;
}

/** Publishes which sites and device kinds have stored client updates. */
export function publishChangedClients(bus: Pick<Bus, 'publish'>): (stored: readonly ReceivedItem[]) => void {
  return (stored) => {
    const places = new Map<string, TerminalPlace>();
    for (const item of stored) {
      if (!concernsClients(item)) continue;
      const { tenant, siteId, kind: reporter } = item.device;
      for (const kind of reportedKinds(reporter))
        places.set(`${tenant} ${siteId} ${kind}`, { tenant, siteId, kind });
    }
    const changed = [...places.values()];
    for (let from = 0; from < changed.length; from += PLACES_MAX)
      bus.publish('terminals.changed', { places: changed.slice(from, from + PLACES_MAX) });
  };
}

export interface ShownTerminals {
  /** Clients at devices of these kinds in these sites changed. */
  changed(tenant: string, places: readonly SiteKind[]): void;
  /** These clients changed, at all places they were seen. */
  changedEverywhere(tenant: string, macs: readonly string[]): Promise<void>;
  stop(): void;
}

/** Announces changed clients to those who see their site and device class, twice a second at most. */
export function showChangedTerminals(
  bus: Pick<Bus, 'subscribe'>,
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): ShownTerminals {
  const ids = new ChangedIds((tenant, keys) => {
    void showBySites(platform, tenant, placesOfKeys(keys, tenant), (_ids, audience) =>
      platform.live.push(terminalsChanged, {}, audience),
    );
  });
  const changed = (tenant: string, places: readonly SiteKind[]) => {
    if (platform.live.hasListeners(tenant)) ids.add(tenant, places.map(siteKindKey));
  };
  const unsubscribe = bus.subscribe('terminals.changed', ({ places }) => {
    for (const { tenant, ...place } of places) changed(tenant, [place]);
  });
  return {
    changed,
    changedEverywhere: async (tenant, macs) => {
      if (!platform.live.hasListeners(tenant)) return;
      const places = await platform.database.withTenant({ tenant }, (tx) =>
        tx.all(sql<SiteKind>`
          select distinct session.site_id as "siteId", device.kind from terminal_session session
          join device on device.tenant_id = session.tenant_id and device.id = session.device_id
          where session.tenant_id = ${tenant} and session.mac = any(${macs}::text[])`),
      );
      changed(tenant, places);
    },
    stop: () => {
      unsubscribe();
      ids.stop();
    },
  };
}
