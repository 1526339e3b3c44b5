import type { DeviceLogType } from '@airloom/contract/telemetry/telemetry.model';
import type { Happening } from '@airloom/device-protocol/model';

/** Syslog severities: 0 is the worst, 7 is debug. */
const ERROR = 3;
const WARNING = 4;
const NOTICE = 5;
const INFO = 6;

const UPGRADE_SEVERITY = { idle: INFO, download: INFO, install: INFO, fail: ERROR, success: NOTICE } as const;
const RESTART_SEVERITY = { reboot: NOTICE, powerLoss: WARNING, crash: ERROR, unknown: NOTICE } as const;
const SANE = 100;
const LINES_MAX = 200;
const TEXT_MAX = 2_000;

export interface LogEntry {
  readonly type: DeviceLogType;
  readonly severity: number;
  readonly details: object;
}

/** The device log entry of an event; null for client events, which are in the client log. */
export function logEntryOf(happening: Happening): LogEntry | null {
  const { type: _, ...details } = happening;
  switch (happening.type) {
    case 'clientJoined':
    case 'clientLeft':
      return null;
    case 'clientRefused':
      return { type: happening.type, severity: WARNING, details };
    case 'portUp':
    case 'started':
    case 'memberUp':
    case 'other':
      return { type: happening.type, severity: INFO, details };
    case 'portDown':
    case 'stopped':
    case 'memberDown':
      return { type: happening.type, severity: NOTICE, details };
    case 'portPower':
      return {
        type: happening.type,
        severity: happening.state === 'fault' || happening.state === 'overload' ? WARNING : INFO,
        details,
      };
    case 'restarted':
      return {
        type: happening.type,
        severity: RESTART_SEVERITY[happening.cause],
        details: { ...details, text: happening.text.slice(0, TEXT_MAX) },
      };
    case 'upgrade':
      return { type: happening.type, severity: UPGRADE_SEVERITY[happening.phase], details };
    case 'health':
      return {
        type: happening.type,
        severity: happening.sanity < SANE ? WARNING : INFO,
        details: { sanity: happening.sanity, complaints: bounded(happening.complaints) },
      };
    case 'alarm':
    case 'log':
      return {
        type: happening.type,
        severity: severityOf(happening.severity),
        details: { ...details, text: happening.text.slice(0, TEXT_MAX) },
      };
    case 'crashLog':
      return { type: happening.type, severity: ERROR, details: { lines: bounded(happening.lines) } };
    default:
      return happening satisfies never;
  }
}

function bounded(lines: readonly string[]): string[] {
  return lines.slice(0, LINES_MAX).map((line) => line.slice(0, TEXT_MAX));
}

function severityOf(reported: number): number {
  return Number.isFinite(reported) ? Math.min(7, Math.max(0, Math.round(reported))) : INFO;
}

/** Events of the device connection. */
export const NOTICE_SEVERITY = NOTICE;
export const TOO_MANY: LogEntry = { type: 'tooManyEvents', severity: WARNING, details: {} };
