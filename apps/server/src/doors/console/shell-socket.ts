import { SHELL_CLOSE } from '@airloom/contract/live';
import { may } from '../../platform/scope.ts';
import type { SocketEndpoint } from './upgrades.ts';

/** Browsers join the shell session of a device here; refused while no device offers one. */
export const shellEndpoint: SocketEndpoint = {
  admits: ({ scope, screen }) => !screen && may(scope, 'device_manage:operate'),
  enter: (socket) => socket.close(SHELL_CLOSE.noSuchSession, 'no such shell session'),
};
