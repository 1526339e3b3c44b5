import type { portCalls } from '@airloom/contract/ports/ports.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listPortAccessPoints } from './access-points.service.ts';
import { listMacTable } from './mac-table.service.ts';
import { listPortActivity } from './port-activity.service.ts';
import { portTraffic } from './port-traffic.service.ts';

export function portRoutes(platform: Platform): Handlers<keyof typeof portCalls> {
  return {
    listPortActivity: ({ deviceUUID }, { scope }) => listPortActivity(platform, scope, deviceUUID),
    listMacTable: (input, { scope }) => listMacTable(platform, scope, input),
    portTraffic: (input, { scope }) => portTraffic(platform, scope, input),
    listPortAccessPoints: ({ deviceUUID }, { scope }) => listPortAccessPoints(platform, scope, deviceUUID),
  };
}
