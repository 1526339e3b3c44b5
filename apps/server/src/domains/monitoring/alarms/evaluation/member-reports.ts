import type { TakenItem, TimedReport, ToldMember, ToldMembers } from '../../telemetry/index.ts';
import type { EvaluatedReport } from './readings.ts';

/** A report to evaluate for a device. */
export type DeviceReport = Pick<TimedReport, 'device' | 'at'> & { readonly report: EvaluatedReport };

/**
 * Reports of devices, and reports of controllers about their members wherever these are stored as reports of the
 * members.
 */
export function deviceReportsIn(items: readonly TakenItem[], members: ToldMembers): DeviceReport[] {
  const timed = items.filter((item) => item.what === 'report').filter(isTimed);
  if (members.size === 0) return timed;
  return timed.flatMap((report): DeviceReport[] => {
    const { device, at, ofMembers } = report;
    const memberReports = ofMembers ? (members.get(report) ?? []) : [];
    return [
      report,
      ...memberReports.map((one) => ({
        device: { ...device, ...one.device, kind: 'ap' as const },
        at,
        report: reportOfMember(one),
      })),
    ];
  });
}

function isTimed(item: { readonly at: number | null }): item is TimedReport {
  return item.at !== null;
}

function reportOfMember({
  member: { uptimeSeconds, radios, clients: clientCount },
  clients,
}: ToldMember): EvaluatedReport {
  const unit = { uptimeSeconds, cpuPercent: null, memoryPercent: null, temperature: null };
  return { unit, radios, clients, clientCount, ports: [], power: null };
}
