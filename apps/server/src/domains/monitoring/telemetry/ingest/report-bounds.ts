import type { Report } from '@airloom/device-protocol/model';
import type { ReceivedItem, ReportingDevice, TimedReport } from './received-items.ts';
import { secondOf } from './report-time.ts';

/** Controllers and gateways report clients of their members, switches all clients behind them. */
const CLIENTS_MAX = {
  ap: 512,
  smart: 512,
  switch: 4_096,
  ac: 4_096,
  controller: 4_096,
  gateway: 4_096,
} as const;

export function withinBounds({ kind }: ReportingDevice, report: Report): Report {
  const most = CLIENTS_MAX[kind];
  return report.clients.length <= most ? report : { ...report, clients: report.clients.slice(0, most) };
}

/** Keeps the newest report of each device per second. */
export function newestOfSeconds(items: readonly ReceivedItem[]): readonly ReceivedItem[] {
  const newest = new Map<string, TimedReport>();
  const older = new Set<ReceivedItem>();
  for (const item of items) {
    if (!isTimed(item)) continue;
    const key = `${secondOf(item.at)} ${item.device.deviceId}`;
    const known = newest.get(key);
    if (known !== undefined && known.at > item.at) older.add(item);
    else {
      if (known !== undefined) older.add(known);
      newest.set(key, item);
    }
  }
  return older.size === 0 ? items : items.filter((item) => !older.has(item));
}

export function isTimed(item: ReceivedItem): item is TimedReport {
  return item.what === 'report' && item.at !== null;
}
