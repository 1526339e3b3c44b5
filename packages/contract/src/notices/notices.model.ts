import { z } from 'zod';
import { alarmLevel, alarmTypeName, holiday, NOTICE_MODES, restTime } from '../alarms/alarms.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { NOTICE_STATES } from './notices.states.ts';

/** Reason of a notice: an alarm was raised, escalated, is still unconfirmed, was cleared; a digest; a test. */
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

/** Single notices, or gathered. */
export const DIGESTS = ['none', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];

const named = z.object({ uuid, name: z.string() });

/** Which alarms are sent to which recipients, and how. */
export const noticeSetting = z.object({
  settingUUID: uuid,
  name: z.string(),
  enabled: z.boolean(),
  levels: z.array(alarmLevel),
  /** Empty: all sites of the account. */
  sites: z.array(named),
  modes: z.array(z.enum(NOTICE_MODES)),
  /** People of the account, by the addresses of their profile. */
  people: z.array(named),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  /** `error`: why the latest attempt failed; empty when it was delivered, or nothing was tried yet. */
  webhooks: z.array(named.extend({ enabled: z.boolean(), error: z.string() })),
  /** Whether cleared alarms are sent too. */
  tellsClears: z.boolean(),
  /** Null: sent at once. Otherwise only when unconfirmed for this many minutes. */
  escalateMinutes: z.number().int().nullable(),
  digest: z.enum(DIGESTS),
  restTimes: z.array(restTime),
  holidays: z.array(holiday),
  /** Urgent alarms are sent in quiet hours too. */
  urgentAlways: z.boolean(),
  updatedAt: timestamp,
});
export type NoticeSetting = z.infer<typeof noticeSetting>;

/** What receives notifications at a URL: a program, or a chat in its own format. */
export const WEBHOOK_KINDS = ['webhook', 'slack', 'teams', 'dingtalk', 'wecom', 'feishu'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Chats that can require a signature, made with a secret that the chat shows. */
export const SIGNED_CHATS: readonly WebhookKind[] = ['dingtalk', 'feishu'];

/** URL of another program that receives alarms. Its secret is shown once, when it is created. */
export const webhook = z.object({
  webhookUUID: uuid,
  kind: z.enum(WEBHOOK_KINDS),
  name: z.string(),
  /** Without its path for people who do not see the whole account: webhook paths are often secrets. */
  url: z.string(),
  enabled: z.boolean(),
  /** Whether its messages are signed. */
  isSigned: z.boolean(),
  createdAt: timestamp,
  /** The latest attempt; null before the first. */
  last: z.object({ at: timestamp, state: z.enum(NOTICE_STATES), error: z.string() }).nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** One notice to one address, and its state. */
export const delivery = z.object({
  noticeUUID: uuid,
  step: z.enum(NOTICE_STEPS),
  mode: z.enum(NOTICE_MODES),
  to: z.string(),
  /** Null for a digest or a test. */
  alarm: z
    .object({ alarmUUID: uuid, type: alarmTypeName, level: alarmLevel, deviceName: z.string() })
    .nullable(),
  /** The rule or setting that caused it. */
  because: z.string(),
  state: z.enum(NOTICE_STATES),
  attempts: z.number().int(),
  error: z.string(),
  createdAt: timestamp,
  /** Next attempt, while it waits. */
  dueAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
});
export type Delivery = z.infer<typeof delivery>;
