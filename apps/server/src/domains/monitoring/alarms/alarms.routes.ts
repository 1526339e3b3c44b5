import type { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as alarms from './alarms.service.ts';
import { exportActive, exportHistory } from './history/export.service.ts';
import * as maintenance from './maintenance/maintenance.service.ts';
import * as terminals from './monitored-clients/monitored-clients.service.ts';
import * as rules from './rules/rules.service.ts';

export function alarmRoutes(platform: Platform, bus: Bus): Handlers<keyof typeof alarmCalls> {
  return {
    queryAlarm: (input, { scope }) => alarms.listActive(platform, scope, input),
    confirmAlarm: async (input, context) => {
      const done = await alarms.confirm(platform, context.scope, input);
      changed(context, done.confirmed > 0);
      return done;
    },
    unconfirmAlarm: async (input, context) => {
      const unconfirmed = await alarms.unconfirm(platform, context.scope, input);
      changed(context, unconfirmed > 0);
      return { unconfirmed };
    },
    clearAlarm: async (input, context) => {
      const cleared = await alarms.clear(platform, context.scope, input);
      changed(context, cleared > 0);
      return { cleared };
    },
    viewAlarm: ({ alarmUUID }, { scope }) => alarms.viewAlarm(platform, scope, alarmUUID),
    exportAlarms: (input, { scope, request }) => exportActive(platform, scope, request.language, input),
    queryHisAlarm: (input, { scope }) => alarms.listHistory(platform, scope, input),
    viewHisAlarm: ({ alarmHistoryUUID }, { scope }) => alarms.viewCleared(platform, scope, alarmHistoryUUID),
    deleteHisAlarm: async ({ alarmHistoryUUIDs }, context) => {
      const deleted = await alarms.deleteHistory(platform, context.scope, alarmHistoryUUIDs);
      changed(context, deleted > 0);
      return { deleted };
    },
    exportHisAlarms: (input, { scope, request }) => exportHistory(platform, scope, request.language, input),
    getAlarmLogCount: (input, { scope }) => alarms.countAlarms(platform, scope, input),

    listAlarmRules: (input, { scope, request }) => rules.listRules(platform, scope, request.language, input),
    createAlarmRule: async (input, { scope }) => ({
      ruleUUID: await rules.createRule(platform, bus, scope, input),
    }),
    updateAlarmRule: async ({ ruleUUID, rule }, context) =>
      changed(context, await rules.updateRule(platform, bus, context.scope, ruleUUID, rule)),
    switchAlarmRule: async ({ ruleUUID, enabled }, context) =>
      changed(context, await rules.switchRule(platform, bus, context.scope, ruleUUID, enabled)),
    deleteAlarmRule: async ({ ruleUUID }, { scope }) => {
      await rules.deleteRule(platform, bus, scope, ruleUUID);
      return null;
    },

    listMaintenance: (_input, { scope }) => maintenance.listMaintenance(platform, scope),
    planMaintenance: async (input, { scope }) => ({
      maintenanceUUID: await maintenance.planMaintenance(platform, scope, input),
    }),
    endMaintenance: async ({ maintenanceUUID }, context) =>
      changed(context, await maintenance.endMaintenance(platform, context.scope, maintenanceUUID)),

    queryAlarmMacs: (input, { scope }) => terminals.listTerminals(platform, scope, input),
    createAlarmMacs: async (input, { scope }) => ({
      created: await terminals.monitorClients(platform, scope, input.terminals),
    }),
    deleteAlarmMacs: async ({ terminalUUIDs }, context) => {
      const deleted = await terminals.removeClients(platform, context.scope, terminalUUIDs);
      changed(context, deleted > 0);
      return { deleted };
    },
  };
}
