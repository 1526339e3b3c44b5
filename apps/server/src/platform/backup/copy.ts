import { Readable } from 'node:stream';
import type pg from 'pg';

/** Driver features that its types leave out. */
declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(message: string): void;
  }
}

/** What `copy … to stdout` writes, with backpressure on the connection; to stop early, end the client. */
export function copyOut(client: pg.Client, statement: string): Readable {
  const stream = new CopyOut(statement);
  client.query(stream);
  return stream;
}

class CopyOut extends Readable {
  readonly #statement: string;
  #connection: pg.Connection | null = null;

  constructor(statement: string) {
    super({ highWaterMark: 256 * 1024 });
    this.#statement = statement;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData(message: { readonly chunk: Buffer }): void {
    if (!this.push(message.chunk)) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#connection = null;
    this.push(null);
  }

  handleError(error: Error): void {
    this.#connection = null;
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }
}

/** Feeds `copy … from stdin`, with the backpressure of the connection. */
export async function copyIn(
  client: pg.Client,
  statement: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const copying = new CopyIn(statement);
  client.query(copying);
  const connection = await Promise.race([copying.ready.promise, copying.done.promise]);
  if (!connection) throw new Error(`Not a COPY FROM STDIN: ${statement}`);
  try {
    for await (const chunk of rows) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await copying.drained(connection);
      if (copying.failed) break;
    }
    connection.endCopyFrom();
  } catch (error) {
    connection.sendCopyFail('the rows could not be read');
    // The database confirms the abort as an error; the reason is the first one.
    await copying.done.promise.catch(() => undefined);
    throw error;
  }
  await copying.done.promise;
}

class CopyIn {
  readonly ready = Promise.withResolvers<pg.Connection>();
  readonly done = Promise.withResolvers<void>();
  failed = false;
  readonly #statement: string;
  #wake: (() => void) | null = null;

  constructor(statement: string) {
    this.#statement = statement;
    // It may fail before anything awaits it.
    this.done.promise.catch(() => undefined);
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.ready.resolve(connection);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done.resolve();
  }

  handleError(error: Error): void {
    this.failed = true;
    this.done.reject(error);
    this.#wake?.();
  }

  /** A lost connection accepts nothing more, and reports it only here. */
  async drained({ stream }: pg.Connection): Promise<void> {
    if (this.failed) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      stream.once('drain', resolve);
    });
  }
}
