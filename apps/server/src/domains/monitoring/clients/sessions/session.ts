import type { EndReason } from '@airloom/contract/clients/clients.model';
import type { Band } from '@airloom/device-protocol/model';

/** A client at one device, from association to leaving. */
export interface Session {
  readonly id: string;
  readonly mac: string;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** Last counters of its connection, and the totals since it joined. */
  readonly counterRx: number;
  readonly counterTx: number;
  readonly rx: number;
  readonly tx: number;
  /** The same for packets sent to it and retries. */
  readonly counterPackets: number;
  readonly counterRetries: number;
  readonly packets: number;
  readonly retries: number;
  readonly ssid: string;
  readonly band: Band | null;
  readonly channel: number | null;
  readonly port: string;
  readonly ip: string;
  readonly hostname: string;
  readonly signalLast: number | null;
  readonly signalMin: number | null;
  readonly signalSum: number;
  readonly signalSamples: number;
}

/** Known clients of a device. */
export interface Clients {
  /** Time of the newest applied report. */
  readonly newestAt: number;
  readonly open: ReadonlyMap<string, Session>;
  /** Recently ended sessions, newest last; late reports may belong to them. */
  readonly ended: readonly Session[];
}

/** A client without reports for this long is no longer connected. */
export const SILENT_MS = 30 * 60_000;

export const NO_CLIENTS: Clients = { newestAt: 0, open: new Map(), ended: [] };

export interface ReportTime {
  readonly at: number;
  /** Whether the device sent the time; otherwise it is the arrival, which may lag. */
  readonly exact: boolean;
}

const EXACT_TOLERANCE_MS = 2_000;
export const ARRIVAL_TOLERANCE_MS = 30_000;

/** Largest difference between two reported times of the same event. */
export function tolerance({ exact }: ReportTime): number {
  return exact ? EXACT_TOLERANCE_MS : ARRIVAL_TOLERANCE_MS;
}

/** A session starts at most this long before its first report. */
export const SESSION_MAX_MS = 35 * 24 * 3_600_000;
