import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type DeviceStatus, isConnected, statusOfWhole } from '@airloom/contract/devices/devices.states';
import { CONNECT_TIMEOUT_MS, RECONNECT_MAX_MS } from '@airloom/device-protocol/backoff';
import type { PairSample } from '@airloom/device-protocol/model';

/** A device that reconnects within this time was never offline. */
export const GRACE_MS = 20_000;
export const HEARTBEAT_MS = 10_000;
/** A process without a heartbeat for this time is dead. */
export const DEAD_AFTER_MS = 60_000;
/** After a restart, any device that still tries has connected within this time, and its hello was processed. */
export const RETURN_MS = RECONNECT_MAX_MS + CONNECT_TIMEOUT_MS + HEARTBEAT_MS;

/** Older measurements do not describe the current status: the device stored them while disconnected. */
const RECENT_MS = 5 * 60_000;

/** Whether a report, measured at `at` or on arrival, describes the current status. */
export function isRecent(at: number | null, arrival: number): boolean {
  return at === null || arrival - at <= RECENT_MS;
}

/** Status of a connected device, including the other half of its pair. */
export function statusWhenConnected(pair: PairSample | null): DeviceStatus {
  if (pair?.mode !== 'ha') return 'online';
  return statusOfWhole(['online', pair.peerOnline === false ? 'offline' : 'online']);
}

/** Whether the other half of its pair is active. */
export function isStandby(pair: PairSample | null): boolean {
  return pair?.mode === 'ha' && pair.role === 'standby' && pair.peerOnline !== false;
}

/** Reconnecting changes the status of devices that are not connected only. */
export function statusAfterHello(before: DeviceStatus | null): DeviceStatus {
  return before === null || !isConnected(before) ? 'online' : before;
}

export interface Departure {
  readonly tenant: string;
  readonly deviceId: string;
  readonly connectionId: string;
  /** End of the connection, by the clock. */
  readonly at: number;
  /** The same in monotonic time. */
  readonly since: number;
}

/** Disconnected devices within their grace period. */
export class Departures {
  /** Oldest first. */
  readonly #gone = new Map<string, Departure>();

  get size(): number {
    return this.#gone.size;
  }

  add(departure: Departure): void {
    this.#gone.set(departure.connectionId, departure);
  }

  /** Removes and returns those past their grace period. */
  removeDue(monotonic: number): Departure[] {
    const due: Departure[] = [];
    for (const [key, departure] of this.#gone) {
      if (monotonic - departure.since < GRACE_MS) break;
      due.push(departure);
      this.#gone.delete(key);
    }
    return due;
  }
}

/** Whether devices of this kind have members. */
export function canHaveMembers(kind: DeviceKind): boolean {
  return kind === 'ac' || kind === 'gateway' || kind === 'controller';
}

export interface MemberRow {
  readonly kind: DeviceKind;
  readonly siteId: string | null;
  readonly managedBy: string | null;
  /** The other half of its controller's pair, as that one reports it. */
  readonly controllerPeer: string | null;
  readonly connectionId: string | null;
  /** Whether it has a certificate. */
  readonly hasCertificate: boolean;
  readonly status: DeviceStatus;
}

export interface Controller {
  readonly deviceId: string;
  readonly siteId: string | null;
  /** Whether it is the active half of a pair. */
  readonly isActive: boolean;
}

/** Input for deciding whether a member is missing. */
export interface MissedRow extends MemberRow {
  /** Of its controller, if that one is half of a pair. */
  readonly controllerRole: 'active' | 'standby' | null;
  readonly controllerStatus: DeviceStatus | null;
}

/**
 * Whether a complete list without this device means that it is offline. It was a member of that controller, or of the
 * other half of its pair, which is standby now.
 */
export function isMissingFrom(row: MissedRow, by: Pick<Controller, 'deviceId' | 'isActive'>): boolean {
  if (row.connectionId !== null || !isConnected(row.status)) return false;
  if (row.managedBy === by.deviceId) return true;
  const peerIsStandby = row.controllerRole === 'standby' && row.controllerStatus === 'online';
  return by.isActive && row.controllerPeer === by.deviceId && peerIsStandby;
}

/**
 * Whether a controller may report this device: it is a member already, or it is in the same site, has no certificate,
 * and no online controller reports it. The active half of a pair need not wait until the other one is known to be down.
 * A device with a certificate reports for itself only.
 */
export function mayBeAdoptedBy(row: MemberRow, by: Controller): boolean {
  if (row.connectionId !== null) return false;
  if (row.managedBy === by.deviceId) return true;
  if (canHaveMembers(row.kind) || row.siteId !== by.siteId) return false;
  if (row.managedBy === null) return !row.hasCertificate;
  return !isConnected(row.status) || (by.isActive && row.controllerPeer === by.deviceId);
}
