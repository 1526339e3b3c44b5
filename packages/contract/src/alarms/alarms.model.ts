import { z } from 'zod';
import { deviceKind, deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { ALARM_STATES, CLEAR_REASONS } from './alarms.states.ts';
import { ALARM_LEVELS, ALARM_TYPE_NAMES } from './alarms.types.ts';

export const alarmLevel = z.enum(ALARM_LEVELS);
export const alarmTypeName = z.enum(ALARM_TYPE_NAMES);
export const alarmState = z.enum(ALARM_STATES);

/** How people are notified. `page`: in the console. */
export const NOTICE_MODES = ['page', 'mail', 'sms', 'webhook'] as const;
export type NoticeMode = (typeof NOTICE_MODES)[number];

/** Clock times in the zone of the site; inclusive. */
export const restTime = z.object({ from: z.string(), to: z.string() });
/** Days in the zone of the site; inclusive. */
export const holiday = z.object({ from: z.string(), to: z.string() });

export const alarmThreshold = z.object({ level: alarmLevel, threshold: z.number().int().nullable() });

export const alarmRule = z.object({
  ruleUUID: uuid,
  /** Empty for a shipped rule that was not renamed: then `shipped` names it, in each language. */
  name: z.string(),
  shipped: z.string().nullable(),
  type: alarmTypeName,
  /** Empty: every kind the type applies to. */
  kinds: z.array(deviceKind),
  /** The gravest first. */
  levels: z.array(alarmThreshold),
  holdMinutes: z.number().int(),
  enabled: z.boolean(),
  description: z.string(),
  /** Empty: all sites of the account. */
  sites: z.array(z.object({ siteUUID: uuid, name: z.string() })),
  modes: z.array(z.enum(NOTICE_MODES)),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  restTimes: z.array(restTime),
  holidays: z.array(holiday),
  repeat: z.number().int(),
  macs: z.array(z.string()),
  openAlarms: z.number().int(),
  updatedAt: timestamp,
});
export type AlarmRule = z.infer<typeof alarmRule>;

/** Value and threshold; the page makes a sentence of it. */
export const alarm = z.object({
  alarmUUID: uuid,
  type: alarmTypeName,
  level: alarmLevel,
  state: alarmState,
  ruleUUID: uuid.nullable(),
  ruleName: z.string(),
  shipped: z.string().nullable(),
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  /** Null when it is about no device, or a deleted one; its name is kept. */
  device: deviceRef.nullable(),
  deviceName: z.string(),
  /** Whether the console simulates the device. */
  virtual: z.boolean(),
  /** The port, radio, BSSID or client it is about; empty for the device or site itself. */
  part: z.string(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  /** Devices that are offline because of this one. */
  consequences: z.number().int(),
  raisedAt: timestamp,
  confirmedAt: timestamp.nullable(),
  confirmedBy: z.string(),
  confirmNote: z.string(),
});
export type Alarm = z.infer<typeof alarm>;

export const pastAlarm = alarm.omit({ alarmUUID: true }).extend({
  alarmHistoryUUID: uuid,
  clearedAt: timestamp,
  clearReason: z.enum(CLEAR_REASONS),
  clearedBy: z.string(),
  clearNote: z.string(),
});
export type PastAlarm = z.infer<typeof pastAlarm>;

/** A related alarm of the same device or site around that time. */
const related = z.object({
  alarmUUID: uuid,
  type: alarmTypeName,
  level: alarmLevel,
  deviceName: z.string(),
  part: z.string(),
  raisedAt: timestamp,
  clearedAt: timestamp.nullable(),
});

export const alarmDetail = alarm.extend({
  /** It was cleared meanwhile and is in the history now. */
  isOver: z.boolean(),
  related: z.array(related),
  /** Some of the devices that are offline because of this one. */
  affected: z.array(deviceRef),
});
export const pastAlarmDetail = pastAlarm.extend({
  related: z.array(related),
  affected: z.array(deviceRef),
});

export const alarmCounts = z.object({
  total: z.number().int(),
  unconfirmed: z.number().int(),
  levels: z.record(alarmLevel, z.number().int()),
});
export type AlarmCounts = z.infer<typeof alarmCounts>;

/** A client whose coming and going raises alarms. */
export const monitoredTerminal = z.object({
  terminalUUID: uuid,
  mac: z.string(),
  name: z.string(),
  online: z.boolean(),
  device: deviceRef.nullable(),
  siteName: z.string(),
  /** When it last connected or disconnected; null when it was never seen. */
  changedAt: timestamp.nullable(),
});
export type MonitoredTerminal = z.infer<typeof monitoredTerminal>;

/** Alarms of its sites are suppressed during it. */
export const maintenance = z.object({
  maintenanceUUID: uuid,
  name: z.string(),
  sites: z.array(z.object({ siteUUID: uuid, name: z.string() })),
  from: timestamp,
  to: timestamp,
  createdBy: z.string(),
});
export type Maintenance = z.infer<typeof maintenance>;
