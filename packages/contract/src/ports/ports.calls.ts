import { z } from 'zod';
import { defineCall } from '../call.ts';
import { requiredText, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { timed } from '../telemetry/time-window.ts';
import { PORT_LIMITS } from './ports.limits.ts';
import { macTableRow, portAccessPoints, portActivities, portTraffic } from './ports.model.ts';

const read = {
  method: 'GET',
  access: 'device_manage',
  ofDevices: true,
  effect: 'read',
  apiKeys: true,
  demo: true,
} as const;

export const portCalls = {
  listPortActivity: defineCall({
    ...read,
    path: '/device/portActivity',
    summary: 'Traffic, link changes and signs of a loop at each port of a device',
    input: z.object({ deviceUUID: uuid }),
    output: portActivities,
  }),
  listMacTable: defineCall({
    ...read,
    path: '/device/macTable',
    summary: 'The forwarding table in the last report of a device, searched by address, port or name',
    input: pageInput(['mac', 'port', 'vlan']).extend({
      deviceUUID: uuid,
      port: requiredText(PORT_LIMITS.nameMax).optional(),
    }),
    output: pageOf(macTableRow),
  }),
  portTraffic: defineCall({
    ...read,
    path: '/device/portTraffic',
    summary: 'Traffic and errors of a switch port over a window of time',
    input: timed({ deviceUUID: uuid, port: requiredText(PORT_LIMITS.nameMax) }),
    output: portTraffic,
  }),
  listPortAccessPoints: defineCall({
    ...read,
    path: '/device/portAccessPoints',
    summary: 'Access points that were found at the ports of a device',
    input: z.object({ deviceUUID: uuid }),
    output: portAccessPoints,
  }),
};
