import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import type { EventHandlers } from '../../platform/events/events.ts';
import { ChangedIds, showBySites } from '../../platform/live/changed-ids.ts';
import type { Platform } from '../../platform/platform.ts';

/** Stands for alarms that are in no site; no site has it. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** A site and the kind of device an alarm is about, as one text: they change together. */
const concernOf = ({ site_id, kind }: Concern) => `${site_id ?? NOWHERE} ${kind ?? ''}`;

interface Concern {
  readonly site_id: string | null;
  readonly kind: DeviceKind | null;
}

export interface ShownAlarms {
  readonly events: EventHandlers;
  stop(): void;
}

/** Facts are told where browsers listen: those who see a site and the device class are told that alarms of it changed. */
export function showChangedAlarms(platform: Pick<Platform, 'live' | 'database' | 'log'>): ShownAlarms {
  const changed = new ChangedIds((tenant, concerns) => {
    const places = sql`select ${tenant}::uuid as thing_id, split_part(concern, ' ', 1)::uuid as site_id,
      nullif(split_part(concern, ' ', 2), '') as kind from unnest(${concerns}::text[]) as concern`;
    void showBySites(platform, tenant, places, (_ids, audience) =>
      platform.live.push(alarmsChanged, {}, audience),
    );
  });
  return {
    events: {
      AlarmsChanged: async ({ tenant, payload: { alarmIds } }) => {
        if (tenant === null || !platform.live.isHeard(tenant)) return;
        const concerns = await platform.database.withTenant({ tenant }, (tx) =>
          tx.all(sql<Concern>`
            select distinct site_id, device_kind as kind from alarm
            where tenant_id = ${tenant} and id = any(${alarmIds}::uuid[])`),
        );
        if (concerns.length > 0) changed.add(tenant, concerns.map(concernOf));
      },
    },
    stop: () => changed.stop(),
  };
}
