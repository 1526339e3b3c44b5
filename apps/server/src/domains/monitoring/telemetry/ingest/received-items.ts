import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type {
  ClientSample,
  DeviceEvent,
  MemberSample,
  Report,
  ScanEntry,
} from '@airloom/device-protocol/model';

/** Kinds that serve clients. Clients listed by gateways and switches belong to other devices. */
export const SERVING_KINDS: readonly DeviceKind[] = ['ap', 'smart', 'ac', 'controller'];

/** The sending device, as known to its connection. */
export interface ReportingDevice {
  readonly tenant: string;
  readonly deviceId: string;
  /** Null while it is unclaimed. */
  readonly siteId: string | null;
  readonly kind: DeviceKind;
  readonly connectionId: string;
}

interface Received {
  readonly device: ReportingDevice;
  readonly arrival: number;
}

export interface ReceivedReport extends Received {
  readonly what: 'report';
  readonly report: Report;
  /** When it was measured; null for a report too old to store. */
  readonly at: number | null;
  /** Whether its members are stored as reports of their own. */
  readonly ofMembers: boolean;
}

/** A report with a valid time. */
export type TimedReport = ReceivedReport & { readonly at: number };

/** An online member in a controller report, managed by that controller and without an own connection. */
export interface ReportedMember {
  readonly device: Pick<ReportingDevice, 'tenant' | 'deviceId' | 'siteId'>;
  readonly member: MemberSample;
  /** The controller's clients that this member serves. */
  readonly clients: readonly ClientSample[];
}

export type ReportedMembers = ReadonlyMap<ReceivedItem, readonly ReportedMember[]>;

export interface ReceivedEvent extends Received {
  readonly what: 'event';
  /** Created on arrival, so that storing it again has no effect. */
  readonly id: string;
  readonly event: DeviceEvent;
  readonly at: number;
  /** Whether it goes into the device log; `tooMany` when the limit is reached. */
  readonly logged: 'yes' | 'no' | 'tooMany';
}

export interface ReceivedScan extends Received {
  readonly what: 'scan';
  readonly entries: readonly ScanEntry[];
}

/** An event of the device connection, seen by the server. */
export interface ReceivedNotice extends Received {
  readonly what: 'notice';
  readonly id: string;
  readonly notice: { readonly type: string };
  readonly logged: 'yes' | 'tooMany';
}

/** A received item that is to be stored. */
export type ReceivedItem = ReceivedReport | ReceivedEvent | ReceivedScan | ReceivedNotice;

export function ofKind<W extends ReceivedItem['what']>(
  items: readonly ReceivedItem[],
  what: W,
): Extract<ReceivedItem, { what: W }>[] {
  return items.filter((item): item is Extract<ReceivedItem, { what: W }> => item.what === what);
}
