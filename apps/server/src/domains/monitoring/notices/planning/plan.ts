import { gravity } from '@airloom/contract/alarms/alarms.types';
import { LIMITS } from '@airloom/contract/limits';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import type {
  EarlierNotice,
  PlannedAlarm,
  PlannedNotice,
  Recipient,
  RuleTelling,
  SettingTelling,
} from '../delivery/telling.ts';
import { digestDetail, digestPeriod } from './digest.ts';
import { endOfRest, type Rest } from './rest.ts';
import {
  concerns,
  GATHER_MS,
  isGathered,
  keyOf,
  MINUTE_MS,
  NO_REST,
  restOf,
  type Wish,
  wishesAtOnce,
  wishesToEscalate,
} from './wishes.ts';

/** What is raised in the last moment of a period is known by then. */
export const DIGEST_GRACE_MS = MINUTE_MS;

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
  }: Omit<Wish, 'rest' | 'times' | 'dueAt'>,
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
    zoneMinutes: alarm.zoneMinutes,
    dueAt,
  };
}

/** Reminders are for people who may have overlooked the first; the console and programs keep what they were told. */
function repeats(alarm: PlannedAlarm, wanted: Wish): PlannedNotice[] {
  if (!isGathered(wanted.mode)) return [];
  return Array.from({ length: wanted.times - 1 }, (_, index) => {
    const nth = index + 1;
    const at = new Date(wanted.dueAt.getTime() + nth * LIMITS.notice.repeatEveryMs);
    const dueAt = endOfRest(at, wanted.rest, alarm.zoneMinutes);
    return notice(alarm, wanted, 'repeated', String(nth), dueAt);
  });
}

function openings(alarm: PlannedAlarm, wanted: Wish, earlier: readonly EarlierNotice[]): PlannedNotice[] {
  const before = earlier.filter(
    (told) => keyOf(told) === keyOf(wanted) && (told.step === 'raised' || told.step === 'relevelled'),
  );
  if (before.length === 0) {
    const first = notice(alarm, wanted, 'raised', '', wanted.dueAt);
    return alarm.confirmed ? [first] : [first, ...repeats(alarm, wanted)];
  }
  const isGraver = before.every(({ level }) => gravity(alarm.level) < gravity(level));
  return isGraver ? [notice(alarm, wanted, 'relevelled', alarm.level, wanted.dueAt)] : [];
}

/** One that was called off because somebody knew of something milder: the time to confirm begins anew. */
function isToEscalateAnew(
  alarm: PlannedAlarm,
  recipient: Recipient,
  earlier: readonly EarlierNotice[],
): boolean {
  const before = earlier.filter(
    ({ step, ...told }) => step === 'escalated' && keyOf(told) === keyOf(recipient),
  );
  return (
    before.length > 0 && before.every(({ told, level }) => !told && gravity(alarm.level) < gravity(level))
  );
}

function escalations(
  alarm: PlannedAlarm,
  settings: readonly SettingTelling[],
  earlier: readonly EarlierNotice[],
  now: Date,
): PlannedNotice[] {
  if (alarm.confirmed) return [];
  const isAnew = (recipient: Recipient) => isToEscalateAnew(alarm, recipient, earlier);
  const began = alarm.levelledAt ?? alarm.raisedAt;
  const wishes = wishesToEscalate(alarm, settings, (recipient) => (isAnew(recipient) ? now : began));
  return wishes.map((wanted) =>
    notice(alarm, wanted, 'escalated', isAnew(wanted) ? alarm.level : '', wanted.dueAt),
  );
}

function digests(alarm: PlannedAlarm, settings: readonly SettingTelling[]): PlannedNotice[] {
  return settings.flatMap((setting) => {
    const { digest, id } = setting;
    if (digest === 'none' || setting.since > alarm.knownAt) return [];
    const { to } = digestPeriod(digest, alarm.raisedAt, alarm.zoneMinutes);
    const dueAt = endOfRest(new Date(to.getTime() + DIGEST_GRACE_MS), setting, alarm.zoneMinutes);
    const from = { settingId: id, because: setting.name, tellsClears: false };
    return setting.recipients.map((recipient) => ({
      ...notice(
        alarm,
        { ...recipient, ...from },
        'digest',
        digestDetail(digest, to, alarm.zoneMinutes),
        dueAt,
      ),
      aboutId: id,
      alarmId: null,
      siteId: null,
    }));
  });
}

function endings(
  alarm: PlannedAlarm,
  earlier: readonly EarlierNotice[],
  restFor: (settingId: string | null) => Rest,
  now: Date,
): PlannedNotice[] {
  const told = earlier.filter(({ told: isTold, step }) => isTold && step !== 'cleared');
  return [...Map.groupBy(told, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || !same.some(({ tellsClears }) => tellsClears)) return [];
    const at = new Date(now.getTime() + (isGathered(first.mode) ? GATHER_MS : 0));
    const dueAt = endOfRest(at, restFor(first.settingId), alarm.zoneMinutes);
    return [notice(alarm, first, 'cleared', '', dueAt)];
  });
}

/**
 * What is to be told of an alarm as it stands, beyond what was planned before. Planning again finds nothing new: each
 * notice has its own key, and whoever was told of a level is not told of it again.
 */
export function plan(
  alarm: PlannedAlarm,
  rule: RuleTelling | null,
  allSettings: readonly SettingTelling[],
  earlier: readonly EarlierNotice[],
  now: Date,
): PlannedNotice[] {
  const settings = allSettings.filter((setting) => concerns(setting, alarm));
  if (alarm.clearedAt !== null) {
    const restFor = (settingId: string | null): Rest => {
      if (settingId === null) return rule ?? NO_REST;
      const setting = allSettings.find(({ id }) => id === settingId);
      return setting === undefined ? NO_REST : restOf(setting, alarm);
    };
    return [...digests(alarm, settings), ...endings(alarm, earlier, restFor, now)];
  }
  return [
    ...wishesAtOnce(alarm, rule, settings, now).flatMap((wanted) => openings(alarm, wanted, earlier)),
    ...escalations(alarm, settings, earlier, now),
    ...digests(alarm, settings),
  ];
}
