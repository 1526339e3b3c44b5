import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from '../log.ts';
import { type Bus, type BusMessages, subjectOf, type Topic, type Unsubscribe, wireOf } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';
import { natsServers } from './nats-servers.ts';

const MESSAGE = 'airloom.say.';
const GAP = 'airloom.gap';
const CONNECT_MS = 10_000;
const RECONNECT_MS = 500;
const PING_MS = 20_000;
/** After a server's restart all processes reconnect within moments, and check once. */
const GAP_PAUSE_MS = 1_000;

/**
 * Between processes over NATS. Messages within the process are delivered directly, so they arrive while NATS is
 * unreachable. What is published meanwhile is lost to others, who are notified afterwards.
 */
export class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #here: InProcessBus;
  readonly #log: Logger;
  readonly #looks = new Set<() => void>();
  readonly #watching: Promise<void>;
  #away = false;
  #gapTimer: NodeJS.Timeout | null = null;

  private constructor(connection: NatsConnection, log: Logger) {
    this.#connection = connection;
    this.#log = log;
    this.#here = new InProcessBus(log);
    this.#deliver(GAP, () => this.#gap());
    this.#watching = this.#watch();
  }

  /** Fails when no server answers now; later it reconnects by itself, without a limit. */
  static async connect(urls: string, name: string, log: Logger): Promise<NatsBus> {
    const { hosts, ...access } = natsServers(urls);
    const connection = await connect({
      ...access,
      servers: hosts,
      name,
      noEcho: true,
      timeout: CONNECT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_MS,
      ignoreAuthErrorAbort: true,
      pingInterval: PING_MS,
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`NATS at ${hosts.join(', ')} (NATS_URL) cannot be used: ${reason}`, { cause: error });
    });
    return new NatsBus(connection, log);
  }

  publish<T extends Topic>(topic: T, message: BusMessages[T], token?: string): void {
    const wire = wireOf(topic, message);
    this.#here.publish(topic, message, token);
    this.#send(MESSAGE + subjectOf(topic, token), wire);
  }

  subscribe<T extends Topic>(
    topic: T,
    deliver: (message: BusMessages[T]) => void,
    token?: string,
  ): Unsubscribe {
    const leaveHere = this.#here.subscribe(topic, deliver, token);
    const away = this.#deliver(MESSAGE + subjectOf(topic, token), (message) => deliver(message.json()));
    return () => {
      leaveHere();
      leave(away);
    };
  }

  onGap(look: () => void): Unsubscribe {
    this.#looks.add(look);
    return () => this.#looks.delete(look);
  }

  async close(): Promise<void> {
    if (this.#gapTimer !== null) clearTimeout(this.#gapTimer);
    await this.#here.close();
    if (this.#away) await this.#connection.close();
    // Sends what was published last. The connection may be lost by now without having noticed.
    else await this.#connection.drain().catch(() => this.#connection.close());
    await this.#watching;
  }

  #send(subject: string, wire: string): void {
    if (this.#away || this.#connection.isClosed() || this.#connection.isDraining()) return;
    this.#connection.publish(subject, wire);
  }

  #deliver(subject: string, deliver: (message: Msg) => void): Subscription {
    const callback = (problem: Error | null, message: Msg): void => {
      try {
        if (problem !== null) throw problem;
        deliver(message);
      } catch (error) {
        this.#log.error({ err: error, subject }, 'a listener on the bus failed');
      }
    };
    return this.#connection.subscribe(subject, { callback });
  }

  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'disconnect') {
        this.#away = true;
        this.#log.warn({ server: status.server }, 'NATS is away');
      } else if (status.type === 'reconnect') {
        this.#away = false;
        this.#log.warn({ server: status.server }, 'NATS is back');
        // Others did not receive what was published here meanwhile.
        this.#send(GAP, '');
        this.#gap();
      } else if (status.type === 'error') {
        this.#log.error({ err: status.error }, 'NATS refused something');
      }
    }
  }

  #gap(): void {
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = null;
      for (const look of this.#looks) look();
    }, GAP_PAUSE_MS);
  }
}

function leave(subscription: Subscription): void {
  if (!subscription.isClosed()) subscription.unsubscribe();
}
