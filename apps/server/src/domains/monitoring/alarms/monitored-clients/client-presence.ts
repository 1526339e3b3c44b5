import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { ROAMING_MS } from '../../clients/index.ts';
import {
  type Changes,
  type EndedByPerson,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  settle,
} from '../evaluation/alarm-changes.ts';
import { concerns } from '../rules/rule.ts';

/** Time a device has after an outage to report its clients. */
export const SETTLING_MS = 5 * 60_000;
/** A client connected for longer than this has not just come. */
const RECENT_MS = 24 * 60 * 60_000;

/** A client that is monitored, where it was last seen. */
export interface MonitoredClient {
  readonly mac: string;
  /** Display name; empty when none was given. */
  readonly name: string;
  /** Start of monitoring; null when only rules name it. */
  readonly monitoredFrom: number | null;
  readonly deviceId: string;
  readonly deviceKind: DeviceKind;
  readonly deviceName: string;
  readonly siteId: string;
  readonly siteName: string;
  /** Start of the connection, across roaming. */
  readonly cameAt: number;
  /** Null while it is connected. */
  readonly leftAt: number | null;
  /** It came during maintenance, or returned after an outage or a disruptive command. */
  readonly returned: boolean;
  /** It is gone because its device stopped reporting. */
  readonly cutOff: boolean;
  readonly deviceAway: boolean;
  /** Alarms of its device are suppressed. */
  readonly deviceSuppressed: boolean;
  readonly deviceOnlineAt: number | null;
  readonly deviceReportedAt: number | null;
}

/** Alarm changes for clients that came or went since monitoring began. */
export function clientPresenceChanges(
  terminals: readonly MonitoredClient[],
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
        const partName = name === '' ? displayMac(mac) : `${name} (${displayMac(mac)})`;
        return {
          rule,
          subject: { key: mac, siteId, siteName, deviceId, deviceKind, deviceName, part: mac, partName },
          compared: null,
          value: null,
          cause: '',
          ...evaluate(rule, terminal, now),
        };
      }),
  );
  return settle(findings, open, ended, newId);
}

function isWatched(rule: NamedRule, { mac, monitoredFrom, deviceKind, siteId }: MonitoredClient): boolean {
  const isNamed = rule.macs.size === 0 ? monitoredFrom !== null : rule.macs.has(mac);
  return isNamed && concerns(rule, { kind: deviceKind, siteId });
}

function evaluate(
  { type, updatedAt }: NamedRule,
  terminal: MonitoredClient,
  now: number,
): Pick<Finding, 'condition' | 'since'> {
  const { cameAt, leftAt, monitoredFrom } = terminal;
  const since = leftAt ?? cameAt;
  const matchesType = type === 'terminalOnline' ? leftAt === null : leftAt !== null;
  if (leftAt !== null && now - leftAt < ROAMING_MS) return { condition: 'unknown', since };
  if (!matchesType) return { condition: 'clear', since };
  const isRecent = since >= Math.max(updatedAt, monitoredFrom ?? 0);
  const isSure = leftAt === null ? hasCome(terminal, now) : isGone(terminal, leftAt);
  return { condition: isRecent && isSure ? 'active' : 'unknown', since };
}

function hasCome({ cameAt, returned }: MonitoredClient, now: number): boolean {
  return !returned && cameAt <= now && now - cameAt < RECENT_MS;
}

/** A client whose device went offline too counts as gone only when the device is back without it. */
function isGone(terminal: MonitoredClient, leftAt: number): boolean {
  const { cutOff, deviceAway, deviceSuppressed, deviceOnlineAt, deviceReportedAt } = terminal;
  if (deviceAway || deviceSuppressed) return false;
  const backAt = Math.max(leftAt, deviceOnlineAt ?? 0);
  return !cutOff || (deviceReportedAt !== null && deviceReportedAt - backAt >= SETTLING_MS);
}
