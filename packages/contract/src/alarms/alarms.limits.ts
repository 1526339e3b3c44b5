import { DAY } from '../time.ts';

export const ALARM_RULE_LIMITS = {
  nameMin: 1,
  nameMax: 30,
  descriptionMax: 256,
  thresholdMin: 1,
  thresholdMax: 9_999_999_999,
  signalThresholdMinDbm: -90,
  signalThresholdMaxDbm: 0,
  macEntriesMax: 20,
  noticeRepeatMin: 1,
  noticeRepeatMax: 3,
  /** Addresses, numbers, quiet hours or holidays of one rule. */
  entriesMax: 20,
  holdMaxMinutes: 24 * 60,
  sitesMax: 500,
  /** Alarms in one bulk action. */
  selectionMax: 200,
  historyKeptMs: 400 * DAY,
} as const;

export const MONITORED_CLIENT_LIMITS = {
  nameMax: 30,
} as const;
