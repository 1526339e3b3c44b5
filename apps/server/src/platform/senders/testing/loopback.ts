import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts listening on loopback; on a free port unless one is given. */
export async function listenOnLoopback(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
  return address.port;
}
