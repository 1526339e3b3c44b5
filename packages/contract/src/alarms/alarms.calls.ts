import { z } from 'zod';
import { defineCall } from '../call.ts';
import { text, timestamp, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { pageInput, pageOf } from '../paging.ts';
import {
  alarm,
  alarmCounts,
  alarmDetail,
  alarmRule,
  alarmState,
  maintenance,
  monitoredTerminal,
  pastAlarm,
  pastAlarmDetail,
} from './alarms.model.ts';
import {
  alarmFilters,
  alarmRuleInput,
  alarmsAndNote,
  maintenanceInput,
  monitoredTerminals,
} from './alarms.rules.ts';

const { alarmRule: limits } = LIMITS;

const currentFilters = alarmFilters.extend({ state: alarmState.optional() });
const asFile = z.object({ url: z.string(), rows: z.number().int(), expiresAt: timestamp });
const format = z.enum(['csv', 'xlsx']);

/** Columns of an exported list of alarms, in order; those from `clearedAt` on only of history. */
export const ALARM_COLUMNS = [
  'level',
  'type',
  'content',
  'site',
  'device',
  'rule',
  'consequences',
  'state',
  'raisedAt',
  'confirmedAt',
  'confirmedBy',
  'confirmNote',
  'clearedAt',
  'clearReason',
  'clearedBy',
  'clearNote',
] as const;

export const alarmCalls = {
  queryAlarm: defineCall({
    method: 'POST',
    path: '/alarm/queryAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Alarms that go on, newest first',
    input: pageInput(['raisedAt', 'level']).extend(currentFilters.shape),
    output: pageOf(alarm),
  }),
  confirmAlarm: defineCall({
    method: 'POST',
    path: '/alarm/confirmAlarm',
    access: 'current_alarm',
    effect: 'write',
    summary: 'Say that somebody knows of these alarms; those confirmed before stay as they are',
    input: alarmsAndNote,
    output: z.object({ confirmed: z.number().int() }),
  }),
  clearAlarm: defineCall({
    method: 'POST',
    path: '/alarm/clearAlarm',
    access: 'current_alarm',
    effect: 'write',
    summary: 'End alarms by hand; each comes again only after what it is about was well in between',
    input: alarmsAndNote,
    output: z.object({ cleared: z.number().int() }),
  }),
  viewAlarm: defineCall({
    method: 'GET',
    path: '/alarm/viewAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'One alarm with what belongs to it, also when it ended meanwhile',
    input: z.object({ alarmUUID: uuid }),
    output: alarmDetail,
  }),
  exportAlarms: defineCall({
    method: 'POST',
    path: '/alarm/export',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Alarms that go on as a file, in the language asked for',
    input: currentFilters.extend({ search: text(64).default(''), format }),
    output: asFile,
  }),
  queryHisAlarm: defineCall({
    method: 'POST',
    path: '/alarm/queryHisAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Alarms that are over, newest first',
    input: pageInput(['raisedAt', 'clearedAt', 'level']).extend(alarmFilters.shape),
    output: pageOf(pastAlarm),
  }),
  viewHisAlarm: defineCall({
    method: 'GET',
    path: '/alarm/viewHisAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'One alarm that is over with what belongs to it',
    input: z.object({ alarmHistoryUUID: uuid }),
    output: pastAlarmDetail,
  }),
  deleteHisAlarm: defineCall({
    method: 'POST',
    path: '/alarm/deleteHisAlarm',
    access: 'current_alarm',
    effect: 'write',
    summary: 'Remove alarms that are over from the history',
    input: z.object({
      alarmHistoryUUIDs: z
        .array(uuid)
        .min(1, 'validation.required')
        .max(limits.selectionMax, 'validation.tooMany'),
    }),
    output: z.object({ deleted: z.number().int() }),
  }),
  exportHisAlarms: defineCall({
    method: 'POST',
    path: '/alarm/exportHis',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Alarms that are over as a file, in the language asked for',
    input: alarmFilters.extend({ search: text(64).default(''), format }),
    output: asFile,
  }),
  getAlarmLogCount: defineCall({
    method: 'GET',
    path: '/alarm/getAlarmLogCount',
    access: 'current_alarm',
    effect: 'read',
    summary:
      'How many alarms go on, in all, unconfirmed and by level; null where, without any device class, none is seen',
    input: z.object({ enterpriseUUID: uuid.optional(), siteUUID: uuid.optional() }),
    output: alarmCounts.nullable(),
  }),

  listAlarmRules: defineCall({
    method: 'GET',
    path: '/alarm/rules',
    access: 'alarm_rule',
    effect: 'read',
    summary: 'What alarms are raised for',
    input: pageInput(['name', 'type', 'updatedAt']),
    output: pageOf(alarmRule),
  }),
  createAlarmRule: defineCall({
    method: 'POST',
    path: '/alarm/createRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Raise alarms for something more',
    input: alarmRuleInput,
    output: z.object({ ruleUUID: uuid }),
  }),
  updateAlarmRule: defineCall({
    method: 'POST',
    path: '/alarm/updateRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Change a rule; alarms it no longer stands for end',
    input: z.object({ ruleUUID: uuid, rule: alarmRuleInput }),
    output: z.null(),
  }),
  switchAlarmRule: defineCall({
    method: 'POST',
    path: '/alarm/switchRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Turn a rule on or off; its alarms end when it is off',
    input: z.object({ ruleUUID: uuid, enabled: z.boolean() }),
    output: z.null(),
  }),
  deleteAlarmRule: defineCall({
    method: 'DELETE',
    path: '/alarm/deleteRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Remove a rule; its alarms end',
    input: z.object({ ruleUUID: uuid }),
    output: z.null(),
  }),

  listMaintenance: defineCall({
    method: 'GET',
    path: '/alarm/maintenance',
    access: 'alarm_rule',
    effect: 'read',
    summary: 'Times in which sites raise no alarms: those that last and those to come',
    input: z.object({}),
    output: z.array(maintenance),
  }),
  planMaintenance: defineCall({
    method: 'POST',
    path: '/alarm/planMaintenance',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Let sites raise no alarms for a time',
    input: maintenanceInput,
    output: z.object({ maintenanceUUID: uuid }),
  }),
  endMaintenance: defineCall({
    method: 'DELETE',
    path: '/alarm/endMaintenance',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'End maintenance, or call it off',
    input: z.object({ maintenanceUUID: uuid }),
    output: z.null(),
  }),

  queryAlarmMacs: defineCall({
    method: 'POST',
    path: '/alarmmac/queryList',
    access: 'alarm_mac',
    effect: 'read',
    summary: 'Clients that are watched, and whether they are here',
    input: pageInput(['name', 'mac', 'changedAt']),
    output: pageOf(monitoredTerminal),
  }),
  createAlarmMacs: defineCall({
    method: 'POST',
    path: '/alarmmac/create',
    access: 'alarm_mac',
    effect: 'write',
    summary: 'Watch clients; those watched already get the new name',
    input: z.object({ terminals: monitoredTerminals }),
    output: z.object({ created: z.number().int() }),
  }),
  deleteAlarmMacs: defineCall({
    method: 'DELETE',
    path: '/alarmmac/delete',
    access: 'alarm_mac',
    effect: 'write',
    summary: 'Watch clients no longer',
    input: z.object({
      terminalUUIDs: z
        .array(uuid)
        .min(1, 'validation.required')
        .max(limits.selectionMax, 'validation.tooMany'),
    }),
    output: z.object({ deleted: z.number().int() }),
  }),
};
