import {
  type AlarmLevel,
  type AlarmType,
  type AlarmUnit,
  alarmType,
} from '@airloom/contract/alarms/alarms.types';
import type { Rule, RuleLevel } from './rule.ts';

const MINUTE_MS = 60_000;
/** After so long without a word nobody knows whether it lasted. */
export const GAP_MS = 10 * MINUTE_MS;

/** What lasts, such as a port that is down, has to be well for so long before it is over. */
export const CALM_MS = 5 * MINUTE_MS;

const BACK_SHARE = 0.05;
const BACK_DB = 3;
const BACK_COUNT = 1;

/** What a rule has seen of one device, or of a part of it. None: all is well. */
export interface Watch {
  /** Too much since then. */
  readonly since: number;
  /** The level it was raised at; null while it does not count yet. */
  readonly level: AlarmLevel | null;
  /** Better than that level since then, or well. Begins anew with a process. */
  readonly betterSince: number | null;
  readonly judgedAt: number;
}

export interface Measured {
  readonly value: number;
  readonly at: number;
}

interface Standing {
  readonly level: AlarmLevel;
  readonly value: number;
  readonly threshold: number | null;
}

export type Change =
  | { readonly what: 'none' }
  | ({ readonly what: 'raise' | 'relevel' } & Standing)
  | { readonly what: 'clear' };

export interface Step {
  readonly watch: Watch | null;
  readonly change: Change;
}

const NONE: Change = { what: 'none' };
const WELL: Step = { watch: null, change: NONE };
const CLEARED: Step = { watch: null, change: { what: 'clear' } };

type Judging = Pick<Rule, 'type' | 'levels' | 'holdMs'>;

/** Judges one value by one rule. Values come in the order of their times; one that comes late judges nothing. */
export function step(rule: Judging, watch: Watch | null, measured: Measured): Step {
  if (watch === null) return reaching(rule, null, measured);
  if (measured.at <= watch.judgedAt) return { watch, change: NONE };
  return watch.level === null ? reaching(rule, watch, measured) : standing(rule, watch, measured);
}

/** What a value must reach before any of these rules, all of one type, begins to watch it. */
export function mildestOf(rules: readonly Judging[]): number | null {
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

/** Not raised yet: it has to be too much for the whole hold time. */
function reaching(rule: Judging, watch: Watch | null, { value, at }: Measured): Step {
  const reached = rule.levels.find(({ threshold }) => reaches(rule.type, threshold, value));
  const growing = growsByItself(rule);
  if (reached === undefined) {
    // Remembered from its beginning, or nobody would know of it after a restart.
    if (growing && value > 0)
      return { watch: pending(watch?.since ?? beginning(value, at), at), change: NONE };
    return WELL;
  }
  const goesOn = watch !== null && (growing || at - watch.judgedAt <= GAP_MS);
  const since = goesOn ? watch.since : growing ? beginning(value, at) : at;
  if (at - since < rule.holdMs) return { watch: pending(since, at), change: NONE };
  return {
    watch: { since, level: reached.level, betterSince: null, judgedAt: at },
    change: { what: 'raise', ...told(reached, value) },
  };
}

/** Raised: it gets worse at once, better after the hold time, and is over as soon as it is well, or calm. */
function standing(rule: Judging, watch: Watch, { value, at }: Measured): Step {
  const own = rule.levels.findIndex(({ level }) => level === watch.level);
  // A rule may have lost the level since.
  const unknown = own < 0;
  const worse = rule.levels.find(
    ({ threshold }, index) => (unknown || index < own) && reaches(rule.type, threshold, value),
  );
  if (worse !== undefined) return relevelled(watch, worse, { value, at });
  const held = rule.levels.find(
    ({ threshold }, index) => (unknown || index >= own) && !isLeft(rule, threshold, value),
  );
  if (held === undefined) return growsByItself(rule) ? calming(watch, { value, at }) : CLEARED;
  if (unknown) return relevelled(watch, held, { value, at });
  if (held.level === watch.level) {
    return { watch: { ...watch, betterSince: null, judgedAt: at }, change: NONE };
  }
  const unheard = watch.betterSince === null || at - watch.judgedAt > GAP_MS;
  const betterSince = unheard ? at : watch.betterSince;
  if (betterSince !== null && at - betterSince >= rule.holdMs) return relevelled(watch, held, { value, at });
  return { watch: { ...watch, betterSince, judgedAt: at }, change: NONE };
}

/** What lasted may begin again at any moment: it is over when it has been well for a while, or each time were news. */
function calming(watch: Watch, { value, at }: Measured): Step {
  const betterSince = value > 0 ? null : (watch.betterSince ?? at);
  if (betterSince !== null && at - betterSince >= CALM_MS) return CLEARED;
  return { watch: { ...watch, betterSince, judgedAt: at }, change: NONE };
}

/** It is well again, though not for long enough. */
export function isCalming(rule: Judging, { level, betterSince }: Watch): boolean {
  return level !== null && betterSince !== null && growsByItself(rule);
}

function relevelled(watch: Watch, to: RuleLevel, { value, at }: Measured): Step {
  return {
    watch: { ...watch, level: to.level, betterSince: null, judgedAt: at },
    change: { what: 'relevel', ...told(to, value) },
  };
}

function told({ level, threshold }: RuleLevel, value: number): Standing {
  return { level, threshold, value };
}

function pending(since: number, at: number): Watch {
  return { since, level: null, betterSince: null, judgedAt: at };
}

/** Minutes something lasts: they grow with the clock alone. */
function growsByItself({ type }: Judging): boolean {
  return alarmType(type).unit === 'minutes';
}

function beginning(minutes: number, at: number): number {
  return Math.round(at - minutes * MINUTE_MS);
}

/** A level is not left by a hair's breadth, or a value that trembles around it would tell the same again and again. */
function isLeft({ type }: Judging, threshold: number | null, value: number): boolean {
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
