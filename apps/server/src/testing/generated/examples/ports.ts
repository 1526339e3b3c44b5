import type { portCalls } from '@airloom/contract/ports/ports.calls';
import type { ExamplesOf } from './example.ts';

export const portExamples: ExamplesOf<typeof portCalls> = {
  listPortActivity: ({ deviceUUID }) => ({ deviceUUID }),
  listMacTable: ({ deviceUUID }) => ({ deviceUUID, search: '90:3c' }),
  portTraffic: ({ deviceUUID }) => ({ deviceUUID, port: 'Ethernet1', range: 'week' }),
  listPortAccessPoints: ({ deviceUUID }) => ({ deviceUUID }),
};
