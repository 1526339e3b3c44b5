import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import { expect, test } from 'vitest';
import { alarm, HOOK, later, MAIL, NOW, rule, setting, to } from '../testing/tellings.ts';
import { handOver, type LeftNotice } from './handover.ts';
import type { PlannedAlarm, Recipient, RuleTelling, SettingTelling } from './telling.ts';

const HOUR = 3600;
const BEGAN = later(-HOUR);
/** Found out when it began. */
const old = (fields: Partial<PlannedAlarm> = {}) => alarm({ raisedAt: BEGAN, knownAt: BEGAN, ...fields });
/** Until 14:00 where the site is, an hour from now. */
const RESTING = { restTimes: [{ from: '12:00', to: '13:59' }], urgentAlways: false };

function left(
  step: NoticeStep,
  dueAt: Date,
  level: AlarmLevel = 'important',
  { mode, address }: Recipient = MAIL,
): LeftNotice {
  return { id: `${step} ${dueAt.getTime() - NOW.getTime()}`, step, mode, address, level, dueAt };
}

function only(level: AlarmLevel, fields: Partial<SettingTelling> = {}): SettingTelling[] {
  return [setting({ levels: [level], ...fields })];
}

function handed(
  about: PlannedAlarm,
  settings: readonly SettingTelling[],
  all: readonly LeftNotice[],
  ofRule: RuleTelling | null = null,
): string[] {
  return handOver(about, ofRule, settings, all, NOW).map(
    ({ id, settingId, dueAt }) => `${id} ${settingId} ${(dueAt.getTime() - NOW.getTime()) / 1000}`,
  );
}

test('is handed to who wants the same address told, in the same way, at once or after a while', () => {
  const raised = [left('raised', later(10))];
  expect(handed(old(), [setting()], raised)).toEqual(['raised 10000 setting 10']);
  expect(handed(old(), [setting({ recipients: [to('mail', 'A@EXAMPLE.org')] })], raised)).toHaveLength(1);
  expect(handed(old(), [], raised, rule())).toEqual(['raised 10000 null 10']);
  const others: Partial<SettingTelling>[] = [
    { recipients: [to('mail', 'b@example.org'), to('sms', MAIL.address)] },
    { levels: ['urgent'] },
    { siteIds: ['hill'] },
    { escalateMinutes: 5 },
    { digest: 'hourly' },
    { since: later(-1) },
  ];
  for (const fields of others) expect(handed(old(), [setting(fields)], raised)).toEqual([]);
  const escalated = [left('escalated', later(10))];
  expect(handed(old(), [setting()], escalated)).toEqual([]);
  expect(handed(old(), [setting({ escalateMinutes: 90 })], escalated)).toEqual([
    `escalated 10000 setting ${HOUR / 2}`,
  ]);
});

test('is told no sooner than it was to be, nor while who wants it now rests', () => {
  const resting = setting(RESTING);
  expect(handed(old(), [resting], [left('raised', later(10))])).toEqual([`raised 10000 setting ${HOUR}`]);
  // Due a while ago, and not told yet.
  expect(handed(old(), [resting], [left('raised', later(-5 * HOUR))])).toEqual([
    `raised ${-5 * HOUR * 1000} setting ${HOUR}`,
  ]);
  expect(handed(old(), [setting()], [left('raised', later(2 * HOUR))])).toEqual([
    `raised ${2 * HOUR * 1000} setting ${2 * HOUR}`,
  ]);
  expect(handed(old(), [setting({ escalateMinutes: 5 })], [left('escalated', later(HOUR))])).toEqual([
    `escalated ${HOUR * 1000} setting ${HOUR}`,
  ]);
});

test('is repeated as long after the first as it was to be', () => {
  const repeats = [left('repeated', later(610)), left('repeated', later(1210))];
  const resting = setting(RESTING);
  expect(handed(old(), [resting], [left('raised', later(10)), ...repeats])).toEqual([
    `raised 10000 setting ${HOUR}`,
    `repeated 610000 setting ${HOUR + 600}`,
    `repeated 1210000 setting ${HOUR + 1200}`,
  ]);
  // Who was told already is reminded when they rest no longer.
  expect(handed(old(), [resting], repeats.slice(0, 1))).toEqual([`repeated 610000 setting ${HOUR}`]);
});

test('that it is over is told by who tells so', () => {
  const over = [left('cleared', NOW, 'important', HOOK)];
  const ended = old({ clearedAt: NOW });
  const hooked = { recipients: [HOOK] };
  expect(handed(ended, [setting(hooked)], over)).toEqual(['cleared 0 setting 0']);
  expect(handed(ended, [setting({ ...hooked, escalateMinutes: 5 })], over)).toEqual(['cleared 0 setting 0']);
  expect(handed(ended, [setting({ ...hooked, tellsClears: false })], over)).toEqual([]);
});

test('is for who wanted what it was, or counted on it for what it is', () => {
  const raised = [left('raised', later(10))];
  const escalated = [left('escalated', later(10))];
  const milder = old({ level: 'secondary' });
  expect(handed(milder, only('important'), raised)).toHaveLength(1);
  expect(handed(milder, only('secondary'), raised)).toHaveLength(1);
  const graver = old({ level: 'urgent', levelledAt: later(-60) });
  expect(handed(graver, only('important'), raised)).toHaveLength(1);
  // That it is urgent by now is a notice of its own; that nobody confirmed is not.
  expect(handed(graver, only('urgent'), raised)).toEqual([]);
  expect(handed(graver, only('urgent', { escalateMinutes: 5 }), escalated)).toEqual([
    'escalated 10000 setting 240',
  ]);
  const relevelled = [left('relevelled', later(10), 'urgent')];
  const between = { since: later(-120) };
  expect(handed(graver, only('urgent', between), relevelled)).toHaveLength(1);
  expect(handed(graver, [setting(between)], raised)).toEqual([]);
});
