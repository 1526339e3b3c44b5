import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { cableTest } from './cable-test.model.ts';
import { COMMAND_LIMITS } from './commands.limits.ts';
import { commandBatch, commandName, commandState, deviceCommand } from './commands.model.ts';
import { sendCommandInput } from './commands.rules.ts';

const batches = z.object({
  cfgUUIDs: z
    .array(uuid)
    .min(1, 'validation.required')
    .max(COMMAND_LIMITS.batchesAtOnceMax, 'validation.tooMany'),
});

export const commandCalls = {
  sendCommand: defineCall({
    method: 'POST',
    path: '/device/command',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Send a command to one or more devices; the log shows its progress',
    input: sendCommandInput,
    output: z.object({
      cfgUUID: uuid,
      /** Optical ports that a power cycle or a cable test left out. */
      skippedPorts: z.array(z.string()),
    }),
  }),
  cancelCommands: defineCall({
    method: 'POST',
    path: '/device/cancelCommands',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Cancel the pending commands of a batch',
    input: z.object({ cfgUUID: uuid }),
    output: z.object({ cancelled: z.number().int() }),
  }),
  listDeviceCommands: defineCall({
    method: 'GET',
    path: '/device/commands',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Commands of one device and their results, newest first',
    input: pageInput(['createdAt']).extend({ deviceUUID: uuid }),
    output: pageOf(deviceCommand),
  }),
  listCableTests: defineCall({
    method: 'GET',
    path: '/device/cableTests',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Last results of cable tests of a switch, by port',
    input: z.object({ deviceUUID: uuid }),
    output: z.object({ tests: z.array(cableTest) }),
  }),
  getDeviceCftLogCount: defineCall({
    method: 'GET',
    path: '/common/getDeviceCftLogCount',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Number of running batches, and of ended ones that the person has not viewed',
    input: z.object({}),
    output: z.object({ sending: z.number().int(), unviewed: z.number().int() }),
  }),
  setDeviceCftLog: defineCall({
    method: 'POST',
    path: '/common/setDeviceCftLog',
    access: 'signedIn',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Mark ended batches as viewed by the person; requires permission to see devices',
    input: batches,
    output: z.null(),
  }),
  deleteDeviceCftLog: defineCall({
    method: 'POST',
    path: '/common/deleteDeviceCftLog',
    access: 'signedIn',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: "Remove ended batches from the person's own log; requires permission to see devices",
    input: batches,
    output: z.null(),
  }),
  getDeviceCftLog: defineCall({
    method: 'POST',
    path: '/common/getDeviceCftLog',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Batches, newest first',
    input: pageInput(['createdAt']).extend({
      command: commandName.optional(),
      /** Running, or ended with or without a failure. */
      outcome: z.enum(['sending', 'succeeded', 'failed']).optional(),
    }),
    output: pageOf(commandBatch),
  }),
  getDeviceCftLogDetail: defineCall({
    method: 'POST',
    path: '/common/getDeviceCftLogDetail',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Results of a batch by device',
    input: pageInput(['deviceName', 'state', 'endedAt']).extend({
      cfgUUID: uuid,
      state: commandState.optional(),
    }),
    output: pageOf(deviceCommand),
  }),
  viewNoticeLog: defineCall({
    method: 'GET',
    path: '/common/viewNoticeLog',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'One batch with its counts',
    input: z.object({ cfgUUID: uuid }),
    output: commandBatch,
  }),
};
