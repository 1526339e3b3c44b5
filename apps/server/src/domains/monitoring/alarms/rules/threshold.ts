import {
  type AlarmLevel,
  type AlarmType,
  type AlarmUnit,
  alarmType,
} from '@airloom/contract/alarms/alarms.types';
import { MINUTE } from '@airloom/contract/time';
import type { Rule, RuleLevel } from './rule.ts';

/** After a gap this long it is unknown whether the condition lasted. */
export const GAP_MS = 10 * MINUTE;

/** A condition measured in minutes, such as a port that is down, must be over for this long before it is cleared. */
export const CALM_MS = 5 * MINUTE;

const BACK_SHARE = 0.05;
const BACK_DB = 3;
const BACK_COUNT = 1;

/** State of a rule for a device or a part of it. Null: no condition. */
export interface Watch {
  /** Above the threshold since then. */
  readonly since: number;
  /** The level it was raised at; null during the hold time. */
  readonly level: AlarmLevel | null;
  /** Below that level since then. Starts again with a new process. */
  readonly betterSince: number | null;
  readonly evaluatedAt: number;
}

export interface Measured {
  readonly value: number;
  readonly at: number;
}

interface LevelReached {
  readonly level: AlarmLevel;
  readonly value: number;
  readonly threshold: number | null;
}

export type Change =
  | { readonly what: 'none' }
  | ({ readonly what: 'raise' | 'relevel' } & LevelReached)
  | { readonly what: 'clear' };

export interface Step {
  readonly watch: Watch | null;
  readonly change: Change;
}

const NONE: Change = { what: 'none' };
const WELL: Step = { watch: null, change: NONE };
const CLEARED: Step = { watch: null, change: { what: 'clear' } };

type EvaluatedRule = Pick<Rule, 'type' | 'levels' | 'holdMs'>;

/** Evaluates one value with one rule. Values are ordered by time; late ones are ignored. */
export function step(rule: EvaluatedRule, watch: Watch | null, measured: Measured): Step {
  if (watch === null) return evaluatePending(rule, null, measured);
  if (measured.at <= watch.evaluatedAt) return { watch, change: NONE };
  return watch.level === null
    ? evaluatePending(rule, watch, measured)
    : evaluateRaised(rule, watch, measured);
}

/** Threshold that a value must reach before any of these rules, all of one type, watches it. */
export function mildestOf(rules: readonly EvaluatedRule[]): number | null {
  const all = rules.flatMap(({ levels }) => levels.flatMap(({ threshold }) => threshold ?? []));
  const [rule] = rules;
  if (rule === undefined || all.length === 0) return null;
  if (growsByItself(rule)) return Number.MIN_VALUE;
  return alarmType(rule.type).worse === 'above' ? Math.min(...all) : Math.max(...all);
}

export function reaches(type: AlarmType, threshold: number | null, value: number): boolean {
  if (threshold === null) return false;
  return alarmType(type).worse === 'above' ? value >= threshold : value <= threshold;
}

/** Not raised yet: the threshold must be exceeded for the whole hold time. */
function evaluatePending(rule: EvaluatedRule, watch: Watch | null, { value, at }: Measured): Step {
  const reached = rule.levels.find(({ threshold }) => reaches(rule.type, threshold, value));
  const growing = growsByItself(rule);
  if (reached === undefined) {
    // Watched from the start, so that it survives a restart.
    if (growing && value > 0) return { watch: pending(watch?.since ?? startOf(value, at), at), change: NONE };
    return WELL;
  }
  const isContinued = watch !== null && (growing || at - watch.evaluatedAt <= GAP_MS);
  const since = isContinued ? watch.since : growing ? startOf(value, at) : at;
  if (at - since < rule.holdMs) return { watch: pending(since, at), change: NONE };
  return {
    watch: { since, level: reached.level, betterSince: null, evaluatedAt: at },
    change: { what: 'raise', ...levelReached(reached, value) },
  };
}

/**
 * Raised: escalates at once, de-escalates after the hold time, and is cleared on recovery or after the recovery time.
 */
function evaluateRaised(rule: EvaluatedRule, watch: Watch, { value, at }: Measured): Step {
  const own = rule.levels.findIndex(({ level }) => level === watch.level);
  // The level may have been removed from the rule.
  const unknown = own < 0;
  const worse = rule.levels.find(
    ({ threshold }, index) => (unknown || index < own) && reaches(rule.type, threshold, value),
  );
  if (worse !== undefined) return relevelled(watch, worse, { value, at });
  const current = rule.levels.find(
    ({ threshold }, index) => (unknown || index >= own) && !isLeft(rule, threshold, value),
  );
  if (current === undefined) return growsByItself(rule) ? evaluateRecovery(watch, { value, at }) : CLEARED;
  if (unknown) return relevelled(watch, current, { value, at });
  if (current.level === watch.level) {
    return { watch: { ...watch, betterSince: null, evaluatedAt: at }, change: NONE };
  }
  const isRestarted = watch.betterSince === null || at - watch.evaluatedAt > GAP_MS;
  const betterSince = isRestarted ? at : watch.betterSince;
  if (betterSince !== null && at - betterSince >= rule.holdMs)
    return relevelled(watch, current, { value, at });
  return { watch: { ...watch, betterSince, evaluatedAt: at }, change: NONE };
}

/** A duration may begin again at any moment: it is cleared only after the recovery time. */
function evaluateRecovery(watch: Watch, { value, at }: Measured): Step {
  const betterSince = value > 0 ? null : (watch.betterSince ?? at);
  if (betterSince !== null && at - betterSince >= CALM_MS) return CLEARED;
  return { watch: { ...watch, betterSince, evaluatedAt: at }, change: NONE };
}

/** Recovered, though not for long enough. */
export function isCalming(rule: EvaluatedRule, { level, betterSince }: Watch): boolean {
  return level !== null && betterSince !== null && growsByItself(rule);
}

function relevelled(watch: Watch, to: RuleLevel, { value, at }: Measured): Step {
  return {
    watch: { ...watch, level: to.level, betterSince: null, evaluatedAt: at },
    change: { what: 'relevel', ...levelReached(to, value) },
  };
}

/** With other times, after the clock was set. */
export function shiftWatch(watch: Watch, shifted: (at: number) => number): Watch {
  const { since, level, betterSince, evaluatedAt } = watch;
  return {
    since: shifted(since),
    level,
    betterSince: betterSince === null ? null : shifted(betterSince),
    evaluatedAt: Math.min(evaluatedAt, shifted(evaluatedAt) - 1),
  };
}

function levelReached({ level, threshold }: RuleLevel, value: number): LevelReached {
  return { level, threshold, value };
}

function pending(since: number, at: number): Watch {
  return { since, level: null, betterSince: null, evaluatedAt: at };
}

/** Durations in minutes grow with time alone. */
function growsByItself({ type }: EvaluatedRule): boolean {
  return alarmType(type).unit === 'minutes';
}

function startOf(minutes: number, at: number): number {
  return Math.round(at - minutes * MINUTE);
}

/** Hysteresis, so that a value around the threshold does not raise and clear repeatedly. */
function isLeft({ type }: EvaluatedRule, threshold: number | null, value: number): boolean {
  if (threshold === null) return true;
  const { unit, worse } = alarmType(type);
  const back = backBy(unit, threshold);
  return worse === 'above' ? value <= threshold - back : value >= threshold + back;
}

function backBy(unit: AlarmUnit | null, threshold: number): number {
  const share = Math.abs(threshold) * BACK_SHARE;
  if (unit === 'dbm') return BACK_DB;
  return unit === 'percent' || unit === 'celsius' ? share : Math.max(BACK_COUNT, share);
}
