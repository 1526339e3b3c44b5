import type { Socket } from 'node:net';

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/** Sockets that came in, by where they come from: TLS wraps them, and hands out the wrapping. */
export class Arrivals {
  readonly #sockets = new Map<string, Socket>();

  add(socket: Socket): void {
    const key = keyOf(socket);
    this.#sockets.set(key, socket);
    socket.once('close', () => {
      // Another may come from the same port before the end of the first is noticed.
      if (this.#sockets.get(key) === socket) this.#sockets.delete(key);
    });
  }

  /** The one below a wrapping. */
  below(wrapping: Ends): Socket | undefined {
    return this.#sockets.get(keyOf(wrapping));
  }
}

function keyOf({ remoteAddress, remotePort }: Ends): string {
  return `${remoteAddress} ${remotePort}`;
}
