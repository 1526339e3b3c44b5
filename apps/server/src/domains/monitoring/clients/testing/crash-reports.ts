import { MINUTE } from '@airloom/contract/time';
import type { Report } from '@airloom/device-protocol/model';
import { clientOf, reportOf } from '../../telemetry/testing/reports.ts';

export const DEVICES = 20;
export const REPORTS = 150;
/** A new client every so many reports. */
const REPORTS_PER_CLIENT = 12;

/** The report of a device at each minute: its counters and its current client. */
export function reportAt(device: number, sequence: number, start: number): Report {
  const client = Math.floor(sequence / REPORTS_PER_CLIENT);
  const minutes = sequence - client * REPORTS_PER_CLIENT;
  return reportOf({
    at: start + sequence * MINUTE,
    sequence,
    unit: { uptimeSeconds: sequence * 60, cpuPercent: 10, memoryPercent: 10, temperature: null },
    uplink: { rxBytes: sequence * 1_000, txBytes: 0 },
    clients: [clientOf(macOf(device, client), minutes * 60, minutes * 100)],
  });
}

export function macOf(device: number, client: number): string {
  return `02:00:00:00:${hex(device)}:${hex(client)}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** Expected traffic of every client of a device. */
export function expectedTraffic(): number[] {
  return Array.from({ length: Math.ceil(REPORTS / REPORTS_PER_CLIENT) }, (_, client) => {
    const last = Math.min(REPORTS - 1, (client + 1) * REPORTS_PER_CLIENT - 1) - client * REPORTS_PER_CLIENT;
    return last * 100;
  });
}
