import type { DeviceLink } from '../devices/index.ts';
import type { StoredListener } from './ingest.ts';

/** Tells devices that keep their reports which of them are on disk. */
export function acknowledgeTo(link: Pick<DeviceLink, 'acknowledge'>): StoredListener {
  return (items) => {
    const newest = new Map<string, { tenant: string; sequence: number }>();
    for (const item of items) {
      if (item.what !== 'report' || item.report.sequence === null) continue;
      const { tenant, deviceId } = item.device;
      const before = newest.get(deviceId)?.sequence ?? item.report.sequence;
      newest.set(deviceId, { tenant, sequence: Math.max(before, item.report.sequence) });
    }
    for (const [deviceId, { tenant, sequence }] of newest) link.acknowledge(tenant, deviceId, sequence);
  };
}
