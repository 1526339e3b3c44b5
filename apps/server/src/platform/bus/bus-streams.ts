import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { Bus, Unsubscribe } from './bus.ts';
import { BusStream } from './bus-stream.ts';

/** What the other process is asked for. */
export interface StreamRequest {
  readonly kind: string;
  readonly tenant: string;
  readonly deviceId: string;
  readonly [name: string]: unknown;
}

export interface StreamOpening {
  readonly stream: string;
  /** The process that receives the answers. */
  readonly from: string;
  readonly request: StreamRequest;
}

/** Numbered per direction: a missing one ends the stream. */
export interface StreamMessage {
  readonly stream: string;
  readonly number: number;
  /** Base64. */
  readonly data?: string;
  readonly note?: unknown;
  /** Bytes that were consumed. */
  readonly credit?: number;
  /** The last message: why it ended. */
  readonly end?: string;
}

const BEAT_EVERY_MS = 5_000;

export type StreamHandler = (stream: BusStream, request: StreamRequest) => void;

/**
 * Ordered and bounded streams of bytes between two processes over the bus, such as a terminal between the console and
 * the gateway of its device. A stream ends when a message was lost or when the other process is silent for 20 seconds.
 */
export class BusStreams {
  readonly #bus: Bus;
  readonly #processId: string;
  readonly #log: Logger;
  readonly #streams = new Map<string, BusStream>();
  readonly #handlers = new Map<string, StreamHandler>();
  readonly #subscriptions: readonly Unsubscribe[];
  readonly #beats: NodeJS.Timeout;

  constructor(bus: Bus, processId: string, log: Logger) {
    this.#bus = bus;
    this.#processId = processId;
    this.#log = log;
    this.#subscriptions = [
      bus.subscribe('stream.open', (opening) => this.#accept(opening), processId),
      bus.subscribe('stream.message', (message) => this.#receive(message), processId),
    ];
    this.#beats = setInterval(() => {
      for (const stream of this.#streams.values()) stream.beat();
    }, BEAT_EVERY_MS);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Serves streams of one kind that other processes open. */
  serve(kind: string, handler: StreamHandler): void {
    this.#handlers.set(kind, handler);
  }

  open(processId: string, request: StreamRequest): BusStream {
    const stream = newId();
    // Within a process both ends have the same id.
    const opened = this.#add(`${stream}:a`, `${stream}:b`, processId);
    this.#bus.publish('stream.open', { stream, from: this.#processId, request }, processId);
    return opened;
  }

  close(): void {
    clearInterval(this.#beats);
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    for (const stream of this.#streams.values()) stream.end('processStopped');
  }

  #accept({ stream, from, request }: StreamOpening): void {
    const accepted = this.#add(`${stream}:b`, `${stream}:a`, from);
    const handler = this.#handlers.get(request.kind);
    if (handler === undefined) return accepted.end('notServed');
    try {
      handler(accepted, request);
    } catch (error) {
      this.#log.error({ err: error, kind: request.kind }, 'a stream could not be opened');
      accepted.end('failed');
    }
  }

  #add(here: string, there: string, processId: string): BusStream {
    const stream = new BusStream({
      send: (message) => this.#bus.publish('stream.message', { stream: there, ...message }, processId),
      ended: () => this.#streams.delete(here),
    });
    this.#streams.set(here, stream);
    return stream;
  }

  #receive({ stream, ...message }: StreamMessage): void {
    this.#streams.get(stream)?.receive(message);
  }
}
