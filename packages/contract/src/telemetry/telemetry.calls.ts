import { z } from 'zod';
import { defineCall } from '../call.ts';
import { timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { deviceChart, deviceLogRow, deviceNeighbours } from './telemetry.model.ts';
import { chartInput, deviceLogFilters } from './telemetry.rules.ts';

const logInput = pageInput(['at']).extend(deviceLogFilters.shape);

export const telemetryCalls = {
  deviceChart: defineCall({
    method: 'GET',
    path: '/device/chart',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'What a device measured over a window of time',
    input: chartInput,
    output: deviceChart,
  }),
  deviceNeighbours: defineCall({
    method: 'GET',
    path: '/device/neighbours',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The networks a device heard around it when it last listened',
    input: z.object({ deviceUUID: uuid }),
    output: deviceNeighbours,
  }),
  listDeviceLog: defineCall({
    method: 'GET',
    path: '/device/log',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'What happened to devices, newest first; counted up to a limit',
    input: logInput,
    output: pageOf(deviceLogRow),
  }),
  exportDeviceLog: defineCall({
    method: 'POST',
    path: '/device/log/export',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The device log as a file, in the language asked for',
    input: deviceLogFilters.extend({
      search: logInput.shape.search,
      format: z.enum(['csv', 'xlsx']),
    }),
    output: z.object({ url: z.string(), rows: z.number().int(), expiresAt: timestamp }),
  }),
};
