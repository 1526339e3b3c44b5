import { deviceReported } from '@airloom/contract/devices/devices.live';
import { sql } from 'kysely';
import type { Bus, BusMessages, ReportedDevices, Unsubscribe } from '../../platform/bus/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredListener } from './ingest.ts';

/** Tells the processes browsers listen to which devices reported, however many of them anybody looks at. */
export function tellReported(bus: Bus): StoredListener {
  return (items) => {
    const places = new Map<string, { tenant: string; siteId: string | null; deviceIds: Set<string> }>();
    for (const { what, device } of items) {
      if (what !== 'report') continue;
      const { tenant, siteId, deviceId } = device;
      const key = `${tenant} ${siteId}`;
      const place = places.get(key) ?? { tenant, siteId, deviceIds: new Set() };
      place.deviceIds.add(deviceId);
      places.set(key, place);
    }
    if (places.size === 0) return;
    const devices = [...places.values()].map((place) => ({ ...place, deviceIds: [...place.deviceIds] }));
    bus.publish('device.reported', { devices });
  };
}

/** Tells whoever looks at a device that it reported. Nobody looks at most of them, so nothing is read for most. */
export function showReported(
  bus: Bus,
  { live, database, log }: Pick<Platform, 'live' | 'database' | 'log'>,
): Unsubscribe {
  return bus.subscribe('device.reported', ({ devices }) => {
    const watched = watchedOf(devices, live.watchedTopics());
    if (watched.length === 0) return;
    tell(watched).catch((error: unknown) => log.error({ err: error }, 'watchers were not told of reports'));
  });

  async function tell(watched: readonly ReportedDevices[]): Promise<void> {
    const siteIds = [...new Set(watched.map(({ siteId }) => siteId).filter((id) => id !== null))];
    const sites = await database.asSystem((tx) =>
      tx.all(sql<{ id: string; enterpriseId: string }>`
        select id, enterprise_id as "enterpriseId" from site where id = any(${siteIds}::uuid[])`),
    );
    for (const { tenant, siteId, deviceIds } of watched) {
      const site = sites.find(({ id }) => id === siteId) ?? 'none';
      for (const deviceUUID of deviceIds)
        live.push(deviceReported, { deviceUUID }, { tenant, site, topic: `device:${deviceUUID}` });
    }
  }
}

function watchedOf(
  devices: BusMessages['device.reported']['devices'],
  topics: ReadonlySet<string>,
): ReportedDevices[] {
  if (topics.size === 0) return [];
  return devices
    .map((place) => ({ ...place, deviceIds: place.deviceIds.filter((id) => topics.has(`device:${id}`)) }))
    .filter(({ deviceIds }) => deviceIds.length > 0);
}
