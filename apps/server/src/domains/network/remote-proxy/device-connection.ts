import { Duplex } from 'node:stream';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import { CLOSED } from './proxy-stream.ts';

/** Why the device could not be reached, or was lost: a reason of the gateway or of the stream. */
export class DeviceConnectionError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'DeviceConnectionError';
    this.reason = reason;
  }
}

export interface TrafficCounter {
  sent(bytes: number): void;
  received(bytes: number): void;
}

/** Written and not yet accepted by the gateway. */
const UNSENT_MAX_BYTES = 64 * 1024;

/** A connection to a target behind a device, as a socket. Both directions wait for a slow reader. */
export class DeviceConnection extends Duplex {
  readonly #stream: BusStream;
  readonly #counter: TrafficCounter;
  #unconsumed = 0;
  #written: (() => void) | null = null;
  #isClosed = false;

  constructor(stream: BusStream, counter: TrafficCounter) {
    super({ allowHalfOpen: false, highWaterMark: UNSENT_MAX_BYTES });
    this.#stream = stream;
    this.#counter = counter;
    stream.listen({
      onData: (data) => this.#receive(data),
      onDrain: () => this.#drained(),
      onEnd: (reason) => this.#ended(reason),
    });
  }

  /** HTTP clients set these on sockets. */
  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: (error?: Error | null) => void): void {
    // The rest of an upload that the target does not read any more; its answer may already be here.
    if (this.#isClosed) return written();
    this.#counter.sent(chunk.length);
    this.#stream.write(chunk);
    if (this.#stream.queuedBytes <= UNSENT_MAX_BYTES) written();
    else this.#written = written;
  }

  override _read(): void {
    const bytes = this.#unconsumed;
    this.#unconsumed = 0;
    if (bytes > 0) this.#stream.consumed(bytes);
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    this.#stream.end(CLOSED);
    destroyed(error);
  }

  #receive(data: Buffer): void {
    this.#counter.received(data.length);
    if (this.push(data)) this.#stream.consumed(data.length);
    else this.#unconsumed += data.length;
  }

  #drained(): void {
    const written = this.#written;
    this.#written = null;
    written?.();
  }

  #ended(reason: string): void {
    if (this.destroyed) return;
    this.#isClosed = true;
    if (reason !== CLOSED) return void this.destroy(new DeviceConnectionError(reason));
    this.push(null);
    this.#drained();
  }
}
