import { type AlarmLevel, gravity } from '@airloom/contract/alarms/alarms.types';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import { endOfRest } from '../planning/rest.ts';
import { concerns, keyOf, type Wish, wishesAtOnce, wishesToEscalate } from '../planning/wishes.ts';
import type { PlannedAlarm, Recipient, RuleTelling, SettingTelling } from './telling.ts';

/** A notice that waits because of a setting that tells nothing more. */
export interface LeftNotice extends Pick<Recipient, 'mode' | 'address'> {
  readonly id: string;
  readonly step: NoticeStep;
  readonly level: AlarmLevel;
  readonly dueAt: Date;
}

/** The same notice, because of something else. */
export interface HandedNotice extends Recipient {
  readonly id: string;
  readonly settingId: string | null;
  readonly because: string;
  readonly tellsClears: boolean;
  readonly dueAt: Date;
}

type Wishes = Readonly<Record<'atOnce' | 'escalated' | 'cleared', ReadonlyMap<string, Wish>>>;

function byKey(wishes: readonly Wish[]): ReadonlyMap<string, Wish> {
  return new Map(wishes.map((wish) => [keyOf(wish), wish]));
}

function wishesFor(
  alarm: PlannedAlarm,
  rule: RuleTelling | null,
  allSettings: readonly SettingTelling[],
  now: Date,
): Wishes {
  const settings = allSettings.filter((setting) => concerns(setting, alarm));
  const atOnce = wishesAtOnce(alarm, rule, settings, now);
  const escalated = wishesToEscalate(alarm, settings, () => alarm.levelledAt ?? alarm.raisedAt);
  const cleared = [...escalated, ...atOnce].filter(({ tellsClears }) => tellsClears);
  return { atOnce: byKey(atOnce), escalated: byKey(escalated), cleared: byKey(cleared) };
}

function wishOf({ atOnce, escalated, cleared }: Wishes, left: LeftNotice): Wish | undefined {
  if (left.step === 'escalated') return escalated.get(keyOf(left));
  return (left.step === 'cleared' ? cleared : atOnce).get(keyOf(left));
}

/** By the rest of who wants it now, and no sooner than it was to be told before. */
function dueOf(left: LeftNotice, wanted: Wish, { zoneMinutes }: PlannedAlarm, now: Date): Date {
  const from = left.step === 'escalated' && wanted.dueAt > left.dueAt ? wanted.dueAt : left.dueAt;
  return endOfRest(from > now ? from : now, wanted.rest, zoneMinutes);
}

/**
 * Of what waits for an alarm because of a setting that tells nothing more, all that the rule or another setting wants
 * told to the same address too. It stays the notice it is, so nobody is told twice.
 */
export function handOver(
  alarm: PlannedAlarm,
  rule: RuleTelling | null,
  settings: readonly SettingTelling[],
  all: readonly LeftNotice[],
  now: Date,
): HandedNotice[] {
  const present = wishesFor(alarm, rule, settings, now);
  const byLevel = new Map([[alarm.level, present]]);
  const wishOfLevel = (left: LeftNotice): Wish | undefined => {
    const { level } = left;
    const then = byLevel.get(level) ?? wishesFor({ ...alarm, level, levelledAt: null }, rule, settings, now);
    byLevel.set(level, then);
    // Who wants to hear of what it is by now counted on this one; that it got graver is a notice of its own.
    const isEnough = left.step === 'escalated' || gravity(alarm.level) > gravity(level);
    return wishOf(then, left) ?? (isEnough ? wishOf(present, left) : undefined);
  };
  const handed = all.flatMap((left) => {
    const wanted = wishOfLevel(left);
    return wanted === undefined ? [] : [{ left, wanted, dueAt: dueOf(left, wanted, alarm, now) }];
  });
  const raised = new Map(
    handed.filter(({ left }) => left.step === 'raised').map((one) => [keyOf(one.left), one]),
  );
  return handed.map(({ left, wanted, dueAt }) => {
    const first = left.step === 'repeated' ? raised.get(keyOf(left)) : undefined;
    const { mode, address, managerId, webhookId, settingId, because, tellsClears } = wanted;
    return {
      id: left.id,
      mode,
      address,
      managerId,
      webhookId,
      settingId,
      because,
      tellsClears,
      dueAt: first === undefined ? dueAt : repeatedAt(left, first, alarm),
    };
  });
}

/** As long after the first as it was to be. */
function repeatedAt(
  { dueAt }: LeftNotice,
  first: { readonly left: LeftNotice; readonly wanted: Wish; readonly dueAt: Date },
  { zoneMinutes }: PlannedAlarm,
): Date {
  const at = new Date(first.dueAt.getTime() + dueAt.getTime() - first.left.dueAt.getTime());
  return endOfRest(at, first.wanted.rest, zoneMinutes);
}
