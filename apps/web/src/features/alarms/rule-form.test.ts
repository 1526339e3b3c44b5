import { alarmRuleInput } from '@airloom/contract/alarms/alarms.rules';
import { ALARM_TYPE_NAMES } from '@airloom/contract/alarms/alarms.types';
import { expect, it } from 'vitest';
import { asksKinds, emptyRule, withLevel, withThreshold } from './rule-form.ts';

it('the initial values of every type are valid input', () => {
  for (const type of ALARM_TYPE_NAMES) {
    const result = alarmRuleInput.safeParse(emptyRule(type, 'New'));
    expect(result.error?.issues ?? [], type).toEqual([]);
  }
});

it('adds and removes levels, gravest first, and keeps their thresholds', () => {
  const one = [{ level: 'secondary' as const, threshold: 80 }];
  const two = withLevel(one, 'urgent', true);
  expect(two).toEqual([
    { level: 'urgent', threshold: null },
    { level: 'secondary', threshold: 80 },
  ]);
  expect(withThreshold(two, 'urgent', 95)[0]).toEqual({ level: 'urgent', threshold: 95 });
  expect(withLevel(two, 'secondary', false)).toEqual([{ level: 'urgent', threshold: null }]);
  expect(withLevel(one, 'secondary', true)).toEqual(one);
});

it('asks for kinds only where the type has several', () => {
  expect(asksKinds('highCpu')).toBe(true);
  expect(asksKinds('poeOverload')).toBe(false);
  expect(asksKinds('siteOffline')).toBe(false);
  expect(asksKinds('terminalOnline')).toBe(false);
});
