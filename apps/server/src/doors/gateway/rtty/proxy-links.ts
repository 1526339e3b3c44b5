import { TUNNEL_WINDOW_BYTES, type TunnelEvent } from '@airloom/device-protocol/rtty/messages';
import { CLOSED, type ProxyRequest } from '../../../domains/network/remote-proxy/proxy-stream.ts';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import type { RttyConnection } from './rtty-connection.ts';

export interface ProxyLinkParts {
  /** Names the proxied connection to the device. */
  readonly id: Buffer;
  readonly connection: RttyConnection;
  readonly stream: BusStream;
  readonly request: ProxyRequest;
  ended(): void;
}

/** Received from the device and not read by the browser: the device is paused above it. */
const UNREAD_MAX_BYTES = 256 * 1024;
/** A paused device serves nobody else, so a browser that reads nothing for this long loses its connection. */
const PAUSED_MAX_MS = 10_000;
/** From the opening to the answer of the device. */
const OPEN_MS = 20_000;

/** One proxied connection: a stream from the console at one end, the device at the other. */
export abstract class ProxyLink {
  protected readonly parts: ProxyLinkParts;
  #hasEnded = false;
  #isClosedByDevice = false;

  constructor(parts: ProxyLinkParts) {
    this.parts = parts;
  }

  /** Data of a web page; empty when the device closed the connection. */
  receiveData(_data: Buffer): void {}

  receiveEvent(_event: TunnelEvent): void {}

  /** The device reads again. */
  drained(): void {}

  start(): void {
    this.open();
    this.parts.stream.listen({
      onData: (data) => this.send(data),
      onDrain: () => this.passedOn(),
      onProgress: () => this.readBy(),
      onEnd: () => this.#ended(),
    });
  }

  /** Ends the stream at once. */
  end(reason: string): void {
    this.parts.stream.end(reason);
  }

  /** The device closed it, or its line is lost: the stream ends once everything received has been sent. */
  finish(reason: string): void {
    this.#isClosedByDevice = true;
    this.parts.stream.finish(reason);
  }

  protected abstract open(): void;
  protected abstract send(data: Buffer): void;
  protected abstract close(): void;

  /** Everything received has been sent to the console. */
  protected passedOn(): void {}

  /** The browser reads. */
  protected readBy(): void {}

  /** Called once, after the stream ended. */
  protected released(): void {}

  #ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#isClosedByDevice) this.close();
    this.released();
    this.parts.ended();
  }
}

/** HTTP or HTTPS by messages of rtty, which have no acknowledgements: the whole device is paused for a slow browser. */
export class WebLink extends ProxyLink {
  #unconsumed = 0;
  #resume: (() => void) | null = null;
  #paused: NodeJS.Timeout | null = null;

  override receiveData(data: Buffer): void {
    if (data.length === 0) return this.finish(CLOSED);
    const { stream, connection } = this.parts;
    stream.write(data);
    if (stream.queuedBytes <= UNREAD_MAX_BYTES || this.#resume !== null) return;
    this.#resume = connection.hold();
    this.#waitForReader();
  }

  override drained(): void {
    const bytes = this.#unconsumed;
    this.#unconsumed = 0;
    this.parts.stream.consumed(bytes);
  }

  protected open(): void {
    // The device connects with the first data.
  }

  protected send(data: Buffer): void {
    const { connection } = this.parts;
    this.#message(data);
    this.#unconsumed += data.length;
    if (connection.isWritable) this.drained();
  }

  protected close(): void {
    this.#message(Buffer.alloc(0));
  }

  protected override readBy(): void {
    if (this.#resume === null) return;
    if (this.parts.stream.queuedBytes <= UNREAD_MAX_BYTES / 2) this.#release();
    else this.#waitForReader();
  }

  protected override released(): void {
    this.#release();
  }

  #waitForReader(): void {
    if (this.#paused !== null) clearTimeout(this.#paused);
    this.#paused = setTimeout(() => this.end('tooSlow'), PAUSED_MAX_MS);
  }

  #release(): void {
    if (this.#paused !== null) clearTimeout(this.#paused);
    this.#paused = null;
    this.#resume?.();
    this.#resume = null;
  }

  #message(data: Buffer): void {
    const { connection, id, request } = this.parts;
    const { address, port, protocol } = request;
    connection.sendHttp({ https: protocol === 'https', connection: id, address, port, data });
  }
}

/** TCP by messages of the extension. Acknowledgements bound each tunnel by itself. */
export class TunnelLink extends ProxyLink {
  #opening: NodeJS.Timeout | null = null;
  #unacknowledged = 0;
  /** Sent to the device and not acknowledged by it. */
  #unread = 0;

  override receiveEvent(event: TunnelEvent): void {
    switch (event.kind) {
      case 'opened':
        return this.#opened();
      case 'data':
        return this.#receive(event.data);
      case 'ack':
        return this.#acknowledged(event.bytes);
      case 'close':
        return this.finish(CLOSED);
      case 'open':
        // Devices do not open tunnels.
        return this.parts.connection.end('protocolError');
    }
  }

  protected open(): void {
    const { address, port } = this.parts.request;
    this.#message({ kind: 'open', address, port });
    this.#opening = setTimeout(() => this.end('noAnswer'), OPEN_MS);
  }

  protected send(data: Buffer): void {
    this.#unread += data.length;
    this.#message({ kind: 'data', data });
  }

  protected close(): void {
    this.#message({ kind: 'close' });
  }

  protected override passedOn(): void {
    this.#acknowledge();
  }

  protected override released(): void {
    this.#opened();
  }

  #opened(): void {
    if (this.#opening !== null) clearTimeout(this.#opening);
    this.#opening = null;
  }

  /** More than was sent would let the console send without a limit. */
  #acknowledged(bytes: number): void {
    const { stream, connection } = this.parts;
    if (bytes > this.#unread) return connection.end('protocolError');
    this.#unread -= bytes;
    stream.consumed(bytes);
  }

  #receive(data: Buffer): void {
    const { stream, connection } = this.parts;
    this.#unacknowledged += data.length;
    if (this.#unacknowledged > 2 * TUNNEL_WINDOW_BYTES) return connection.end('flooding');
    stream.write(data);
    if (stream.queuedBytes === 0) this.#acknowledge();
  }

  #acknowledge(): void {
    const bytes = this.#unacknowledged;
    this.#unacknowledged = 0;
    if (bytes > 0) this.#message({ kind: 'ack', bytes });
  }

  #message(event: TunnelEvent): void {
    const { connection, id } = this.parts;
    connection.send({ type: 'tunnel', connection: id, event });
  }
}
