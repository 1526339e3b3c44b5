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

/** Initial values for a type: those of the shipped rule. */
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

/** Form values of a rule, with its displayed name. */
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

/** Adds or removes a level; the gravest stays first. */
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

/** Whether device kinds can be chosen: not for rules about sites and clients. */
export function asksKinds(type: AlarmType): boolean {
  const { subject, kinds } = alarmType(type);
  return subject !== 'site' && subject !== 'terminal' && kinds.length > 1;
}
