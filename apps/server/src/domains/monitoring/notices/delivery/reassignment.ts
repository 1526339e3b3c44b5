import { type AlarmLevel, gravity } from '@airloom/contract/alarms/alarms.types';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import {
  concerns,
  escalationCandidates,
  immediateCandidates,
  keyOf,
  type NoticeCandidate,
} from '../planning/notice-candidates.ts';
import type { PlannedAlarm, Recipient, RuleSource, SettingSource } from '../planning/planned-notices.ts';
import { endOfQuietHours } from '../planning/quiet-hours.ts';

/** A waiting notice of a setting that was disabled or deleted. */
export interface OrphanedNotice extends Pick<Recipient, 'mode' | 'address'> {
  readonly id: string;
  readonly step: NoticeStep;
  readonly level: AlarmLevel;
  readonly dueAt: Date;
}

/** The same notice, caused by another setting or by the rule. */
export interface ReassignedNotice extends Recipient {
  readonly id: string;
  readonly settingId: string | null;
  readonly because: string;
  readonly tellsClears: boolean;
  readonly dueAt: Date;
}

type Candidates = Readonly<Record<'atOnce' | 'escalated' | 'cleared', ReadonlyMap<string, NoticeCandidate>>>;

function byKey(candidates: readonly NoticeCandidate[]): ReadonlyMap<string, NoticeCandidate> {
  return new Map(candidates.map((candidate) => [keyOf(candidate), candidate]));
}

function candidatesFor(
  alarm: PlannedAlarm,
  rule: RuleSource | null,
  allSettings: readonly SettingSource[],
  now: Date,
): Candidates {
  const settings = allSettings.filter((setting) => concerns(setting, alarm));
  const atOnce = immediateCandidates(alarm, rule, settings, now);
  const escalated = escalationCandidates(alarm, settings, () => alarm.levelledAt ?? alarm.raisedAt);
  const cleared = [...escalated, ...atOnce].filter(({ tellsClears }) => tellsClears);
  return { atOnce: byKey(atOnce), escalated: byKey(escalated), cleared: byKey(cleared) };
}

function candidateOf(
  { atOnce, escalated, cleared }: Candidates,
  orphan: OrphanedNotice,
): NoticeCandidate | undefined {
  if (orphan.step === 'escalated') return escalated.get(keyOf(orphan));
  return (orphan.step === 'cleared' ? cleared : atOnce).get(keyOf(orphan));
}

/** By the quiet hours of the new setting, and no earlier than before. */
function dueOf(
  orphan: OrphanedNotice,
  candidate: NoticeCandidate,
  { timeZone }: PlannedAlarm,
  now: Date,
): Date {
  const from = orphan.step === 'escalated' && candidate.dueAt > orphan.dueAt ? candidate.dueAt : orphan.dueAt;
  return endOfQuietHours(from > now ? from : now, candidate.quietHours, timeZone);
}

/**
 * Assigns waiting notices of a setting that was disabled or deleted to the rule or to other settings with the same
 * address. The notice keeps its id, so nobody gets it twice.
 */
export function reassign(
  alarm: PlannedAlarm,
  rule: RuleSource | null,
  settings: readonly SettingSource[],
  all: readonly OrphanedNotice[],
  now: Date,
): ReassignedNotice[] {
  const present = candidatesFor(alarm, rule, settings, now);
  const byLevel = new Map([[alarm.level, present]]);
  const candidateOfLevel = (orphan: OrphanedNotice): NoticeCandidate | undefined => {
    const { level } = orphan;
    const then =
      byLevel.get(level) ?? candidatesFor({ ...alarm, level, levelledAt: null }, rule, settings, now);
    byLevel.set(level, then);
    // A setting for the current level relies on this notice; an escalation is a notice of its own.
    const isEnough = orphan.step === 'escalated' || gravity(alarm.level) > gravity(level);
    return candidateOf(then, orphan) ?? (isEnough ? candidateOf(present, orphan) : undefined);
  };
  const reassigned = all.flatMap((orphan) => {
    const candidate = candidateOfLevel(orphan);
    return candidate === undefined
      ? []
      : [{ orphan, candidate, dueAt: dueOf(orphan, candidate, alarm, now) }];
  });
  const raised = new Map(
    reassigned.filter(({ orphan }) => orphan.step === 'raised').map((one) => [keyOf(one.orphan), one]),
  );
  return reassigned.map(({ orphan, candidate, dueAt }) => {
    const first = orphan.step === 'repeated' ? raised.get(keyOf(orphan)) : undefined;
    const { mode, address, managerId, webhookId, settingId, because, tellsClears } = candidate;
    return {
      id: orphan.id,
      mode,
      address,
      managerId,
      webhookId,
      settingId,
      because,
      tellsClears,
      dueAt: first === undefined ? dueAt : repeatedAt(orphan, first, alarm),
    };
  });
}

/** Keeps the interval to the first notice. */
function repeatedAt(
  { dueAt }: OrphanedNotice,
  first: { readonly orphan: OrphanedNotice; readonly candidate: NoticeCandidate; readonly dueAt: Date },
  { timeZone }: PlannedAlarm,
): Date {
  const at = new Date(first.dueAt.getTime() + dueAt.getTime() - first.orphan.dueAt.getTime());
  return endOfQuietHours(at, first.candidate.quietHours, timeZone);
}
