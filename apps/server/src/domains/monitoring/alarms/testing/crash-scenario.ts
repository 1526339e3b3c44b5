import { MINUTE } from '@airloom/contract/time';
import type { Report } from '@airloom/device-protocol/model';
import { reportOf } from '../../telemetry/testing/reports.ts';

export const DEVICES = 20;
export const REPORTS = 240;
/** Threshold and hold time of the rule. */
export const RULE = {
  type: 'highCpu',
  levels: [{ level: 'important', threshold: 80 }],
  holdMinutes: 1,
} as const;
/** Busy for three minutes of six, each device at other times. */
const ROUND = 6;
const BUSY = 3;

function isBusy(device: number, sequence: number): boolean {
  return (sequence + device) % ROUND < BUSY;
}

export function reportAt(device: number, sequence: number, start: number): Report {
  const cpuPercent = isBusy(device, sequence) ? 90 : 10;
  return reportOf({
    at: start + sequence * MINUTE,
    sequence,
    unit: { uptimeSeconds: sequence * 60, cpuPercent, memoryPercent: null, temperature: null },
  });
}

/** Expected alarms of a device, as `raised-cleared`, if every report counts once. */
export function expectedAlarms(device: number): string[] {
  const alarms: string[] = [];
  let raised: number | null = null;
  for (let sequence = 1; sequence < REPORTS; sequence += 1) {
    const busy = isBusy(device, sequence);
    if (raised === null && busy && isBusy(device, sequence - 1)) raised = sequence;
    if (raised === null || busy) continue;
    alarms.push(`${raised}-${sequence}`);
    raised = null;
  }
  return raised === null ? alarms : [...alarms, `${raised}-`];
}
