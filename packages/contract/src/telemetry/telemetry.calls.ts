import { z } from 'zod';
import { defineCall } from '../call.ts';
import { defineExportCall, exportFormat } from '../export-call.ts';
import { uuid } from '../fields.ts';
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
    summary: 'The neighbouring networks found in the last scan of a device',
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
  exportDeviceLog: defineExportCall({
    path: '/device/log/export',
    access: 'device_manage',
    ofDevices: true,
    summary: 'The device log as a file, in the language of the request',
    input: deviceLogFilters.extend({
      search: logInput.shape.search,
      format: exportFormat,
    }),
  }),
};
