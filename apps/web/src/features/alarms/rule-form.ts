import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import type { alarmRuleInput } from '@airloom/contract/alarms/alarms.rules';
import {
  ALARM_LEVELS,
  type AlarmLevel,
  type AlarmType,
  alarmType,
  DEFAULT_RULES,
} from '@airloom/contract/alarms/alarms.types';
import type { z } from 'zod';

export type RuleForm = typeof alarmRuleInput;
export type RuleValues = z.input<RuleForm>;
export type LevelRow = RuleValues['levels'][number];

type OfType = Required<Pick<RuleValues, 'kinds' | 'levels' | 'holdMinutes' | 'macs'>>;

/** What a rule of this type begins with: as the shipped one has it. */
export function usualOf(type: AlarmType): OfType {
  const shipped = Object.values(DEFAULT_RULES).find((rule) => rule.type === type);
  return {
    kinds: [],
    levels: shipped ? shipped.levels.map((row) => ({ ...row })) : [{ level: 'secondary', threshold: null }],
    holdMinutes: shipped?.holdMinutes ?? 0,
    macs: [],
  };
}

export function emptyRule(type: AlarmType, name: string): RuleValues {
  return {
    name,
    type,
    ...usualOf(type),
    enabled: true,
    description: '',
    siteUUIDs: [],
    modes: ['page'],
    emails: [],
    phones: [],
    restTimes: [],
    holidays: [],
    repeat: 1,
  };
}

/** A rule as its form holds it, under the name it is called by on screen. */
export function valuesOf(rule: AlarmRule, name: string): RuleValues {
  const { type, kinds, levels, holdMinutes, enabled, description } = rule;
  const { modes, emails, phones, restTimes, holidays, repeat, macs } = rule;
  return {
    name,
    type,
    kinds,
    levels,
    holdMinutes,
    enabled,
    description,
    siteUUIDs: rule.sites.map(({ siteUUID }) => siteUUID),
    modes,
    emails,
    phones,
    restTimes,
    holidays,
    repeat,
    macs,
  };
}

/** With or without a level; the gravest stays first. */
export function withLevel(rows: readonly LevelRow[], level: AlarmLevel, on: boolean): LevelRow[] {
  return ALARM_LEVELS.flatMap((one) => {
    const row = rows.find((known) => known.level === one);
    if (one !== level) return row ? [row] : [];
    return on ? [row ?? { level, threshold: null }] : [];
  });
}

export function withThreshold(
  rows: readonly LevelRow[],
  level: AlarmLevel,
  threshold: number | null,
): LevelRow[] {
  return rows.map((row) => (row.level === level ? { level, threshold } : row));
}

/** Whether the kind of device is a question at all: a site is all of its devices, a client is none. */
export function asksKinds(type: AlarmType): boolean {
  const { subject, kinds } = alarmType(type);
  return subject !== 'site' && subject !== 'terminal' && kinds.length > 1;
}
