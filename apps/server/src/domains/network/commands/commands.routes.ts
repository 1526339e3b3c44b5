import type { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import { OK_ACCEPTED, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInContext } from '../../../platform/http/context.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listCableTests } from './cable-tests.repository.ts';
import * as commands from './commands.service.ts';
import * as log from './log/log.service.ts';
import { findSchedule, listDevices, listSchedules } from './schedules/schedule-rows.repository.ts';
import * as schedules from './schedules/schedules.service.ts';

export function commandRoutes(
  platform: Platform,
): Handlers<keyof typeof commandCalls | keyof typeof scheduleCalls> {
  const { database } = platform;
  return {
    sendCommand: async (input, { scope, request }) => {
      const sent = await commands.sendCommand(platform, scope, input);
      request.succeedAs(OK_ACCEPTED);
      return sent;
    },
    cancelCommands: async ({ cfgUUID }, { scope }) => ({
      cancelled: await commands.cancelCommands(platform, scope, cfgUUID),
    }),
    listDeviceCommands: (input, { scope }) => log.listDeviceCommands(platform, scope, input),
    listCableTests: async ({ deviceUUID }, { scope }) => ({
      tests: await database.withTenant(scope, (tx) => listCableTests(tx, scope, deviceUUID)),
    }),
    getDeviceCftLogCount: (_input, { scope }) => log.countBatches(platform, scope),
    setDeviceCftLog: async ({ cfgUUIDs }, context) =>
      changed(context, await log.markViewed(platform, context.scope, cfgUUIDs)),
    deleteDeviceCftLog: async ({ cfgUUIDs }, context) =>
      changed(context, await log.removeFromLog(platform, context.scope, cfgUUIDs)),
    getDeviceCftLog: (input, { scope }) => log.listBatches(platform, scope, input),
    getDeviceCftLogDetail: (input, { scope }) => log.listBatchCommands(platform, scope, input),
    viewNoticeLog: ({ cfgUUID }, { scope }) => log.viewBatch(platform, scope, cfgUUID),
    listCommandSchedules: (input, { scope }) =>
      database.withTenant(scope, (tx) => listSchedules(tx, scope, input)),
    previewCommandSchedule: (input, { scope }) => schedules.previewSchedule(platform, scope, input),
    createCommandSchedule: (input, { scope }) => schedules.createSchedule(platform, scope, input),
    viewCommandSchedule: async ({ scheduleUUID }, { scope }) => {
      const found = await database.withTenant(scope, (tx) => findSchedule(tx, scope, scheduleUUID));
      if (found === null) throw new Failure('notFound');
      return found;
    },
    listScheduledDevices: (input, { scope }) =>
      database.withTenant(scope, (tx) => listDevices(tx, scope, input)),
    updateCommandSchedule: (input, { scope }) => schedules.updateSchedule(platform, scope, input),
    cancelCommandSchedule: async ({ scheduleUUID }, { scope }) => ({
      cancelled: await schedules.cancelSchedule(platform, scope, scheduleUUID),
    }),
  };
}

function changed({ request }: SignedInContext, somethingChanged: boolean): null {
  if (!somethingChanged) request.succeedAs(OK_NOTHING_CHANGED);
  return null;
}
