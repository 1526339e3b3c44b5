import type { Report } from '@airloom/device-protocol/model';
import { clientOf, reportOf } from '../../telemetry/testing/reports.ts';

export const DEVICES = 20;
export const REPORTS = 150;
const MINUTE_MS = 60_000;
/** Clients change every so many reports. */
const STAY = 12;

/** The report a device makes at each minute: its counters, and a client that stays for a while. */
export function reportAt(device: number, sequence: number, start: number): Report {
  const stay = Math.floor(sequence / STAY);
  const minutes = sequence - stay * STAY;
  return reportOf({
    at: start + sequence * MINUTE_MS,
    sequence,
    unit: { uptimeSeconds: sequence * 60, cpuPercent: 10, memoryPercent: 10, temperature: null },
    uplink: { rxBytes: sequence * 1_000, txBytes: 0 },
    clients: [clientOf(macOf(device, stay), minutes * 60, minutes * 100)],
  });
}

export function macOf(device: number, stay: number): string {
  return `02:00:00:00:${hex(device)}:${hex(stay)}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** What every client of a device has passed when all is told. */
export function trueTraffic(): number[] {
  return Array.from({ length: Math.ceil(REPORTS / STAY) }, (_, stay) => {
    const last = Math.min(REPORTS - 1, (stay + 1) * STAY - 1) - stay * STAY;
    return last * 100;
  });
}
