import { expect, test } from 'vitest';
import { toldAlarmIn } from './told-alarm.ts';

const ALARM = { step: 'raised', type: 'highCpu', part: '', place: 'Harbour, AP-1', value: 97, threshold: 90 };

test('a notice of an alarm is read as its facts', () => {
  expect(toldAlarmIn('notices.page.alarm', ALARM)).toEqual(ALARM);
});

test('what has no figures has none to say', () => {
  const { value: _, threshold: __, ...bare } = { ...ALARM, type: 'upgradeFailed', step: 'cleared' };
  expect(toldAlarmIn('notices.page.alarm', bare)).toEqual({ ...bare, value: 0, threshold: 0 });
});

test.each([
  ['another message', 'messages.sentence.said', ALARM],
  ['a digest', 'notices.page.alarm', { ...ALARM, step: 'digest' }],
  ['a type of another version', 'notices.page.alarm', { ...ALARM, type: 'unheardOf' }],
  ['nothing', 'notices.page.alarm', {}],
])('%s is none', (_what, key, params) => {
  expect(toldAlarmIn(key, params)).toBeNull();
});
