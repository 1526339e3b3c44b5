import { z } from 'zod';
import { defineCall } from '../call.ts';
import { timestamp, uuid } from '../fields.ts';
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
    summary: 'The clients of a device as it last told',
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
  exportTerminalLog: defineCall({
    method: 'POST',
    path: '/terminal/log/export',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The terminal log as a file, in the language asked for',
    input: terminalLogFilters.extend({
      search: logInput.shape.search,
      format: z.enum(['csv', 'xlsx']),
    }),
    output: z.object({ url: z.string(), rows: z.number().int(), expiresAt: timestamp }),
  }),
};
