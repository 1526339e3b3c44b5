import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { deviceReported, deviceScanned } from '@airloom/contract/devices/devices.live';
import { topicOf } from '@airloom/contract/live';
import { sql } from 'kysely';
import type { Bus, ReportedDevices, Unsubscribe } from '../../../platform/bus/bus.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredListener } from './ingest/ingest.ts';

/** Publishes which devices reported. */
export function publishReported(bus: Bus): StoredListener {
  return (items) => {
    const places = new Map<string, Place>();
    for (const item of items) {
      if (item.what !== 'report' && item.what !== 'scan') continue;
      const { tenant, siteId, deviceId } = item.device;
      const key = `${tenant} ${siteId}`;
      const place = places.get(key) ?? emptyPlace(tenant, siteId);
      places.set(key, place);
      if (item.what === 'scan') place.scannedIds.add(deviceId);
      else {
        place.deviceIds.add(deviceId);
        if (item.report.members.length > 0) place.controllerIds.add(deviceId);
      }
    }
    if (places.size === 0) return;
    const devices = [...places.values()].map(({ deviceIds, controllerIds, scannedIds, ...place }) => ({
      ...place,
      deviceIds: [...deviceIds],
      controllerIds: [...controllerIds],
      scannedIds: [...scannedIds],
    }));
    bus.publish('device.reported', { devices });
  };
}

interface Place {
  readonly tenant: string;
  readonly siteId: string | null;
  readonly deviceIds: Set<string>;
  readonly controllerIds: Set<string>;
  readonly scannedIds: Set<string>;
}

function emptyPlace(tenant: string, siteId: string | null): Place {
  return { tenant, siteId, deviceIds: new Set(), controllerIds: new Set(), scannedIds: new Set() };
}

interface Announcement {
  readonly message: typeof deviceReported | typeof deviceScanned;
  readonly tenant: string;
  readonly siteId: string | null;
  readonly deviceUUID: string;
}

/** Announces reports to browsers that watch the device. Reads nothing for devices without watchers. */
export function showReported(
  bus: Bus,
  { live, database, log }: Pick<Platform, 'live' | 'database' | 'log'>,
): Unsubscribe {
  return bus.subscribe('device.reported', ({ devices }) => {
    const topics = live.watchedTopics();
    if (topics.size === 0) return;
    announce(devices, topics).catch((error: unknown) =>
      log.error({ err: error }, 'reports could not be announced'),
    );
  });

  async function announce(places: readonly ReportedDevices[], topics: ReadonlySet<string>): Promise<void> {
    const isWatched = (id: string) => topics.has(topicOf('device', id));
    const own = places.flatMap(({ tenant, siteId, deviceIds, scannedIds }): Announcement[] => [
      ...deviceIds
        .filter(isWatched)
        .map((deviceUUID) => ({ message: deviceReported, tenant, siteId, deviceUUID })),
      ...scannedIds
        .filter(isWatched)
        .map((deviceUUID) => ({ message: deviceScanned, tenant, siteId, deviceUUID })),
    ]);
    const announcements = [...own, ...(await membersOf(places, topics))];
    if (announcements.length === 0) return;
    const siteIds = [...new Set(announcements.map(({ siteId }) => siteId).filter((id) => id !== null))];
    const sites = await database.asSystem((tx) =>
      tx.all(sql<{ id: string; enterpriseId: string }>`
        select id, enterprise_id as "enterpriseId" from site where id = any(${siteIds}::uuid[])`),
    );
    const kinds = await kindsOf(announcements.map(({ deviceUUID }) => deviceUUID));
    for (const { message, tenant, siteId, deviceUUID } of announcements) {
      const place = sites.find(({ id }) => id === siteId) ?? { id: null, enterpriseId: null };
      const site = { ...place, kind: kinds.get(deviceUUID) ?? null };
      live.push(message, { deviceUUID }, { tenant, site, topic: topicOf('device', deviceUUID) });
    }
  }

  async function kindsOf(ids: readonly string[]): Promise<ReadonlyMap<string, DeviceKind>> {
    const rows = await database.asSystem((tx) =>
      tx.all(
        sql<{ id: string; kind: DeviceKind }>`select id, kind from device where id = any(${ids}::uuid[])`,
      ),
    );
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }

  /** Watched members of controllers and gateways that reported. */
  async function membersOf(
    places: readonly ReportedDevices[],
    topics: ReadonlySet<string>,
  ): Promise<readonly Announcement[]> {
    const controllers = places
      .filter(({ tenant }) => live.hasListeners(tenant))
      .flatMap(({ tenant, controllerIds }) => controllerIds.map((id) => ({ tenant, id })));
    if (controllers.length === 0) return [];
    const members = await database.asSystem((tx) =>
      tx.all(sql<Omit<Announcement, 'message'>>`
        select device.tenant_id as tenant, device.id as "deviceUUID", device.site_id as "siteId"
        from unnest(${controllers.map(({ tenant }) => tenant)}::uuid[], ${controllers.map(({ id }) => id)}::uuid[])
          as controller (tenant_id, id)
        join device on device.tenant_id = controller.tenant_id and device.managed_by = controller.id
        where device.connection_id is null and 'device:' || device.id = any(${[...topics]}::text[])`),
    );
    return members.map((member) => ({ message: deviceReported, ...member }));
  }
}
