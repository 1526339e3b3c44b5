import type { EndReason } from '@airloom/contract/clients/clients.model';
import type { Band } from '@airloom/device-protocol/model';

/** A client at one device, from joining to leaving. */
export interface Session {
  readonly id: string;
  readonly mac: string;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** What the counters of its connection last said, and what that makes since it joined. */
  readonly counterRx: number;
  readonly counterTx: number;
  readonly rx: number;
  readonly tx: number;
  /** The same of what was sent to it, and of that what had to be sent again. */
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

/** What is remembered of a device's clients. */
export interface Clients {
  /** The newest report that was folded in. */
  readonly newestAt: number;
  readonly open: ReadonlyMap<string, Session>;
  /** Ended not long ago, newest last: something said late may still belong to them. */
  readonly ended: readonly Session[];
}

/** A client nothing was heard of for this long is not there any more. */
export const SILENT_MS = 30 * 60_000;

export const NO_CLIENTS: Clients = { newestAt: 0, open: new Map(), ended: [] };

export interface ReportTime {
  readonly at: number;
  /** Whether the device itself said when; else it is the arrival, which may lag. */
  readonly exact: boolean;
}

const EXACT_TOLERANCE_MS = 2_000;
export const ARRIVAL_TOLERANCE_MS = 30_000;

/** How far apart two times of the same thing may be time. */
export function tolerance({ exact }: ReportTime): number {
  return exact ? EXACT_TOLERANCE_MS : ARRIVAL_TOLERANCE_MS;
}

/** Whatever a device says, no session began longer before it was first heard of. */
export const SESSION_MAX_MS = 35 * 24 * 3_600_000;
