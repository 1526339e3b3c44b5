/** Every message between processes, by topic. They wake and ask; what must not be lost is in the database. */
export interface BusMessages {
  /** Commands may wait in the database for a device; the process that holds it looks. */
  'device.wake': { readonly tenant: string; readonly deviceId: string };
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
  /** These orders went on: browsers that show them read again. */
  'commands.changed': { readonly tenant: string; readonly batchIds: readonly string[] };
  /** Certificate makers that accounts trust changed. */
  'gateway.trust': Readonly<Record<string, never>>;
}

export type Topic = keyof BusMessages;

/**
 * Between processes, by subject: a topic, and where it matters a token that narrows it, such as one process's
 * id. Publishing reaches everyone who listens, once at most; a request reaches one of those who answer.
 */
export interface Bus {
  publish<T extends Topic>(topic: T, message: BusMessages[T], token?: string): void;
  subscribe<T extends Topic>(topic: T, hear: (message: BusMessages[T]) => void, token?: string): Unsubscribe;
  /** Rejects with {@link NoResponder} at once when nobody answers such requests. */
  request<T extends Topic>(
    topic: T,
    message: BusMessages[T],
    options: { readonly timeoutMs: number; readonly token?: string },
  ): Promise<unknown>;
  respond<T extends Topic>(
    topic: T,
    answer: (message: BusMessages[T]) => Promise<unknown>,
    token?: string,
  ): Unsubscribe;
  close(): Promise<void>;
}

export type Unsubscribe = () => void;

export class NoResponder extends Error {
  constructor(subject: string) {
    super(`nobody answers ${subject}`);
    this.name = 'NoResponder';
  }
}

export class RequestTimeout extends Error {
  constructor(subject: string) {
    super(`no answer to ${subject} in time`);
    this.name = 'RequestTimeout';
  }
}

export function subjectOf(topic: Topic, token?: string): string {
  return token === undefined ? topic : `${topic}.${token}`;
}
