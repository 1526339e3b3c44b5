import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { StreamMessage, StreamOpening } from './bus-streams.ts';

/** Every message between processes, by topic. Messages only wake up; what must not be lost is in the database. */
export interface BusMessages {
  /** Commands may be pending for these devices: their process checks. To one process by its id, or to all. */
  'device.wake': { readonly tenant: string; readonly deviceIds: readonly string[] };
  /** These devices, or all of the account, were moved, removed or refused: their process checks again. */
  'device.recheck': { readonly tenant: string; readonly deviceIds: readonly string[] | null };
  /** The device connected elsewhere; any other connection of it ends. */
  'device.connected': {
    readonly tenant: string;
    readonly deviceId: string;
    readonly connectionId: string;
    readonly address: string;
  };
  /** The target configuration of these devices may have changed; their process checks. */
  'device.configure': { readonly tenant: string; readonly deviceIds: readonly string[] };
  /** Reports or scans of these devices are stored: browsers that show them reload. */
  'device.reported': { readonly devices: readonly ReportedDevices[] };
  /** Clients at devices of these sites came, left or were reported: browsers that show them reload. */
  'terminals.changed': { readonly places: readonly TerminalPlace[] };
  /** These commands progressed: browsers that show them reload. */
  'commands.changed': { readonly tenant: string; readonly batchIds: readonly string[] };
  /** These upgrade campaigns progressed: browsers that show them reload. */
  'campaigns.changed': { readonly tenant: string; readonly campaignIds: readonly string[] };
  /** Upgrade campaigns have something to do: the process that runs them checks. */
  'campaigns.due': Readonly<Record<string, never>>;
  /** The rollouts of these changes progressed: browsers that show them reload. */
  'changes.changed': { readonly tenant: string; readonly changeIds: readonly string[] };
  /** Changes of settings have something to do: the process that rolls them out checks. */
  'changes.due': Readonly<Record<string, never>>;
  /** Something that alarms of this account depend on changed: the process that evaluates them reloads it. */
  'alarms.rules': { readonly tenant: string };
  /** The trusted certificate authorities of accounts changed. */
  'gateway.trust': Readonly<Record<string, never>>;
  /** Opens a stream to the process whose id is the token. */
  'stream.open': StreamOpening;
  /** One message of a stream to the process whose id is the token. */
  'stream.message': StreamMessage;
  /** Events were committed: the process that delivers them checks. */
  'outbox.wake': Readonly<Record<string, never>>;
}

export interface ReportedDevices {
  readonly tenant: string;
  /** Null while they are unclaimed. */
  readonly siteId: string | null;
  readonly deviceIds: readonly string[];
  /** Those that reported their controller members. */
  readonly controllerIds: readonly string[];
  /** Those that reported neighbours. */
  readonly scannedIds: readonly string[];
}

export interface TerminalPlace {
  readonly tenant: string;
  /** Null while their devices are unclaimed. */
  readonly siteId: string | null;
  /** Of the devices they are connected to. */
  readonly kind: DeviceKind;
}

export type Topic = keyof BusMessages;

/**
 * Between processes, by subject: a topic, and where needed a token that narrows it, such as the id of one process.
 * Publishing reaches every subscriber, in this process and in others; messages to others may be lost.
 */
export interface Bus {
  /** @throws {MessageTooLarge} */
  publish<T extends Topic>(topic: T, message: BusMessages[T], token?: string): void;
  subscribe<T extends Topic>(
    topic: T,
    listener: (message: BusMessages[T]) => void,
    token?: string,
  ): Unsubscribe;
  /** Calls `look` when messages may have been lost: their subject must be read from the database. */
  onGap(look: () => void): Unsubscribe;
  close(): Promise<void>;
}

export type Unsubscribe = () => void;

/** The maximum size of a message; larger content is split. */
export const MESSAGE_MAX_BYTES = 256 * 1024;
/** The maximum number of ids in one message. */
const IDS_MAX = 2_000;

export class MessageTooLarge extends Error {
  constructor(topic: string, bytes: number) {
    super(`a message of ${bytes} bytes is too large for ${topic}`);
    this.name = 'MessageTooLarge';
  }
}

/** The wire format of a message. */
export function wireOf(topic: string, message: unknown): string {
  const wire = JSON.stringify(message);
  const bytes = Buffer.byteLength(wire);
  if (bytes > MESSAGE_MAX_BYTES) throw new MessageTooLarge(topic, bytes);
  return wire;
}

/** Ids in as many parts as messages are needed. */
export function* inParts(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_MAX) yield ids.slice(from, from + IDS_MAX);
}

export function subjectOf(topic: Topic, token?: string): string {
  return token === undefined ? topic : `${topic}.${token}`;
}
