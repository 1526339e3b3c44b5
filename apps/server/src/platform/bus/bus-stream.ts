import type { StreamMessage } from './bus-streams.ts';

type Message = Omit<StreamMessage, 'stream'>;

interface StreamParts {
  send(message: Message): void;
  ended(): void;
}

export interface StreamEvents {
  /** Each byte must be reported with {@link BusStream.consumed}. */
  onData(data: Buffer): void;
  onNote?(note: unknown): void;
  /** Everything that was written has been sent. */
  onDrain?(): void;
  /** The other side consumed some of what was sent. */
  onProgress?(): void;
  onEnd(reason: string): void;
}

/** Sent and not consumed by the other side. */
const WINDOW_BYTES = 64 * 1024;
/** Below the window, so that the writer never waits for a credit that is not sent. */
const CREDIT_BYTES = 16 * 1024;
const CHUNK_BYTES = 32 * 1024;
/** Intervals without a message after which the other process is considered gone. */
const MISSED_MAX = 3;
/** Intervals without a credit after which the last data is not waited for any more. */
const FINISHING_MAX = 4;

/** One end of a stream between two processes. */
export class BusStream {
  readonly #parts: StreamParts;
  #events: StreamEvents | null = null;
  #early: Message[] = [];
  #queue: Buffer[] = [];
  #queued = 0;
  #inFlight = 0;
  #unreported = 0;
  #sent = 0;
  #received = 0;
  #missed = 0;
  /** Ends with this reason once everything written has been sent. */
  #finishing: string | null = null;
  #unfinishedBeats = 0;
  #endReason: string | null = null;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#endReason === null;
  }

  /** Bytes that wait because the other side does not consume. The writer must not add much to them. */
  get queuedBytes(): number {
    return this.#queued;
  }

  listen(events: StreamEvents): void {
    this.#events = events;
    for (const message of this.#early.splice(0)) this.#deliver(message);
    if (this.#endReason !== null) events.onEnd(this.#endReason);
  }

  write(data: Buffer): void {
    if (!this.isOpen || this.#finishing !== null || data.length === 0) return;
    this.#queue.push(data);
    this.#queued += data.length;
    this.#flush();
  }

  /** Sends an object in order with the data that was already sent. Small, and not counted. */
  note(note: unknown): void {
    this.#send({ note });
  }

  consumed(bytes: number): void {
    this.#unreported += bytes;
    if (this.#unreported < CREDIT_BYTES) return;
    this.#send({ credit: this.#unreported });
    this.#unreported = 0;
  }

  /** Ends it after everything that was written, unless the other side stops consuming. */
  finish(reason: string): void {
    if (!this.isOpen || this.#finishing !== null) return;
    if (this.#queued === 0) return this.end(reason);
    this.#finishing = reason;
  }

  /** Ends it at once; what waits is dropped. */
  end(reason: string): void {
    if (!this.isOpen) return;
    this.#send({ end: reason });
    this.#close(reason);
  }

  receive(message: Message): void {
    if (!this.isOpen) return;
    if (message.number !== this.#received + 1) return this.end('messagesLost');
    this.#received += 1;
    this.#missed = 0;
    if (this.#events === null) this.#early.push(message);
    else this.#deliver(message);
  }

  /** Called every few seconds. */
  beat(): void {
    if (!this.isOpen) return;
    this.#missed += 1;
    if (this.#finishing !== null) this.#unfinishedBeats += 1;
    if (this.#missed > MISSED_MAX) this.end('processLost');
    else if (this.#finishing !== null && this.#unfinishedBeats > FINISHING_MAX) this.end(this.#finishing);
    else this.#send({});
  }

  #deliver({ data, note, credit, end }: Message): void {
    if (data !== undefined) this.#events?.onData(Buffer.from(data, 'base64'));
    if (note !== undefined) this.#events?.onNote?.(note);
    if (credit !== undefined) {
      this.#inFlight = Math.max(0, this.#inFlight - credit);
      this.#unfinishedBeats = 0;
      this.#flush();
      this.#events?.onProgress?.();
    }
    if (end !== undefined) this.#close(end);
  }

  #flush(): void {
    const hadQueued = this.#queued > 0;
    while (this.#queued > 0 && this.#inFlight < WINDOW_BYTES && this.isOpen) {
      const all = this.#queue.length === 1 ? this.#queue[0] : Buffer.concat(this.#queue);
      if (all === undefined) break;
      const size = Math.min(all.length, CHUNK_BYTES, WINDOW_BYTES - this.#inFlight);
      this.#queue = size < all.length ? [all.subarray(size)] : [];
      this.#queued -= size;
      this.#inFlight += size;
      this.#send({ data: all.toString('base64', 0, size) });
    }
    if (hadQueued && this.#queued === 0) this.#events?.onDrain?.();
    if (this.#finishing !== null && this.#queued === 0) this.end(this.#finishing);
  }

  #send(message: Omit<Message, 'number'>): void {
    if (!this.isOpen) return;
    this.#sent += 1;
    this.#parts.send({ number: this.#sent, ...message });
  }

  #close(reason: string): void {
    this.#endReason = reason;
    this.#queue = [];
    this.#queued = 0;
    this.#parts.ended();
    this.#events?.onEnd(reason);
  }
}
