import {
  deviceAttemptsRefused,
  deviceNotesChanged,
  deviceStatusChanged,
  devicesChanged,
} from '@airloom/contract/devices/devices.live';
import { topicOf } from '@airloom/contract/live';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { LiveHub } from '../../../platform/live/live-hub.ts';
import type { Platform } from '../../../platform/platform.ts';
import { itsSite } from './device-joins.ts';

const COALESCED_MS = 1_000;

/** Announces changed lists to browsers at most once a second per account; the first time at once. */
export class ListChanges {
  readonly #live: Pick<LiveHub, 'push'>;
  readonly #message: typeof devicesChanged | typeof deviceAttemptsRefused;
  /** Accounts notified within the last second, and whether another message is due after it. */
  readonly #recent = new Map<string, boolean>();

  constructor(
    live: Pick<LiveHub, 'push'>,
    message: typeof devicesChanged | typeof deviceAttemptsRefused = devicesChanged,
  ) {
    this.#live = live;
    this.#message = message;
  }

  tell(tenant: string): void {
    if (this.#recent.has(tenant)) {
      this.#recent.set(tenant, true);
      return;
    }
    this.#live.push(this.#message, {}, { tenant });
    this.#recent.set(tenant, false);
    setTimeout(() => this.#over(tenant), COALESCED_MS).unref();
  }

  #over(tenant: string): void {
    const again = this.#recent.get(tenant) === true;
    this.#recent.delete(tenant);
    if (again) this.tell(tenant);
  }
}

/** Above this number of changes, browsers read their lists again instead of receiving each one. */
const SINGLE_CHANGES_MAX = 500;

export function deviceLiveEvents({ live, database }: Pick<Platform, 'live' | 'database'>): EventHandlers {
  const changes = new ListChanges(live);
  const refusals = new ListChanges(live, deviceAttemptsRefused);
  const announceStatuses = async (tenant: string | null, deviceIds: readonly string[]): Promise<void> => {
    if (tenant === null || !live.hasListeners(tenant)) return;
    if (deviceIds.length > SINGLE_CHANGES_MAX) {
      changes.tell(tenant);
      return;
    }
    const devices = await database.withTenant({ tenant }, (tx) => statusesOf(tx, tenant, deviceIds));
    for (const device of devices) {
      const site = { id: device.site_id, enterpriseId: device.enterprise_id, kind: device.kind };
      live.push(
        deviceStatusChanged,
        {
          deviceUUID: device.id,
          siteUUID: device.site_id,
          status: device.status,
          upgradeStatus: device.upgrade_status,
          configurationState: device.configuration_state,
        },
        { tenant, site },
      );
    }
  };
  const announceNotes = async (tenant: string | null, deviceIds: readonly string[]): Promise<void> => {
    if (tenant === null || !live.hasListeners(tenant)) return;
    const devices = await database.withTenant({ tenant }, (tx) => statusesOf(tx, tenant, deviceIds));
    for (const { id: deviceUUID, site_id: id, enterprise_id: enterpriseId, kind } of devices) {
      const topic = topicOf('device', deviceUUID);
      live.push(deviceNotesChanged, { deviceUUID }, { tenant, site: { id, enterpriseId, kind }, topic });
    }
  };
  return {
    DevicesChanged: async ({ tenant }) => {
      if (tenant !== null) changes.tell(tenant);
    },
    DeviceAttemptsRefused: async ({ tenant }) => {
      if (tenant !== null) refusals.tell(tenant);
    },
    DeviceNotesChanged: ({ tenant, payload }) => announceNotes(tenant, payload.deviceIds),
    DevicesOnline: ({ tenant, payload }) => announceStatuses(tenant, payload.deviceIds),
    DevicesOffline: ({ tenant, payload }) => announceStatuses(tenant, payload.deviceIds),
    PairStatusesChanged: ({ tenant, payload }) => announceStatuses(tenant, payload.deviceIds),
    ConfigurationsChanged: ({ tenant, payload }) => announceStatuses(tenant, payload.deviceIds),
    UpgradeStatusesChanged: ({ tenant, payload }) => announceStatuses(tenant, payload.deviceIds),
  };
}

function statusesOf(tx: Transaction, tenant: string, ids: readonly string[]) {
  return tx.all(
    sqlBuilder
      .selectFrom('device')
      .leftJoin('site', itsSite)
      .select([
        'device.id',
        'device.kind',
        'device.site_id',
        'site.enterprise_id',
        'device.status',
        'device.upgrade_status',
        'device.configuration_state',
      ])
      .where('device.tenant_id', '=', tenant)
      .where('device.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}
