import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import { type AlarmLevel, alarmType, gravity } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Rule } from '../rules/rule.ts';

/** A rule as it is when an alarm is raised by it. */
export interface NamedRule extends Rule {
  readonly name: string;
  readonly shipped: string | null;
  readonly updatedAt: number;
}

/** What an alarm is about. */
export interface Subject {
  /** By rule and key there is one alarm at a time. */
  readonly key: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly deviceId: string | null;
  readonly deviceKind: DeviceKind | null;
  readonly deviceName: string;
  readonly part: string;
  /** What people call the part, where that is not what it is known by. */
  readonly partName?: string;
}

/** How a subject stands with a rule. `unclear`: no reason to raise an alarm, none to end one either. */
export interface Finding {
  readonly rule: NamedRule;
  readonly subject: Subject;
  readonly standing: 'well' | 'bad' | 'unclear';
  /** What is held against the thresholds; null where there are none. */
  readonly weighed: number | null;
  /** What people are told. */
  readonly value: number | null;
  /** Since when: an alarm that a person ended later than this does not come again. */
  readonly since: number;
  readonly cause: string;
}

/** A finding without what goes without saying. */
export type ConfigurationAnswer = Pick<Finding, 'standing'> &
  Partial<Pick<Finding, 'weighed' | 'value' | 'since' | 'cause'>>;

export interface OpenAlarm {
  readonly id: string;
  readonly ruleId: string;
  readonly key: string;
  readonly level: AlarmLevel;
  /** The worst so far. */
  readonly value: number | null;
}

/** When a person last ended such an alarm. */
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

/** No graver, and yet worse than it ever was. */
export interface Worsened {
  readonly id: string;
  readonly value: number;
}

export interface Cleared {
  readonly id: string;
  readonly reason: ClearReason;
}

/** A device that is away because of what an alarm is about. */
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

/** By what one alarm at a time is known. */
export function placeOf({ ruleId, key }: { readonly ruleId: string; readonly key: string }): string {
  return `${ruleId} ${key}`;
}

/**
 * What has to change so that the alarms agree with how things are. There must be a finding for all a rule speaks
 * of: an open alarm without one is of a rule that is no more, or speaks of others now.
 */
export function settle(
  findings: readonly Finding[],
  open: readonly OpenAlarm[],
  ended: readonly EndedByPerson[],
  newId: () => string,
): Changes {
  const alarms = new Map(open.map((alarm) => [placeOf(alarm), alarm]));
  const endedAt = new Map(ended.map((one) => [placeOf(one), one.at]));
  const raised: Raised[] = [];
  const relevelled: Relevelled[] = [];
  const worsened: Worsened[] = [];
  const cleared: Cleared[] = [];
  for (const finding of findings) {
    const place = placeOf({ ruleId: finding.rule.id, key: finding.subject.key });
    const alarm = alarms.get(place);
    alarms.delete(place);
    if (finding.standing === 'well') {
      if (alarm !== undefined) cleared.push({ id: alarm.id, reason: 'recovered' });
      continue;
    }
    const row = finding.standing === 'bad' ? levelOf(finding.rule, finding.weighed) : null;
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

/** Minutes grow by themselves: an alarm says how many they were when it was raised. */
function isWorse({ type }: Rule, value: number, before: number | null): boolean {
  const { unit, worse } = alarmType(type);
  if (unit === 'minutes' || before === null) return false;
  return worse === 'above' ? value > before : value < before;
}

type LevelRow = Rule['levels'][number];

/** The gravest level that is reached. */
function levelOf(rule: Rule, weighed: number | null): LevelRow | null {
  const { worse } = alarmType(rule.type);
  const reached = ({ threshold }: LevelRow): boolean => {
    if (threshold === null || weighed === null) return true;
    return worse === 'above' ? weighed >= threshold : weighed <= threshold;
  };
  return rule.levels.find(reached) ?? null;
}

/** The threshold of the mildest level: where it begins to count. */
export function mildest(rule: Pick<Rule, 'levels'>): number {
  return rule.levels.at(-1)?.threshold ?? 0;
}
