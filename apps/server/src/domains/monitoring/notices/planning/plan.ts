import { gravity } from '@airloom/contract/alarms/alarms.types';
import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import { MINUTE } from '@airloom/contract/time';
import { digestDetail, digestPeriod } from './digest.ts';
import {
  concerns,
  escalationCandidates,
  GATHER_MS,
  getsRepeats,
  immediateCandidates,
  isGathered,
  keyOf,
  NO_QUIET_HOURS,
  type NoticeCandidate,
  quietHoursOf,
} from './notice-candidates.ts';
import type {
  EarlierNotice,
  PlannedAlarm,
  PlannedNotice,
  Recipient,
  RuleSource,
  SettingSource,
} from './planned-notices.ts';
import { endOfQuietHours, type QuietHours } from './quiet-hours.ts';

/** Alarms raised at the end of a period are known by then. */
export const DIGEST_GRACE_MS = MINUTE;

function notice(
  alarm: PlannedAlarm,
  {
    mode,
    address,
    managerId,
    webhookId,
    settingId,
    because,
    tellsClears,
  }: Omit<NoticeCandidate, 'quietHours' | 'times' | 'dueAt'>,
  step: NoticeStep,
  detail: string,
  dueAt: Date,
): PlannedNotice {
  return {
    mode,
    address,
    managerId,
    webhookId,
    settingId,
    because,
    tellsClears,
    aboutId: alarm.id,
    alarmId: alarm.id,
    step,
    detail,
    level: alarm.level,
    siteId: alarm.siteId,
    timeZone: alarm.timeZone,
    dueAt,
  };
}

function repeats(alarm: PlannedAlarm, candidate: NoticeCandidate): PlannedNotice[] {
  if (!getsRepeats(candidate.mode)) return [];
  return Array.from({ length: candidate.times - 1 }, (_, index) => {
    const nth = index + 1;
    const at = new Date(candidate.dueAt.getTime() + nth * NOTICE_LIMITS.repeatEveryMs);
    const dueAt = endOfQuietHours(at, candidate.quietHours, alarm.timeZone);
    return notice(alarm, candidate, 'repeated', String(nth), dueAt);
  });
}

/** Repeats that a confirmation ended, wanted again after it was withdrawn. */
function withdrawnRepeats(
  alarm: PlannedAlarm,
  candidate: NoticeCandidate,
  earlier: readonly EarlierNotice[],
): PlannedNotice[] {
  const hadRepeats = earlier.some((one) => one.step === 'repeated' && keyOf(one) === keyOf(candidate));
  return hadRepeats ? repeats(alarm, candidate) : [];
}

function openings(
  alarm: PlannedAlarm,
  candidate: NoticeCandidate,
  earlier: readonly EarlierNotice[],
): PlannedNotice[] {
  const before = earlier.filter(
    (one) => keyOf(one) === keyOf(candidate) && (one.step === 'raised' || one.step === 'relevelled'),
  );
  if (before.length === 0) {
    const first = notice(alarm, candidate, 'raised', '', candidate.dueAt);
    return alarm.confirmed ? [first] : [first, ...repeats(alarm, candidate)];
  }
  const isGraver = before.every(({ level }) => gravity(alarm.level) < gravity(level));
  return [
    ...(isGraver ? [notice(alarm, candidate, 'relevelled', alarm.level, candidate.dueAt)] : []),
    ...(alarm.confirmed ? [] : withdrawnRepeats(alarm, candidate, earlier)),
  ];
}

/** An escalation that was dropped because a milder level was confirmed: the time to confirm starts again. */
function isToEscalateAgain(
  alarm: PlannedAlarm,
  recipient: Recipient,
  earlier: readonly EarlierNotice[],
): boolean {
  const before = earlier.filter(
    ({ step, ...other }) => step === 'escalated' && keyOf(other) === keyOf(recipient),
  );
  return (
    before.length > 0 &&
    before.every(({ delivered, level }) => !delivered && gravity(alarm.level) < gravity(level))
  );
}

function escalations(
  alarm: PlannedAlarm,
  settings: readonly SettingSource[],
  earlier: readonly EarlierNotice[],
  now: Date,
): PlannedNotice[] {
  if (alarm.confirmed) return [];
  const isRepeated = (recipient: Recipient) => isToEscalateAgain(alarm, recipient, earlier);
  const began = alarm.levelledAt ?? alarm.raisedAt;
  const candidates = escalationCandidates(alarm, settings, (recipient) =>
    isRepeated(recipient) ? now : began,
  );
  return candidates.map((candidate) =>
    notice(alarm, candidate, 'escalated', isRepeated(candidate) ? alarm.level : '', candidate.dueAt),
  );
}

function digests(alarm: PlannedAlarm, settings: readonly SettingSource[]): PlannedNotice[] {
  return settings.flatMap((setting) => {
    const { digest, id } = setting;
    if (digest === 'none' || setting.since > alarm.knownAt) return [];
    const { to } = digestPeriod(digest, alarm.raisedAt, alarm.timeZone);
    const dueAt = endOfQuietHours(new Date(to.getTime() + DIGEST_GRACE_MS), setting, alarm.timeZone);
    const from = { settingId: id, because: setting.name, tellsClears: false };
    return setting.recipients.map((recipient) => ({
      ...notice(alarm, { ...recipient, ...from }, 'digest', digestDetail(digest, to, alarm.timeZone), dueAt),
      aboutId: id,
      alarmId: null,
      siteId: null,
    }));
  });
}

function endings(
  alarm: PlannedAlarm,
  earlier: readonly EarlierNotice[],
  quietHoursFor: (settingId: string | null) => QuietHours,
  now: Date,
): PlannedNotice[] {
  const delivered = earlier.filter(({ delivered: isDelivered, step }) => isDelivered && step !== 'cleared');
  return [...Map.groupBy(delivered, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || !same.some(({ tellsClears }) => tellsClears)) return [];
    const at = new Date(now.getTime() + (isGathered(first) ? GATHER_MS : 0));
    const dueAt = endOfQuietHours(at, quietHoursFor(first.settingId), alarm.timeZone);
    return [notice(alarm, first, 'cleared', '', dueAt)];
  });
}

/**
 * Notices to plan for the current state of an alarm besides those planned before. Planning is idempotent: each notice
 * has a key, and nobody gets a level twice.
 */
export function plan(
  alarm: PlannedAlarm,
  rule: RuleSource | null,
  allSettings: readonly SettingSource[],
  earlier: readonly EarlierNotice[],
  now: Date,
): PlannedNotice[] {
  const settings = allSettings.filter((setting) => concerns(setting, alarm));
  if (alarm.clearedAt !== null) {
    const quietHoursFor = (settingId: string | null): QuietHours => {
      if (settingId === null) return rule ?? NO_QUIET_HOURS;
      const setting = allSettings.find(({ id }) => id === settingId);
      return setting === undefined ? NO_QUIET_HOURS : quietHoursOf(setting, alarm);
    };
    return [...digests(alarm, settings), ...endings(alarm, earlier, quietHoursFor, now)];
  }
  return [
    ...immediateCandidates(alarm, rule, settings, now).flatMap((candidate) =>
      openings(alarm, candidate, earlier),
    ),
    ...escalations(alarm, settings, earlier, now),
    ...digests(alarm, settings),
  ];
}
