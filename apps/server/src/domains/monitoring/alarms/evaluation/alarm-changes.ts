import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import { type AlarmLevel, alarmType, gravity } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Rule } from '../rules/rule.ts';

/** A rule with the fields that are copied to its alarms. */
export interface NamedRule extends Rule {
  readonly name: string;
  readonly shipped: string | null;
  readonly updatedAt: number;
}

/** Subject of an alarm. */
export interface Subject {
  /** There is one active alarm per rule and key. */
  readonly key: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly deviceId: string | null;
  readonly deviceKind: DeviceKind | null;
  readonly deviceName: string;
  readonly part: string;
  /** Display name of the part, where it differs from its identifier. */
  readonly partName?: string;
}

/** Condition of a subject under a rule. `unknown`: an alarm is neither raised nor cleared. */
export interface Finding {
  readonly rule: NamedRule;
  readonly subject: Subject;
  readonly condition: 'clear' | 'active' | 'unknown';
  /** Compared with the thresholds; null where there are none. */
  readonly compared: number | null;
  /** Shown to people. */
  readonly value: number | null;
  /** Start of the condition: an alarm cleared by a person after this time is not raised again. */
  readonly since: number;
  readonly cause: string;
}

/** A finding with defaults left out. */
export type Evaluation = Pick<Finding, 'condition'> &
  Partial<Pick<Finding, 'compared' | 'value' | 'since' | 'cause'>>;

export interface OpenAlarm {
  readonly id: string;
  readonly ruleId: string;
  readonly key: string;
  readonly level: AlarmLevel;
  /** The worst so far. */
  readonly value: number | null;
}

/** When a person last cleared such an alarm. */
export interface EndedByPerson {
  readonly ruleId: string;
  readonly key: string;
  readonly at: number;
}

export interface Raised {
  readonly id: string;
  readonly finding: Finding;
  readonly level: AlarmLevel;
  readonly threshold: number | null;
}

export interface Relevelled {
  readonly id: string;
  readonly level: AlarmLevel;
  readonly threshold: number | null;
  readonly value: number | null;
}

/** A new worst value at the same level. */
export interface Worsened {
  readonly id: string;
  readonly value: number;
}

export interface Cleared {
  readonly id: string;
  readonly reason: ClearReason;
}

/** A device that is offline because of the subject of an alarm. */
export interface Consequence {
  readonly alarmId: string;
  readonly deviceId: string;
}

export interface Changes {
  readonly raised: readonly Raised[];
  readonly relevelled: readonly Relevelled[];
  readonly worsened: readonly Worsened[];
  readonly cleared: readonly Cleared[];
}

/** Identifies an active alarm. */
export function alarmKey({ ruleId, key }: { readonly ruleId: string; readonly key: string }): string {
  return `${ruleId} ${key}`;
}

/**
 * Compares findings with active alarms. There must be a finding for every subject of a rule: an active alarm without
 * one belongs to a rule that was deleted or no longer applies.
 */
export function settle(
  findings: readonly Finding[],
  open: readonly OpenAlarm[],
  ended: readonly EndedByPerson[],
  newId: () => string,
): Changes {
  const alarms = new Map(open.map((alarm) => [alarmKey(alarm), alarm]));
  const endedAt = new Map(ended.map((one) => [alarmKey(one), one.at]));
  const raised: Raised[] = [];
  const relevelled: Relevelled[] = [];
  const worsened: Worsened[] = [];
  const cleared: Cleared[] = [];
  for (const finding of findings) {
    const place = alarmKey({ ruleId: finding.rule.id, key: finding.subject.key });
    const alarm = alarms.get(place);
    alarms.delete(place);
    if (finding.condition === 'clear') {
      if (alarm !== undefined) cleared.push({ id: alarm.id, reason: 'recovered' });
      continue;
    }
    const row = finding.condition === 'active' ? levelOf(finding.rule, finding.compared) : null;
    if (row === null) continue;
    if (alarm === undefined) {
      const staysEnded = (endedAt.get(place) ?? Number.NEGATIVE_INFINITY) >= finding.since;
      if (!staysEnded) raised.push({ id: newId(), finding, ...row });
    } else if (gravity(row.level) < gravity(alarm.level)) {
      relevelled.push({ id: alarm.id, ...row, value: finding.value });
    } else if (finding.value !== null && isWorse(finding.rule, finding.value, alarm.value)) {
      worsened.push({ id: alarm.id, value: finding.value });
    }
  }
  for (const { id } of alarms.values()) cleared.push({ id, reason: 'ruleChanged' });
  return { raised, relevelled, worsened, cleared };
}

/** Minutes grow with time: the alarm keeps the value it was raised with. */
function isWorse({ type }: Rule, value: number, before: number | null): boolean {
  const { unit, worse } = alarmType(type);
  if (unit === 'minutes' || before === null) return false;
  return worse === 'above' ? value > before : value < before;
}

type LevelRow = Rule['levels'][number];

/** The gravest level that is reached. */
function levelOf(rule: Rule, compared: number | null): LevelRow | null {
  const { worse } = alarmType(rule.type);
  const reached = ({ threshold }: LevelRow): boolean => {
    if (threshold === null || compared === null) return true;
    return worse === 'above' ? compared >= threshold : compared <= threshold;
  };
  return rule.levels.find(reached) ?? null;
}

/** The threshold of the mildest level. */
export function mildest(rule: Pick<Rule, 'levels'>): number {
  return rule.levels.at(-1)?.threshold ?? 0;
}
