import { z } from 'zod';
import { deviceKind } from '../devices/devices.model.ts';
import { integerWithin, requiredText, text, timestamp, uuid } from '../fields.ts';
import { isMac } from '../formats/network/mac.ts';
import { isEmail } from '../formats/people/email.ts';
import { fillTheDay, isTime } from '../formats/text/time.ts';
import { phone } from '../identity/sign-in.rules.ts';
import { ALARM_RULE_LIMITS, MONITORED_CLIENT_LIMITS } from './alarms.limits.ts';
import { alarmLevel, alarmThreshold, alarmTypeName, NOTICE_MODES } from './alarms.model.ts';
import { ALARM_LEVELS, alarmType, gravity, thresholdRange } from './alarms.types.ts';

function unique<T>(items: readonly T[], keyOf: (item: T) => string): boolean {
  return new Set(items.map(keyOf)).size === items.length;
}

const span = ({ from, to }: { readonly from: string; readonly to: string }): string => `${from} ${to}`;

/** Clock times, by the clock of the site. One that ends before it starts lasts over midnight. */
export const restTimes = z
  .array(
    z
      .object({ from: z.string('validation.required'), to: z.string('validation.required') })
      .refine(({ from }) => isTime(from), { path: ['from'], error: 'validation.time' })
      .refine(({ to }) => isTime(to), { path: ['to'], error: 'validation.time' }),
  )
  .max(ALARM_RULE_LIMITS.entriesMax, 'validation.tooMany')
  .refine((times) => unique(times, span), 'validation.duplicate')
  // No notification would ever be sent: disable it instead.
  .refine((times) => !fillTheDay(times), 'validation.restAlways');

/** First and last day are included. */
function overlap(days: readonly { readonly from: string; readonly to: string }[]): boolean {
  const sorted = days.filter(({ from, to }) => from <= to).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return sorted.some(({ from }, index) => from <= (sorted[index - 1]?.to ?? ''));
}

export const holidays = z
  .array(
    z
      .object({ from: z.iso.date('validation.date'), to: z.iso.date('validation.date') })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'validation.timeOrder' }),
  )
  .max(ALARM_RULE_LIMITS.entriesMax, 'validation.tooMany')
  .refine((days) => unique(days, span), 'validation.duplicate')
  .refine((days) => !overlap(days), 'validation.holidaysOverlap');

function listOf(entry: z.ZodType<string, string>, same: (entry: string) => string) {
  return z
    .array(entry)
    .max(ALARM_RULE_LIMITS.entriesMax, 'validation.tooMany')
    .refine((entries) => unique(entries, same), 'validation.duplicate');
}

const mail = z.string('validation.required').trim().refine(isEmail, 'validation.email');

const caseless = (entry: string): string => entry.toLowerCase();

/** Sorts the levels of a rule with the gravest first. */
const levels = z
  .array(alarmThreshold)
  .min(1, 'validation.required')
  .max(ALARM_LEVELS.length, 'validation.tooMany')
  .refine((rows) => unique(rows, ({ level }) => level), 'validation.levelsUnique')
  .transform((rows) => rows.toSorted((a, b) => gravity(a.level) - gravity(b.level)));

/** Recipients, modes and times of notifications. */
export const noticeInput = z.object({
  modes: z.array(z.enum(NOTICE_MODES)).max(NOTICE_MODES.length).default(['page']),
  emails: listOf(mail, caseless).default([]),
  phones: listOf(phone, caseless).default([]),
  restTimes: restTimes.default([]),
  holidays: holidays.default([]),
  repeat: integerWithin(ALARM_RULE_LIMITS.noticeRepeatMin, ALARM_RULE_LIMITS.noticeRepeatMax).default(1),
});

const mac = z.string('validation.required').trim().refine(isMac, 'validation.mac');

export const monitoredTerminals = z
  .array(z.object({ mac, name: text(MONITORED_CLIENT_LIMITS.nameMax) }))
  .min(1, 'validation.required')
  .max(ALARM_RULE_LIMITS.macEntriesMax, 'validation.tooMany')
  .refine((entries) => unique(entries, (entry) => caseless(entry.mac)), 'validation.duplicate');

export const alarmRuleInput = z
  .object({
    name: requiredText(ALARM_RULE_LIMITS.nameMax),
    type: alarmTypeName,
    kinds: z.array(deviceKind).max(10).default([]),
    levels,
    holdMinutes: integerWithin(0, ALARM_RULE_LIMITS.holdMaxMinutes).default(0),
    enabled: z.boolean().default(true),
    description: text(ALARM_RULE_LIMITS.descriptionMax).default(''),
    siteUUIDs: z.array(uuid).max(ALARM_RULE_LIMITS.sitesMax, 'validation.tooMany').default([]),
    macs: z
      .array(mac)
      .max(ALARM_RULE_LIMITS.macEntriesMax, 'validation.tooMany')
      .refine((entries) => unique(entries, caseless), 'validation.duplicate')
      .default([]),
  })
  .extend(noticeInput.shape)
  .superRefine(({ type, levels: rows, kinds, modes, emails, phones }, context) => {
    const { unit, worse, kinds: possible } = alarmType(type);
    const complain = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path, input: undefined });
    if (kinds.some((kind) => !possible.includes(kind))) complain('validation.kindUnfit', 'kinds');
    // In the console it goes to all who see the alarm, by webhook to all enabled webhooks of the account.
    if (modes.includes('mail') && emails.length === 0) complain('validation.mailToNobody', 'emails');
    if (modes.includes('sms') && phones.length === 0) complain('validation.smsToNobody', 'phones');
    if (unit === null) {
      if (rows.length > 1) complain('validation.tooMany', 'levels');
      return;
    }
    const { min, max } = thresholdRange(unit);
    let graver: number | null = null;
    const params = { minimum: min, maximum: max };
    for (const [index, { threshold }] of rows.entries()) {
      const path = ['levels', index, 'threshold'];
      if (threshold === null) complain('validation.required', ...path);
      else if (threshold < min || threshold > max)
        context.addIssue({ code: 'custom', message: 'validation.range', path, params });
      else if (graver !== null && (worse === 'above' ? threshold >= graver : threshold <= graver))
        complain('validation.thresholdOrder', ...path);
      else graver = threshold;
    }
  });
export type AlarmRuleInput = z.output<typeof alarmRuleInput>;

export const alarmFilters = z.object({
  type: alarmTypeName.optional(),
  level: alarmLevel.optional(),
  enterpriseUUID: uuid.optional(),
  siteUUID: uuid.optional(),
  deviceUUID: uuid.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
});

/** Actions on alarms with a note. */
export const alarmsAndNote = z.object({
  alarmUUIDs: z
    .array(uuid)
    .min(1, 'validation.required')
    .max(ALARM_RULE_LIMITS.selectionMax, 'validation.tooMany')
    .transform((ids) => [...new Set(ids)]),
  note: text(ALARM_RULE_LIMITS.descriptionMax).default(''),
});

export const maintenanceInput = z
  .object({
    name: requiredText(ALARM_RULE_LIMITS.nameMax),
    siteUUIDs: z
      .array(uuid)
      .min(1, 'validation.required')
      .max(ALARM_RULE_LIMITS.sitesMax, 'validation.tooMany'),
    from: timestamp,
    to: timestamp,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'validation.timeOrder' });
