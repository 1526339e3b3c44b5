import type { terminalCalls } from '@airloom/contract/clients/clients.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as terminals from './clients.service.ts';

export function terminalRoutes(platform: Platform): Handlers<keyof typeof terminalCalls> {
  return {
    listDeviceClients: ({ deviceUUID }, { scope }) =>
      terminals.listDeviceClients(platform, scope, deviceUUID),
    listTerminalLog: (input, { scope }) => terminals.listLog(platform, scope, input),
    exportTerminalLog: (input, { scope, request }) =>
      terminals.exportLog(platform, scope, request.language, input),
  };
}
