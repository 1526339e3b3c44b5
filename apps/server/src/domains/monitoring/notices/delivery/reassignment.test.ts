import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import { expect, test } from 'vitest';
import type { PlannedAlarm, Recipient, RuleSource, SettingSource } from '../planning/planned-notices.ts';
import { alarm, HOOK, later, MAIL, NOW, rule, setting, to } from '../testing/planned-notice-builders.ts';
import { type OrphanedNotice, reassign } from './reassignment.ts';

const HOUR = 3600;
const BEGAN = later(-HOUR);
/** Known when it was raised. */
const old = (fields: Partial<PlannedAlarm> = {}) => alarm({ raisedAt: BEGAN, knownAt: BEGAN, ...fields });
/** Until 14:00 at the site, an hour from now. */
const QUIET = { restTimes: [{ from: '12:00', to: '13:59' }], urgentAlways: false };

function orphan(
  step: NoticeStep,
  dueAt: Date,
  level: AlarmLevel = 'important',
  { mode, address }: Recipient = MAIL,
): OrphanedNotice {
  return { id: `${step} ${dueAt.getTime() - NOW.getTime()}`, step, mode, address, level, dueAt };
}

function only(level: AlarmLevel, fields: Partial<SettingSource> = {}): SettingSource[] {
  return [setting({ levels: [level], ...fields })];
}

function reassigned(
  about: PlannedAlarm,
  settings: readonly SettingSource[],
  all: readonly OrphanedNotice[],
  ofRule: RuleSource | null = null,
): string[] {
  return reassign(about, ofRule, settings, all, NOW).map(
    ({ id, settingId, dueAt }) => `${id} ${settingId} ${(dueAt.getTime() - NOW.getTime()) / 1000}`,
  );
}

test('is reassigned over to a rule or setting with the same address and mode, at once or escalated', () => {
  const raised = [orphan('raised', later(10))];
  expect(reassigned(old(), [setting()], raised)).toEqual(['raised 10000 setting 10']);
  expect(reassigned(old(), [setting({ recipients: [to('mail', 'A@EXAMPLE.org')] })], raised)).toHaveLength(1);
  expect(reassigned(old(), [], raised, rule())).toEqual(['raised 10000 null 10']);
  const others: Partial<SettingSource>[] = [
    { recipients: [to('mail', 'b@example.org'), to('sms', MAIL.address)] },
    { levels: ['urgent'] },
    { siteIds: ['hill'] },
    { escalateMinutes: 5 },
    { digest: 'hourly' },
    { since: later(-1) },
  ];
  for (const fields of others) expect(reassigned(old(), [setting(fields)], raised)).toEqual([]);
  const escalated = [orphan('escalated', later(10))];
  expect(reassigned(old(), [setting()], escalated)).toEqual([]);
  expect(reassigned(old(), [setting({ escalateMinutes: 90 })], escalated)).toEqual([
    `escalated 10000 setting ${HOUR / 2}`,
  ]);
});

test('is due no earlier than before and after the quiet hours of the new setting', () => {
  const quiet = setting(QUIET);
  expect(reassigned(old(), [quiet], [orphan('raised', later(10))])).toEqual([`raised 10000 setting ${HOUR}`]);
  // Due a while ago, and not sent yet.
  expect(reassigned(old(), [quiet], [orphan('raised', later(-5 * HOUR))])).toEqual([
    `raised ${-5 * HOUR * 1000} setting ${HOUR}`,
  ]);
  expect(reassigned(old(), [setting()], [orphan('raised', later(2 * HOUR))])).toEqual([
    `raised ${2 * HOUR * 1000} setting ${2 * HOUR}`,
  ]);
  expect(reassigned(old(), [setting({ escalateMinutes: 5 })], [orphan('escalated', later(HOUR))])).toEqual([
    `escalated ${HOUR * 1000} setting ${HOUR}`,
  ]);
});

test('keeps the interval of repeats', () => {
  const repeats = [orphan('repeated', later(610)), orphan('repeated', later(1210))];
  const quiet = setting(QUIET);
  expect(reassigned(old(), [quiet], [orphan('raised', later(10)), ...repeats])).toEqual([
    `raised 10000 setting ${HOUR}`,
    `repeated 610000 setting ${HOUR + 600}`,
    `repeated 1210000 setting ${HOUR + 1200}`,
  ]);
  // Repeats wait for the end of quiet hours.
  expect(reassigned(old(), [quiet], repeats.slice(0, 1))).toEqual([`repeated 610000 setting ${HOUR}`]);
});

test('a cleared notice is reassigned over to a setting that sends these', () => {
  const over = [orphan('cleared', NOW, 'important', HOOK)];
  const ended = old({ clearedAt: NOW });
  const hooked = { recipients: [HOOK] };
  expect(reassigned(ended, [setting(hooked)], over)).toEqual(['cleared 0 setting 0']);
  expect(reassigned(ended, [setting({ ...hooked, escalateMinutes: 5 })], over)).toEqual([
    'cleared 0 setting 0',
  ]);
  expect(reassigned(ended, [setting({ ...hooked, tellsClears: false })], over)).toEqual([]);
});

test('is reassigned over by its original level, or by the current one if that is lower', () => {
  const raised = [orphan('raised', later(10))];
  const escalated = [orphan('escalated', later(10))];
  const milder = old({ level: 'secondary' });
  expect(reassigned(milder, only('important'), raised)).toHaveLength(1);
  expect(reassigned(milder, only('secondary'), raised)).toHaveLength(1);
  const graver = old({ level: 'urgent', levelledAt: later(-60) });
  expect(reassigned(graver, only('important'), raised)).toHaveLength(1);
  // An escalation to urgent is a notice of its own; an unconfirmed escalation is not.
  expect(reassigned(graver, only('urgent'), raised)).toEqual([]);
  expect(reassigned(graver, only('urgent', { escalateMinutes: 5 }), escalated)).toEqual([
    'escalated 10000 setting 240',
  ]);
  const relevelled = [orphan('relevelled', later(10), 'urgent')];
  const between = { since: later(-120) };
  expect(reassigned(graver, only('urgent', between), relevelled)).toHaveLength(1);
  expect(reassigned(graver, [setting(between)], raised)).toEqual([]);
});
