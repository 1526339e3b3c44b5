import type { ReceivedItem, ReportedMember, ReportedMembers, TimedReport } from '../../telemetry/index.ts';
import type { Judged } from './readings.ts';

/** What is judged as said by a device at a time. */
export type Said = Pick<TimedReport, 'device' | 'at'> & { readonly report: Judged };

/**
 * What devices say of themselves, and what managers say of the access points under them, wherever that is kept as
 * the reports of those.
 */
export function saidIn(items: readonly ReceivedItem[], members: ReportedMembers): Said[] {
  const timed = items.filter((item) => item.what === 'report').filter(isTimed);
  if (members.size === 0) return timed;
  return timed.flatMap((taken): Said[] => {
    const { device, at, ofMembers } = taken;
    const told = ofMembers ? (members.get(taken) ?? []) : [];
    return [
      taken,
      ...told.map((one) => ({
        device: { ...device, ...one.device, kind: 'ap' as const },
        at,
        report: ownOf(one),
      })),
    ];
  });
}

function isTimed(item: { readonly at: number | null }): item is TimedReport {
  return item.at !== null;
}

function ownOf({ member: { uptimeSeconds, radios, clients: clientCount }, clients }: ReportedMember): Judged {
  const unit = { uptimeSeconds, cpuPercent: null, memoryPercent: null, temperature: null };
  return { unit, radios, clients, clientCount, ports: [], power: null };
}
