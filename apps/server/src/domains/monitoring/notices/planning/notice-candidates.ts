import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { MINUTE } from '@airloom/contract/time';
import type { PlannedAlarm, Recipient, RuleSource, SettingSource } from './planned-notices.ts';
import { endOfQuietHours, type QuietHours } from './quiet-hours.ts';

/** Alarms of a site within this time are sent in one mail or chat message. */
export const GATHER_MS = 10_000;

/** A requested notice of a rule or setting for one recipient. */
export interface NoticeCandidate extends Recipient {
  readonly settingId: string | null;
  readonly because: string;
  readonly dueAt: Date;
  readonly tellsClears: boolean;
  readonly quietHours: QuietHours;
  readonly times: number;
}

export function keyOf({ mode, address }: Pick<Recipient, 'mode' | 'address'>): string {
  return `${mode} ${address.toLowerCase()}`;
}

export const NO_QUIET_HOURS: QuietHours = { restTimes: [], holidays: [] };

export function quietHoursOf(setting: SettingSource, alarm: PlannedAlarm): QuietHours {
  return setting.urgentAlways && alarm.level === 'urgent' ? NO_QUIET_HOURS : setting;
}

/** People get several alarms in one message; webhooks of programs and the console get each at once. */
export function isGathered({ mode, isChat }: Pick<Recipient, 'mode' | 'isChat'>): boolean {
  return getsRepeats(mode) || isChat === true;
}

/** Repeats are for people who may have overlooked the first; chats, webhooks and the console keep the message. */
export function getsRepeats(mode: NoticeMode): boolean {
  return mode === 'mail' || mode === 'sms';
}

export function concerns(
  { levels, siteIds }: SettingSource,
  { level, siteId }: Pick<PlannedAlarm, 'level' | 'siteId'>,
): boolean {
  return levels.includes(level) && (siteIds.length === 0 || (siteId !== null && siteIds.includes(siteId)));
}

/** Whether the alarm was raised or escalated after the last change of the rule or setting. */
function isNewTo({ knownAt, levelledAt }: PlannedAlarm, since: Date): boolean {
  return since <= knownAt || (levelledAt !== null && since <= levelledAt);
}

function candidateFor(
  recipient: Recipient,
  from: Omit<NoticeCandidate, keyof Recipient | 'dueAt'>,
  alarm: PlannedAlarm,
  now: Date,
): NoticeCandidate {
  const at = new Date(now.getTime() + (isGathered(recipient) ? GATHER_MS : 0));
  return { ...recipient, ...from, dueAt: endOfQuietHours(at, from.quietHours, alarm.timeZone) };
}

/** Notices of the rule and of matching settings that do not wait for a confirmation. */
export function immediateCandidates(
  alarm: PlannedAlarm,
  rule: RuleSource | null,
  settings: readonly SettingSource[],
  now: Date,
): NoticeCandidate[] {
  const times = rule?.repeat ?? 1;
  const ofRule =
    rule === null || !isNewTo(alarm, rule.since)
      ? []
      : rule.recipients.map((recipient) =>
          candidateFor(
            recipient,
            { settingId: null, because: rule.name, tellsClears: true, quietHours: rule, times },
            alarm,
            now,
          ),
        );
  const ofSettings = settings
    .filter(({ escalateMinutes, digest }) => escalateMinutes === null && digest === 'none')
    .filter(({ since }) => isNewTo(alarm, since))
    .flatMap((setting) =>
      setting.recipients.map((recipient) =>
        candidateFor(
          recipient,
          {
            settingId: setting.id,
            because: setting.name,
            tellsClears: setting.tellsClears,
            quietHours: quietHoursOf(setting, alarm),
            times,
          },
          alarm,
          now,
        ),
      ),
    );
  return earliest([...ofRule, ...ofSettings]);
}

/** Notices of matching settings if nobody confirms for their time from `begins` on. */
export function escalationCandidates(
  alarm: PlannedAlarm,
  settings: readonly SettingSource[],
  begins: (recipient: Recipient) => Date,
): NoticeCandidate[] {
  return earliest(
    settings.flatMap((setting) => {
      const { escalateMinutes, id, name, tellsClears } = setting;
      if (escalateMinutes === null || !isNewTo(alarm, setting.since)) return [];
      const quietHours = quietHoursOf(setting, alarm);
      return setting.recipients.map((recipient): NoticeCandidate => {
        const at = new Date(begins(recipient).getTime() + escalateMinutes * MINUTE);
        return {
          ...recipient,
          settingId: id,
          because: name,
          tellsClears,
          quietHours,
          times: 1,
          dueAt: endOfQuietHours(at, quietHours, alarm.timeZone),
        };
      });
    }),
  );
}

/** One per address, at the earliest time. */
function earliest(candidates: readonly NoticeCandidate[]): NoticeCandidate[] {
  return [...Map.groupBy(candidates, keyOf).values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
    return first === undefined
      ? []
      : [{ ...first, tellsClears: same.some(({ tellsClears }) => tellsClears) }];
  });
}
