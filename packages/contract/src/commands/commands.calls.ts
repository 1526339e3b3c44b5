import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { pageInput, pageOf } from '../paging.ts';
import { commandBatch, commandName, commandState, deviceCommand } from './commands.model.ts';
import { sendCommandInput } from './commands.rules.ts';

const batches = z.object({
  cfgUUIDs: z
    .array(uuid)
    .min(1, 'validation.required')
    .max(LIMITS.command.batchesAtOnceMax, 'validation.tooMany'),
});

export const commandCalls = {
  sendCommand: defineCall({
    method: 'POST',
    path: '/device/command',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Give one or many devices an order; it runs on, and its log shows how it goes',
    input: sendCommandInput,
    output: z.object({ cfgUUID: uuid }),
  }),
  cancelCommands: defineCall({
    method: 'POST',
    path: '/device/cancelCommands',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Take back what has not been sent yet of an order',
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
    summary: 'What one device was told and how it went, newest first',
    input: pageInput(['createdAt']).extend({ deviceUUID: uuid }),
    output: pageOf(deviceCommand),
  }),
  getDeviceCftLogCount: defineCall({
    method: 'GET',
    path: '/common/getDeviceCftLogCount',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'How many orders run, and how many ended that the person has not looked at',
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
    summary: 'Mark orders that ended as looked at, for oneself; for whoever sees devices',
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
    summary: "Remove orders that ended from one's own log; for whoever sees devices",
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
    summary: 'Orders, newest first',
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
    summary: 'How an order went on each device',
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
    summary: 'One order with its counts',
    input: z.object({ cfgUUID: uuid }),
    output: commandBatch,
  }),
};
