import type { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import type { ExamplesOf } from './example.ts';

export const telemetryExamples: ExamplesOf<typeof telemetryCalls> = {
  deviceChart: ({ deviceUUID }) => ({ deviceUUID, range: 'week' }),
  deviceNeighbours: ({ deviceUUID }) => ({ deviceUUID }),
  listDeviceLog: ({ deviceUUID }) => ({ deviceUUID, severity: 'warning' }),
  exportDeviceLog: () => ({ format: 'csv' }),
};
