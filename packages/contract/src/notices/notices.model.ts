import { z } from 'zod';
import { alarmLevel, alarmTypeName, holiday, NOTICE_MODES, restTime } from '../alarms/alarms.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { NOTICE_STATES } from './notices.states.ts';

/** What a notice is about: an alarm began, got graver, is still unconfirmed, is over; many at once; a trial. */
export const NOTICE_STEPS = [
  'raised',
  'relevelled',
  'repeated',
  'escalated',
  'cleared',
  'digest',
  'test',
] as const;
export type NoticeStep = (typeof NOTICE_STEPS)[number];

/** One at a time as they come, or gathered. */
export const DIGESTS = ['none', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];

const named = z.object({ uuid, name: z.string() });

/** Who is told of which alarms, and how. */
export const noticeSetting = z.object({
  settingUUID: uuid,
  name: z.string(),
  enabled: z.boolean(),
  levels: z.array(alarmLevel),
  /** Empty: everywhere in the account. */
  sites: z.array(named),
  modes: z.array(z.enum(NOTICE_MODES)),
  /** People of the account, told by what their profile says. */
  people: z.array(named),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  /** `error`: why the newest try to tell it failed; empty when it arrived, or nothing was tried yet. */
  webhooks: z.array(named.extend({ enabled: z.boolean(), error: z.string() })),
  /** Whether they also hear when it is over. */
  tellsClears: z.boolean(),
  /** Null: told at once. Otherwise only when nobody has confirmed for this long. */
  escalateMinutes: z.number().int().nullable(),
  digest: z.enum(DIGESTS),
  restTimes: z.array(restTime),
  holidays: z.array(holiday),
  /** Urgent alarms are told in rest times too. */
  urgentAlways: z.boolean(),
  updatedAt: timestamp,
});
export type NoticeSetting = z.infer<typeof noticeSetting>;

/** An address of another program that is told of alarms. Its secret is shown once, when it is made. */
export const webhook = z.object({
  webhookUUID: uuid,
  name: z.string(),
  /** Without its path for those who do not see the whole account: paths of webhooks are often secrets. */
  url: z.string(),
  enabled: z.boolean(),
  createdAt: timestamp,
  /** The newest try; null before the first. */
  last: z.object({ at: timestamp, state: z.enum(NOTICE_STATES), error: z.string() }).nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** One notice to one address, and what became of it. */
export const delivery = z.object({
  noticeUUID: uuid,
  step: z.enum(NOTICE_STEPS),
  mode: z.enum(NOTICE_MODES),
  to: z.string(),
  /** Null for a digest or a trial. */
  alarm: z
    .object({ alarmUUID: uuid, type: alarmTypeName, level: alarmLevel, deviceName: z.string() })
    .nullable(),
  /** The rule or setting that wanted it. */
  because: z.string(),
  state: z.enum(NOTICE_STATES),
  attempts: z.number().int(),
  error: z.string(),
  createdAt: timestamp,
  /** When it is tried next, while it waits. */
  dueAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
});
export type Delivery = z.infer<typeof delivery>;
