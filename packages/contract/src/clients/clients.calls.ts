import { z } from 'zod';
import { defineCall } from '../call.ts';
import { defineExportCall, exportFormat } from '../export-call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { deviceClients, terminalSession } from './clients.model.ts';
import { terminalLogFilters } from './clients.rules.ts';

const logInput = pageInput(['startedAt']).extend(terminalLogFilters.shape);

export const terminalCalls = {
  listDeviceClients: defineCall({
    method: 'GET',
    path: '/device/clients',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The clients in the last report of a device',
    input: z.object({ deviceUUID: uuid }),
    output: deviceClients,
  }),
  listTerminalLog: defineCall({
    method: 'GET',
    path: '/terminal/log',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Which clients were where and when, newest first; counted up to a limit',
    input: logInput,
    output: pageOf(terminalSession),
  }),
  exportTerminalLog: defineExportCall({
    path: '/terminal/log/export',
    access: 'device_manage',
    ofDevices: true,
    summary: 'The client log as a file, in the language of the request',
    input: terminalLogFilters.extend({
      search: logInput.shape.search,
      format: exportFormat,
    }),
  }),
};
