import type { terminalCalls } from '@airloom/contract/terminals/terminals.calls';
import type { ExamplesOf } from './example.ts';

export const terminalExamples: ExamplesOf<typeof terminalCalls> = {
  listDeviceClients: ({ deviceUUID }) => ({ deviceUUID }),
  listTerminalLog: ({ siteUUID }) => ({ siteUUID, mac: '02-00' }),
  exportTerminalLog: () => ({ format: 'xlsx' }),
};
