import { expect, test } from 'vitest';
import { alarmMessageIn } from './alarm-message.ts';

const ALARM = { step: 'raised', type: 'highCpu', part: '', place: 'Harbour, AP-1', value: 97, threshold: 90 };

test('reads the values of an alarm message', () => {
  expect(alarmMessageIn('notices.page.alarm', ALARM)).toEqual(ALARM);
});

test('leaves out missing values', () => {
  const { value: _, threshold: __, ...bare } = { ...ALARM, type: 'upgradeFailed', step: 'cleared' };
  expect(alarmMessageIn('notices.page.alarm', bare)).toEqual({ ...bare, value: 0, threshold: 0 });
});

test.each([
  ['another message', 'messages.sentence.said', ALARM],
  ['a digest', 'notices.page.alarm', { ...ALARM, step: 'digest' }],
  ['a type of another version', 'notices.page.alarm', { ...ALARM, type: 'unheardOf' }],
  ['nothing', 'notices.page.alarm', {}],
])('returns null for %s', (_what, key, params) => {
  expect(alarmMessageIn(key, params)).toBeNull();
});
