import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type DeviceStatus, statusOfWhole } from '@airloom/contract/devices/devices.states';
import type { PairSample } from '@airloom/device-protocol/model';

/** A device that comes back within this long was never offline. */
export const GRACE_MS = 20_000;
export const HEARTBEAT_MS = 10_000;
/** A process not heard of for this long holds nobody any more. */
export const DEAD_AFTER_MS = 60_000;

/** What a device measured longer ago says nothing of the present: it kept it while nobody heard it. */
const RECENT_MS = 5 * 60_000;

/** Whether a report that arrived now, or was measured at `at`, tells how things are. */
export function isRecent(at: number | null, arrival: number): boolean {
  return at === null || arrival - at <= RECENT_MS;
}

/** Of a device that holds a connection; one of a pair answers for the other too. */
export function statusWhenConnected(pair: PairSample | null): DeviceStatus {
  if (pair?.mode !== 'ha') return 'online';
  return statusOfWhole(['online', pair.peerOnline === false ? 'offline' : 'online']);
}

/** Whether the other half of its pair does the work. */
export function rests(pair: PairSample | null): boolean {
  return pair?.mode === 'ha' && pair.role === 'standby' && pair.peerOnline !== false;
}

/** Coming back changes nothing for whoever was not offline. */
export function statusAfterHello(before: DeviceStatus | null): DeviceStatus {
  return before === null || before === 'offline' ? 'online' : before;
}

export interface Departure {
  readonly tenant: string;
  readonly deviceId: string;
  readonly connectionId: string;
  /** When the connection went, by the clock. */
  readonly at: number;
  /** The same in monotonic time. */
  readonly since: number;
}

/** Devices whose connection went and who may still come back in time. */
export class Departures {
  /** In the order in which they went. */
  readonly #gone = new Map<string, Departure>();

  get size(): number {
    return this.#gone.size;
  }

  add(departure: Departure): void {
    this.#gone.set(departure.connectionId, departure);
  }

  /** Those whose time is up; they are not told again. */
  takeDue(monotonic: number): Departure[] {
    const due: Departure[] = [];
    for (const [key, departure] of this.#gone) {
      if (monotonic - departure.since < GRACE_MS) break;
      due.push(departure);
      this.#gone.delete(key);
    }
    return due;
  }
}

/** Whether devices of this kind have others under them. */
export function leads(kind: DeviceKind): boolean {
  return kind === 'ac' || kind === 'gateway' || kind === 'controller';
}

export interface MemberRow {
  readonly kind: DeviceKind;
  readonly siteId: string | null;
  readonly managedBy: string | null;
  /** The other half of the pair its manager belongs to, as that one says. */
  readonly managersPeer: string | null;
  readonly connectionId: string | null;
  /** Whether it has a certificate. */
  readonly provesItself: boolean;
  readonly status: DeviceStatus;
}

export interface Speaker {
  readonly deviceId: string;
  readonly siteId: string | null;
  /** Of a pair, the half that works now. */
  readonly tookOver: boolean;
}

/** What is asked before somebody is missed. */
export interface MissedRow extends MemberRow {
  /** Of its manager, if that is one of a pair. */
  readonly managersRole: 'active' | 'standby' | null;
  readonly managersStatus: DeviceStatus | null;
}

/**
 * Whether a device that lists all it has under it, and not this one, thereby says that this one is gone. It stood
 * under that device, or under the other half of its pair, which works no longer and knows it.
 */
export function isMissedBy(row: MissedRow, by: Pick<Speaker, 'deviceId' | 'tookOver'>): boolean {
  if (row.connectionId !== null || row.status === 'offline') return false;
  if (row.managedBy === by.deviceId) return true;
  const isLeftOver = row.managersRole === 'standby' && row.managersStatus === 'online';
  return by.tookOver && row.managersPeer === by.deviceId && isLeftOver;
}

/**
 * Whether a device may speak for this one: it does so already, or the other stands in the same site, cannot prove
 * who it is, and nobody who is up speaks for it. The half of a pair that takes over need not wait until the first
 * is known to be gone. A device that proves who it is answers for itself alone.
 */
export function mayBeSpokenFor(row: MemberRow, by: Speaker): boolean {
  if (row.connectionId !== null) return false;
  if (row.managedBy === by.deviceId) return true;
  if (leads(row.kind) || row.siteId !== by.siteId) return false;
  if (row.managedBy === null) return !row.provesItself;
  return row.status === 'offline' || (by.tookOver && row.managersPeer === by.deviceId);
}
