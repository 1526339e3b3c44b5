import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type {
  ClientSample,
  DeviceEvent,
  MemberSample,
  Report,
  ScanEntry,
} from '@airloom/device-protocol/model';

/** Who serves clients. Through gateways and switches they only pass: those behind them are somebody else's. */
export const SERVING_KINDS: readonly DeviceKind[] = ['ap', 'smart', 'ac', 'controller'];

/** Whose words these are, as its connection knows it. */
export interface ReportingDevice {
  readonly tenant: string;
  readonly deviceId: string;
  /** Null while it waits to be claimed into a site. */
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
  /** When it was measured; null for one so old that nothing is made of it. */
  readonly at: number | null;
  /** Whether what it says of members is kept as their reports. */
  readonly ofMembers: boolean;
}

/** A report that has its place in time. */
export type TimedReport = ReceivedReport & { readonly at: number };

/** What a controller tells of a member that is up, stands under it and does not speak for itself. */
export interface ReportedMember {
  readonly device: Pick<ReportingDevice, 'tenant' | 'deviceId' | 'siteId'>;
  readonly member: MemberSample;
  /** Those of the controller's clients that it serves. */
  readonly clients: readonly ClientSample[];
}

export type ReportedMembers = ReadonlyMap<ReceivedItem, readonly ReportedMember[]>;

export interface ReceivedEvent extends Received {
  readonly what: 'event';
  /** Made on the way in, so that storing it again stores it once. */
  readonly id: string;
  readonly event: DeviceEvent;
  readonly at: number;
  /** Whether it goes into the log, or a device tells too much. */
  readonly logged: 'yes' | 'no' | 'tooMany';
}

export interface ReceivedScan extends Received {
  readonly what: 'scan';
  readonly entries: readonly ScanEntry[];
}

/** What the cloud itself saw of a device. */
export interface ReceivedNotice extends Received {
  readonly what: 'notice';
  readonly id: string;
  readonly notice: { readonly type: string };
  readonly logged: 'yes' | 'tooMany';
}

/** One thing a device said, waiting to be stored. */
export type ReceivedItem = ReceivedReport | ReceivedEvent | ReceivedScan | ReceivedNotice;

export function ofKind<W extends ReceivedItem['what']>(
  items: readonly ReceivedItem[],
  what: W,
): Extract<ReceivedItem, { what: W }>[] {
  return items.filter((item): item is Extract<ReceivedItem, { what: W }> => item.what === what);
}
