import type { DeviceLink } from '../../../network/devices/index.ts';
import type { StoredListener } from './ingest.ts';
import type { ReportingDevice } from './received-items.ts';

/** Tells devices that keep their reports which of them are on disk. */
export function acknowledgeTo(link: Pick<DeviceLink, 'acknowledge'>): StoredListener {
  return (items) => {
    // By connection: in another one a device may have begun to count anew.
    const newest = new Map<string, { device: ReportingDevice; sequence: number }>();
    for (const item of items) {
      if (item.what !== 'report' || item.report.sequence === null) continue;
      const { device } = item;
      const { sequence } = item.report;
      const before = newest.get(device.connectionId)?.sequence ?? sequence;
      newest.set(device.connectionId, { device, sequence: Math.max(before, sequence) });
    }
    for (const { device, sequence } of newest.values()) link.acknowledge(device, sequence);
  };
}
