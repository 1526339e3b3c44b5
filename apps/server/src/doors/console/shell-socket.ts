import { SHELL_CLOSE } from '@airloom/contract/live';
import { may } from '../../platform/scope.ts';
import type { SocketDoor } from './upgrades.ts';

/** A device opens a shell session, a browser joins it here; as long as no device does, there is none to join. */
export const shellDoor: SocketDoor = {
  admits: ({ scope }) => may(scope, 'device_manage:operate'),
  enter: (socket) => socket.close(SHELL_CLOSE.noSuchSession, 'no such shell session'),
};
