import type { DeviceLink } from '../../../network/devices/index.ts';
import type { StoredListener } from './ingest.ts';
import type { ReportingDevice } from './received-items.ts';

/** Acknowledges stored reports to devices that buffer them. */
export function acknowledgeTo(link: Pick<DeviceLink, 'acknowledge'>): StoredListener {
  return (items) => {
    // Per connection: a device may restart its sequence in a new one.
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
