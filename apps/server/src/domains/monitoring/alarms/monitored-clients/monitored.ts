import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { ROAMING_MS } from '../../clients/index.ts';
import {
  type Changes,
  type EndedByPerson,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  settle,
} from '../evaluation/standing.ts';
import { concerns } from '../rules/rule.ts';
import { typedMac } from './mac-notation.ts';

/** A device that was away has so long to say whom it finds. */
export const SETTLING_MS = 5 * 60_000;
/** Who has been there for so long has not just come. */
const NEWS_MS = 24 * 60 * 60_000;

/** A client somebody wants to hear of, where it was last seen. */
export interface WatchedTerminal {
  readonly mac: string;
  /** As people call it; empty when nobody gave it a name. */
  readonly name: string;
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
  /** It came in a maintenance, or back from where an outage or an order had driven it away. */
  readonly returned: boolean;
  /** It is away because nobody heard of its device any more. */
  readonly cutOff: boolean;
  readonly deviceAway: boolean;
  /** Nothing is raised of its device now. */
  readonly deviceQuiet: boolean;
  readonly deviceOnlineAt: number | null;
  readonly deviceReportedAt: number | null;
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
        const { mac, name, deviceId, deviceKind, deviceName, siteId, siteName } = terminal;
        const partName = name === '' ? typedMac(mac) : `${name} (${typedMac(mac)})`;
        return {
          rule,
          subject: { key: mac, siteId, siteName, deviceId, deviceKind, deviceName, part: mac, partName },
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
  terminal: WatchedTerminal,
  now: number,
): Pick<Finding, 'standing' | 'since'> {
  const { cameAt, leftAt, monitoredFrom } = terminal;
  const since = leftAt ?? cameAt;
  const isTold = type === 'terminalOnline' ? leftAt === null : leftAt !== null;
  if (leftAt !== null && now - leftAt < ROAMING_MS) return { standing: 'unclear', since };
  if (!isTold) return { standing: 'well', since };
  const isNews = since >= Math.max(updatedAt, monitoredFrom ?? 0);
  const isSure = leftAt === null ? hasCome(terminal, now) : isGone(terminal, leftAt);
  return { standing: isNews && isSure ? 'bad' : 'unclear', since };
}

function hasCome({ cameAt, returned }: WatchedTerminal, now: number): boolean {
  return !returned && cameAt <= now && now - cameAt < NEWS_MS;
}

/** Of a client whose device went too nobody can say so before the device is back and has not found it. */
function isGone(terminal: WatchedTerminal, leftAt: number): boolean {
  const { cutOff, deviceAway, deviceQuiet, deviceOnlineAt, deviceReportedAt } = terminal;
  if (deviceAway || deviceQuiet) return false;
  const backAt = Math.max(leftAt, deviceOnlineAt ?? 0);
  return !cutOff || (deviceReportedAt !== null && deviceReportedAt - backAt >= SETTLING_MS);
}
