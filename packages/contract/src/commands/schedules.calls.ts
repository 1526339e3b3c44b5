import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import {
  commandSchedule,
  commandScheduleDetail,
  scheduledDevice,
  schedulePreview,
} from './schedules.model.ts';
import { scheduleInput, scheduleUpdate } from './schedules.rules.ts';
import { SCHEDULE_STATES, SCHEDULED_DEVICE_STATES } from './schedules.states.ts';

export const scheduleCalls = {
  listCommandSchedules: defineCall({
    method: 'GET',
    path: '/device/commandSchedules',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Scheduled commands, newest first',
    input: pageInput(['createdAt', 'startAt']).extend({ state: z.enum(SCHEDULE_STATES).optional() }),
    output: pageOf(commandSchedule),
  }),
  previewCommandSchedule: defineCall({
    method: 'POST',
    path: '/device/previewCommandSchedule',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'When devices would receive a scheduled command, by site, and which would be left out',
    input: scheduleInput,
    output: schedulePreview,
  }),
  createCommandSchedule: defineCall({
    method: 'POST',
    path: '/device/createCommandSchedule',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Send a command to devices at a time, or at a local time of each site',
    input: scheduleInput,
    output: z.object({ scheduleUUID: uuid, devices: z.number().int(), leftOut: z.number().int() }),
  }),
  viewCommandSchedule: defineCall({
    method: 'GET',
    path: '/device/viewCommandSchedule',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'A scheduled command with the starts of its sites',
    input: z.object({ scheduleUUID: uuid }),
    output: commandScheduleDetail,
  }),
  listScheduledDevices: defineCall({
    method: 'GET',
    path: '/device/scheduledDevices',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Devices of a scheduled command: waiting, sent, or left out with the reason',
    input: pageInput(['deviceName']).extend({
      scheduleUUID: uuid,
      state: z.enum(SCHEDULED_DEVICE_STATES).optional(),
    }),
    output: pageOf(scheduledDevice),
  }),
  updateCommandSchedule: defineCall({
    method: 'POST',
    path: '/device/updateCommandSchedule',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Edit a scheduled command that has not started',
    input: scheduleUpdate,
    output: z.object({ devices: z.number().int(), leftOut: z.number().int() }),
  }),
  cancelCommandSchedule: defineCall({
    method: 'POST',
    path: '/device/cancelCommandSchedule',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Cancel a scheduled command for all devices that have not started',
    input: z.object({ scheduleUUID: uuid }),
    output: z.object({ cancelled: z.number().int() }),
  }),
};
