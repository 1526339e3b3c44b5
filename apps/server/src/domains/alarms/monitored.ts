import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import { ROAMING_MS } from '../terminals/index.ts';
import { concerns } from './rule.ts';
import {
  type Changes,
  type EndedByPerson,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  settle,
} from './standing.ts';

/** A client somebody wants to hear of, where it was last seen. */
export interface WatchedTerminal {
  readonly mac: string;
  /** Since when it is monitored; null when only rules name it. */
  readonly monitoredFrom: number | null;
  readonly deviceId: string;
  readonly deviceKind: DeviceKind;
  readonly deviceName: string;
  readonly siteId: string;
  readonly siteName: string;
  /** When it came, roaming left aside. */
  readonly cameAt: number;
  /** Null while it is there. */
  readonly leftAt: number | null;
  /** Its site is in maintenance. */
  readonly resting: boolean;
}

/** What the alarms of clients must become for those that came or went since somebody wants to hear of it. */
export function comingsAndGoings(
  terminals: readonly WatchedTerminal[],
  rules: readonly NamedRule[],
  open: readonly OpenAlarm[],
  ended: readonly EndedByPerson[],
  now: number,
  newId: () => string,
): Changes {
  const findings = rules.flatMap((rule) =>
    terminals
      .filter((terminal) => isWatched(rule, terminal))
      .map((terminal): Finding => {
        const { mac, deviceId, deviceKind, deviceName, siteId, siteName } = terminal;
        return {
          rule,
          subject: { key: mac, siteId, siteName, deviceId, deviceKind, deviceName, part: mac },
          weighed: null,
          value: null,
          cause: '',
          ...judge(rule, terminal, now),
        };
      }),
  );
  return settle(findings, open, ended, newId);
}

function isWatched(rule: NamedRule, { mac, monitoredFrom, deviceKind, siteId }: WatchedTerminal): boolean {
  const isNamed = rule.macs.size === 0 ? monitoredFrom !== null : rule.macs.has(mac);
  return isNamed && concerns(rule, { kind: deviceKind, siteId });
}

function judge(
  { type, updatedAt }: NamedRule,
  { cameAt, leftAt, monitoredFrom, resting }: WatchedTerminal,
  now: number,
): Pick<Finding, 'standing' | 'since'> {
  const since = leftAt ?? cameAt;
  if (leftAt !== null && now - leftAt < ROAMING_MS) return { standing: 'unclear', since };
  const isTold = type === 'terminalOnline' ? leftAt === null : leftAt !== null;
  if (!isTold) return { standing: 'well', since };
  const isNews = since >= Math.max(updatedAt, monitoredFrom ?? 0);
  return { standing: isNews && !resting ? 'bad' : 'unclear', since };
}
