import { deviceReported } from '@airloom/contract/devices/devices.live';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { StoredListener } from './ingest.ts';

/** Tells whoever looks at a device that it reported. Nobody looks at most of them, so nothing is read for most. */
export function liveReports({
  live,
  database,
  log,
}: Pick<Platform, 'live' | 'database' | 'log'>): StoredListener {
  return (items) => {
    const watched = live.watchedTopics();
    if (watched.size === 0) return;
    const devices = new Map<string, { tenant: string; siteId: string | null }>();
    for (const { what, device } of items) {
      if (what === 'report' && watched.has(`device:${device.deviceId}`)) devices.set(device.deviceId, device);
    }
    if (devices.size === 0) return;
    tell(devices).catch((error: unknown) => log.error({ err: error }, 'watchers were not told of reports'));
  };

  async function tell(
    devices: ReadonlyMap<string, { tenant: string; siteId: string | null }>,
  ): Promise<void> {
    const siteIds = [
      ...new Set([...devices.values()].map(({ siteId }) => siteId).filter((id) => id !== null)),
    ];
    const sites = await database.asSystem((tx) =>
      tx.all(sql<{ id: string; enterpriseId: string }>`
        select id, enterprise_id as "enterpriseId" from site where id = any(${siteIds}::uuid[])`),
    );
    for (const [deviceUUID, { tenant, siteId }] of devices) {
      const site = sites.find(({ id }) => id === siteId) ?? 'none';
      live.push(deviceReported, { deviceUUID }, { tenant, site, topic: `device:${deviceUUID}` });
    }
  }
}
