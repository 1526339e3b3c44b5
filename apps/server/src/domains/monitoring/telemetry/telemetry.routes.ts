import type { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as telemetry from './telemetry.service.ts';

export function telemetryRoutes(platform: Platform): Handlers<keyof typeof telemetryCalls> {
  return {
    deviceChart: (input, { scope }) => telemetry.deviceChart(platform, scope, input),
    deviceNeighbours: ({ deviceUUID }, { scope }) => telemetry.deviceNeighbours(platform, scope, deviceUUID),
    listDeviceLog: (input, { scope }) => telemetry.listLog(platform, scope, input),
    exportDeviceLog: (input, { scope, request }) =>
      telemetry.exportLog(platform, scope, request.language, input),
  };
}
