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
    summary: 'List active alarms, newest first',
    input: pageInput(['raisedAt', 'level']).extend(currentFilters.shape),
    output: pageOf(alarm),
  }),
  confirmAlarm: defineCall({
    method: 'POST',
    path: '/alarm/confirmAlarm',
    access: 'current_alarm',
    effect: 'write',
    summary: 'Confirm alarms; those confirmed before are unchanged',
    input: alarmsAndNote,
    output: z.object({ confirmed: z.number().int() }),
  }),
  clearAlarm: defineCall({
    method: 'POST',
    path: '/alarm/clearAlarm',
    access: 'current_alarm',
    effect: 'write',
    summary: 'Clear alarms; each is raised again only after its condition recovered in between',
    input: alarmsAndNote,
    output: z.object({ cleared: z.number().int() }),
  }),
  viewAlarm: defineCall({
    method: 'GET',
    path: '/alarm/viewAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Get an alarm with related data, also when it was cleared meanwhile',
    input: z.object({ alarmUUID: uuid }),
    output: alarmDetail,
  }),
  exportAlarms: defineCall({
    method: 'POST',
    path: '/alarm/export',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Export active alarms as a file in the requested language',
    input: currentFilters.extend({ search: text(64).default(''), format }),
    output: asFile,
  }),
  queryHisAlarm: defineCall({
    method: 'POST',
    path: '/alarm/queryHisAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'List cleared alarms, newest first',
    input: pageInput(['raisedAt', 'clearedAt', 'level']).extend(alarmFilters.shape),
    output: pageOf(pastAlarm),
  }),
  viewHisAlarm: defineCall({
    method: 'GET',
    path: '/alarm/viewHisAlarm',
    access: 'current_alarm',
    effect: 'read',
    summary: 'Get a cleared alarm with related data',
    input: z.object({ alarmHistoryUUID: uuid }),
    output: pastAlarmDetail,
  }),
  deleteHisAlarm: defineCall({
    method: 'POST',
    path: '/alarm/deleteHisAlarm',
    access: 'current_alarm',
    effect: 'write',
    summary: 'Remove cleared alarms from the history',
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
    summary: 'Export cleared alarms as a file in the requested language',
    input: alarmFilters.extend({ search: text(64).default(''), format }),
    output: asFile,
  }),
  getAlarmLogCount: defineCall({
    method: 'GET',
    path: '/alarm/getAlarmLogCount',
    access: 'current_alarm',
    effect: 'read',
    summary:
      'Count active alarms: total, unconfirmed and by level; null without any device class and without a visible alarm',
    input: z.object({ enterpriseUUID: uuid.optional(), siteUUID: uuid.optional() }),
    output: alarmCounts.nullable(),
  }),

  listAlarmRules: defineCall({
    method: 'GET',
    path: '/alarm/rules',
    access: 'alarm_rule',
    effect: 'read',
    summary: 'List alarm rules',
    input: pageInput(['name', 'type', 'updatedAt']),
    output: pageOf(alarmRule),
  }),
  createAlarmRule: defineCall({
    method: 'POST',
    path: '/alarm/createRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Create an alarm rule',
    input: alarmRuleInput,
    output: z.object({ ruleUUID: uuid }),
  }),
  updateAlarmRule: defineCall({
    method: 'POST',
    path: '/alarm/updateRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Change an alarm rule; alarms it no longer covers are cleared',
    input: z.object({ ruleUUID: uuid, rule: alarmRuleInput }),
    output: z.null(),
  }),
  switchAlarmRule: defineCall({
    method: 'POST',
    path: '/alarm/switchRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Enable or disable an alarm rule; its alarms are cleared when it is disabled',
    input: z.object({ ruleUUID: uuid, enabled: z.boolean() }),
    output: z.null(),
  }),
  deleteAlarmRule: defineCall({
    method: 'DELETE',
    path: '/alarm/deleteRule',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Delete an alarm rule; its alarms are cleared',
    input: z.object({ ruleUUID: uuid }),
    output: z.null(),
  }),

  listMaintenance: defineCall({
    method: 'GET',
    path: '/alarm/maintenance',
    access: 'alarm_rule',
    effect: 'read',
    summary: 'List current and planned maintenance windows',
    input: z.object({}),
    output: z.array(maintenance),
  }),
  planMaintenance: defineCall({
    method: 'POST',
    path: '/alarm/planMaintenance',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'Plan a maintenance window in which sites raise no alarms',
    input: maintenanceInput,
    output: z.object({ maintenanceUUID: uuid }),
  }),
  endMaintenance: defineCall({
    method: 'DELETE',
    path: '/alarm/endMaintenance',
    access: 'alarm_rule',
    effect: 'write',
    summary: 'End a maintenance window, or cancel a planned one',
    input: z.object({ maintenanceUUID: uuid }),
    output: z.null(),
  }),

  queryAlarmMacs: defineCall({
    method: 'POST',
    path: '/alarmmac/queryList',
    access: 'alarm_mac',
    effect: 'read',
    summary: 'List monitored clients and whether they are connected',
    input: pageInput(['name', 'mac', 'changedAt']),
    output: pageOf(monitoredTerminal),
  }),
  createAlarmMacs: defineCall({
    method: 'POST',
    path: '/alarmmac/create',
    access: 'alarm_mac',
    effect: 'write',
    summary: 'Monitor clients; those already monitored are renamed',
    input: z.object({ terminals: monitoredTerminals }),
    output: z.object({ created: z.number().int() }),
  }),
  deleteAlarmMacs: defineCall({
    method: 'DELETE',
    path: '/alarmmac/delete',
    access: 'alarm_mac',
    effect: 'write',
    summary: 'Stop monitoring clients',
    input: z.object({
      terminalUUIDs: z
        .array(uuid)
        .min(1, 'validation.required')
        .max(limits.selectionMax, 'validation.tooMany'),
    }),
    output: z.object({ deleted: z.number().int() }),
  }),
};
