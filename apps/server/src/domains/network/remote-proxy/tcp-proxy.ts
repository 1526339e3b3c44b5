import type { Server, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { MINUTE } from '@airloom/contract/time';
import { plainAddress } from '../../../platform/http/outside.ts';
import type { RunningProxy } from './running-proxy.ts';

/** Without a byte in either direction. */
const IDLE_MS = 15 * MINUTE;

/** Forwards TCP connections of the allowed source addresses. */
export function attachTcp(server: Server, proxy: RunningProxy, now: () => Date): void {
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (!proxy.allowsSource(address)) {
      socket.destroy();
      return;
    }
    if (socket.destroyed) return;
    proxy.admit(socket);
    proxy.touch(address, now());
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    proxy.connect(proxy.row.membershipId).then(
      (device) => {
        if (socket.destroyed) return device.destroy();
        device.on('error', () => undefined);
        pipeline(socket, device, socket, () => {
          device.destroy();
          socket.destroy();
        });
        return undefined;
      },
      () => socket.destroy(),
    );
  });
}
