import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { PlannedAlarm, Recipient, RuleTelling, SettingTelling } from '../delivery/telling.ts';
import { endOfRest, type Rest } from './rest.ts';

/** What is raised for a site within this long goes into one mail. */
export const GATHER_MS = 10_000;
export const MINUTE_MS = 60_000;

/** One reason to tell one address. */
export interface Wish extends Recipient {
  readonly settingId: string | null;
  readonly because: string;
  readonly dueAt: Date;
  readonly tellsClears: boolean;
  readonly rest: Rest;
  readonly times: number;
}

export function keyOf({ mode, address }: Pick<Recipient, 'mode' | 'address'>): string {
  return `${mode} ${address.toLowerCase()}`;
}

export const NO_REST: Rest = { restTimes: [], holidays: [] };

export function restOf(setting: SettingTelling, alarm: PlannedAlarm): Rest {
  return setting.urgentAlways && alarm.level === 'urgent' ? NO_REST : setting;
}

/** People get what comes together in one message; programs and the console take it one by one, at once. */
export function isGathered(mode: NoticeMode): boolean {
  return mode === 'mail' || mode === 'sms';
}

export function concerns(
  { levels, siteIds }: SettingTelling,
  { level, siteId }: Pick<PlannedAlarm, 'level' | 'siteId'>,
): boolean {
  return levels.includes(level) && (siteIds.length === 0 || (siteId !== null && siteIds.includes(siteId)));
}

/** What was known before, as grave as it is, is not news. */
function isNews({ knownAt, levelledAt }: PlannedAlarm, since: Date): boolean {
  return since <= knownAt || (levelledAt !== null && since <= levelledAt);
}

function wish(
  recipient: Recipient,
  from: Omit<Wish, keyof Recipient | 'dueAt'>,
  alarm: PlannedAlarm,
  now: Date,
): Wish {
  const at = new Date(now.getTime() + (isGathered(recipient.mode) ? GATHER_MS : 0));
  return { ...recipient, ...from, dueAt: endOfRest(at, from.rest, alarm.zoneMinutes) };
}

/** What the rule, and settings that concern the alarm, want told without waiting for anybody. */
export function wishesAtOnce(
  alarm: PlannedAlarm,
  rule: RuleTelling | null,
  settings: readonly SettingTelling[],
  now: Date,
): Wish[] {
  const times = rule?.repeat ?? 1;
  const ofRule =
    rule === null || !isNews(alarm, rule.since)
      ? []
      : rule.recipients.map((recipient) =>
          wish(
            recipient,
            { settingId: null, because: rule.name, tellsClears: true, rest: rule, times },
            alarm,
            now,
          ),
        );
  const ofSettings = settings
    .filter(({ escalateMinutes, digest }) => escalateMinutes === null && digest === 'none')
    .filter(({ since }) => isNews(alarm, since))
    .flatMap((setting) =>
      setting.recipients.map((recipient) =>
        wish(
          recipient,
          {
            settingId: setting.id,
            because: setting.name,
            tellsClears: setting.tellsClears,
            rest: restOf(setting, alarm),
            times,
          },
          alarm,
          now,
        ),
      ),
    );
  return earliest([...ofRule, ...ofSettings]);
}

/** What settings that concern the alarm want told if nobody confirms for so long from `begins` on. */
export function wishesToEscalate(
  alarm: PlannedAlarm,
  settings: readonly SettingTelling[],
  begins: (recipient: Recipient) => Date,
): Wish[] {
  return earliest(
    settings.flatMap((setting) => {
      const { escalateMinutes, id, name, tellsClears } = setting;
      if (escalateMinutes === null || !isNews(alarm, setting.since)) return [];
      const rest = restOf(setting, alarm);
      return setting.recipients.map((recipient): Wish => {
        const at = new Date(begins(recipient).getTime() + escalateMinutes * MINUTE_MS);
        return {
          ...recipient,
          settingId: id,
          because: name,
          tellsClears,
          rest,
          times: 1,
          dueAt: endOfRest(at, rest, alarm.zoneMinutes),
        };
      });
    }),
  );
}

/** However many reasons there are to tell an address, it is told once, at the earliest of their times. */
function earliest(wishes: readonly Wish[]): Wish[] {
  return [...Map.groupBy(wishes, keyOf).values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
    return first === undefined
      ? []
      : [{ ...first, tellsClears: same.some(({ tellsClears }) => tellsClears) }];
  });
}
