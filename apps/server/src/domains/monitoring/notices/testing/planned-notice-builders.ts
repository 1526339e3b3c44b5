import type { PlannedAlarm, Recipient, RuleSource, SettingSource } from '../planning/planned-notices.ts';

export const NOW = new Date('2026-11-15T12:00:00Z');
export const EARLIER = new Date('2026-11-01T00:00:00Z');
export const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

export function to(mode: Recipient['mode'], address: string): Recipient {
  return { mode, address, managerId: null, webhookId: null };
}

export const MAIL = to('mail', 'a@example.org');
export const SMS = to('sms', '+48 600100200');
export const HOOK = to('webhook', 'hook');
export const PAGE = to('page', '');

export function alarm(fields: Partial<PlannedAlarm> = {}): PlannedAlarm {
  return {
    id: 'alarm',
    level: 'important',
    siteId: 'harbour',
    timeZone: 'Etc/GMT-1',
    raisedAt: NOW,
    knownAt: NOW,
    levelledAt: null,
    confirmed: false,
    clearedAt: null,
    ...fields,
  };
}

export function rule(fields: Partial<RuleSource> = {}): RuleSource {
  return {
    name: 'Rule',
    since: EARLIER,
    recipients: [MAIL],
    repeat: 1,
    restTimes: [],
    holidays: [],
    ...fields,
  };
}

export function setting(fields: Partial<SettingSource> = {}): SettingSource {
  return {
    id: 'setting',
    name: 'Setting',
    since: EARLIER,
    levels: ['urgent', 'important'],
    siteIds: [],
    recipients: [MAIL],
    tellsClears: true,
    escalateMinutes: null,
    digest: 'none',
    urgentAlways: true,
    restTimes: [],
    holidays: [],
    ...fields,
  };
}
