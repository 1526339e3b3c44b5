import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/** Every message between processes, by topic. They only wake; what must not be lost is in the database. */
export interface BusMessages {
  /** Commands may wait in the database for these devices; who holds them looks. To one process by its id, or to all. */
  'device.wake': { readonly tenant: string; readonly deviceIds: readonly string[] };
  /** These devices, or all of the account, were moved, removed or refused: who holds them looks again. */
  'device.recheck': { readonly tenant: string; readonly deviceIds: readonly string[] | null };
  /** The device came in elsewhere; any other connection of it ends. */
  'device.connected': {
    readonly tenant: string;
    readonly deviceId: string;
    readonly connectionId: string;
    readonly address: string;
  };
  /** What these devices should run may have changed; who holds them looks. */
  'device.configure': { readonly tenant: string; readonly deviceIds: readonly string[] };
  /** What these devices reported or heard is on disk: browsers that show them read again. */
  'device.reported': { readonly devices: readonly ReportedDevices[] };
  /** Clients at devices of these places came, went or were told of: browsers that show them read again. */
  'terminals.changed': { readonly places: readonly TerminalPlace[] };
  /** These orders went on: browsers that show them read again. */
  'commands.changed': { readonly tenant: string; readonly batchIds: readonly string[] };
  /** These upgrade campaigns went on: browsers that show them read again. */
  'campaigns.changed': { readonly tenant: string; readonly campaignIds: readonly string[] };
  /** Upgrade campaigns have something to do: who drives them looks. */
  'campaigns.due': Readonly<Record<string, never>>;
  /** What alarms of this account are raised for changed: who judges reads it again. */
  'alarms.rules': { readonly tenant: string };
  /** Certificate makers that accounts trust changed. */
  'gateway.trust': Readonly<Record<string, never>>;
  /** Facts were committed: who tells them looks. */
  'outbox.kick': Readonly<Record<string, never>>;
}

export interface ReportedDevices {
  readonly tenant: string;
  /** Null while they wait to be claimed. */
  readonly siteId: string | null;
  readonly deviceIds: readonly string[];
  /** Those of them that spoke of the devices under them. */
  readonly controllerIds: readonly string[];
  /** Those that told what they hear around them. */
  readonly scannedIds: readonly string[];
}

export interface TerminalPlace {
  readonly tenant: string;
  /** Null while their devices wait to be claimed. */
  readonly siteId: string | null;
  /** Of the devices they are at. */
  readonly kind: DeviceKind;
}

export type Topic = keyof BusMessages;

/**
 * Between processes, by subject: a topic, and where it matters a token that narrows it, such as one process's
 * id. Publishing reaches everyone who listens, in this process and in others, and may be lost on the way there.
 */
export interface Bus {
  /** @throws {MessageTooLarge} */
  publish<T extends Topic>(topic: T, message: BusMessages[T], token?: string): void;
  subscribe<T extends Topic>(topic: T, hear: (message: BusMessages[T]) => void, token?: string): Unsubscribe;
  /** Calls `look` when messages may have been lost: what they would have told has to be looked up. */
  onGap(look: () => void): Unsubscribe;
  close(): Promise<void>;
}

export type Unsubscribe = () => void;

/** No message is larger; who has more to say says it in parts. */
export const MESSAGE_MAX_BYTES = 256 * 1024;
/** Ids of which one message holds no more. */
const IDS_MAX = 2_000;

export class MessageTooLarge extends Error {
  constructor(topic: string, bytes: number) {
    super(`a message of ${bytes} bytes is too large for ${topic}`);
    this.name = 'MessageTooLarge';
  }
}

/** How a message travels. */
export function wireOf(topic: string, message: unknown): string {
  const wire = JSON.stringify(message);
  const bytes = Buffer.byteLength(wire);
  if (bytes > MESSAGE_MAX_BYTES) throw new MessageTooLarge(topic, bytes);
  return wire;
}

/** Ids in as many parts as there have to be messages. */
export function* inParts(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_MAX) yield ids.slice(from, from + IDS_MAX);
}

export function subjectOf(topic: Topic, token?: string): string {
  return token === undefined ? topic : `${topic}.${token}`;
}
