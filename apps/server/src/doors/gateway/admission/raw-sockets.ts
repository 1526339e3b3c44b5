import type { Socket } from 'node:net';

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/** TCP sockets by remote address and port: TLS wraps them and exposes only the wrapper. */
export class RawSockets {
  readonly #sockets = new Map<string, Socket>();

  add(socket: Socket): void {
    const key = keyOf(socket);
    this.#sockets.set(key, socket);
    socket.once('close', () => {
      // Another socket may use the same port before the close of the first is noticed.
      if (this.#sockets.get(key) === socket) this.#sockets.delete(key);
    });
  }

  /** The TCP socket below a TLS socket. */
  below(wrapping: Ends): Socket | undefined {
    return this.#sockets.get(keyOf(wrapping));
  }
}

function keyOf({ remoteAddress, remotePort }: Ends): string {
  return `${remoteAddress} ${remotePort}`;
}
