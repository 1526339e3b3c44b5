import {
  READY_NOTE,
  resizeNote,
  SHELL_STREAM,
  shellRequest,
} from '../../../domains/network/web-shell/shell-stream.ts';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import type { BusStreams } from '../../../platform/bus/bus-streams.ts';
import type { Logger } from '../../../platform/log.ts';
import { type DeviceDialer, DialFailure } from './device-dialer.ts';
import type { RttyConnection } from './rtty-connection.ts';
import type { RttyTerminal, TerminalSize } from './rtty-terminal.ts';

/** Serves the shell sessions that the console opens to devices of this process. */
export function serveShells(streams: BusStreams, dialer: Pick<DeviceDialer, 'connect'>, log: Logger): void {
  streams.serve(SHELL_STREAM, (stream, request) => {
    const { columns, rows, ...device } = shellRequest.parse(request);
    const bridge = new ShellBridge(stream, { columns, rows });
    dialer.connect(device).then(
      (connection) => bridge.attach(connection),
      (error: unknown) => {
        if (!(error instanceof DialFailure)) log.error({ err: error }, 'a shell could not be opened');
        stream.end(error instanceof DialFailure ? error.reason : 'failed');
      },
    );
  });
}

/** Connects one stream to one terminal. Data that the console does not consume is not acknowledged to the device. */
class ShellBridge {
  readonly #stream: BusStream;
  #size: TerminalSize;
  #connection: RttyConnection | null = null;
  #terminal: RttyTerminal | null = null;
  /** Received from the device, and waiting in the stream. */
  #unacknowledged = 0;
  /** Received from the console while the device does not read. */
  #unconsumed = 0;

  constructor(stream: BusStream, size: TerminalSize) {
    this.#stream = stream;
    this.#size = size;
    stream.listen({
      onData: (data) => this.#type(data),
      onNote: (note) => this.#resize(note),
      onDrain: () => this.#acknowledge(),
      onEnd: () => this.#close(),
    });
  }

  attach(connection: RttyConnection): void {
    if (!this.#stream.isOpen) return connection.end();
    this.#connection = connection;
    connection.onDrain(() => this.#consume());
    this.#terminal = connection.openTerminal(this.#size, {
      onOpen: () => this.#stream.note(READY_NOTE),
      onData: (data) => {
        this.#unacknowledged += data.length;
        this.#stream.write(data);
        if (this.#stream.queuedBytes === 0) this.#acknowledge();
      },
      onEnd: (reason) => {
        // What the device sent before is shown and recorded.
        this.#stream.finish(reason);
        connection.end();
      },
    });
  }

  #type(data: Buffer): void {
    this.#terminal?.write(data);
    this.#unconsumed += data.length;
    if (this.#connection?.isWritable !== false) this.#consume();
  }

  #consume(): void {
    const bytes = this.#unconsumed;
    this.#unconsumed = 0;
    this.#stream.consumed(bytes);
  }

  #acknowledge(): void {
    const bytes = this.#unacknowledged;
    this.#unacknowledged = 0;
    if (bytes > 0) this.#terminal?.acknowledge(bytes);
  }

  #resize(note: unknown): void {
    const read = resizeNote.safeParse(note);
    if (!read.success) return;
    const { columns, rows } = read.data;
    this.#size = { columns, rows };
    this.#terminal?.resize(this.#size);
  }

  #close(): void {
    this.#terminal?.close();
    this.#connection?.end();
  }
}
