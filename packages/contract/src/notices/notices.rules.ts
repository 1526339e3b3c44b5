import { z } from 'zod';
import { ALARM_RULE_LIMITS } from '../alarms/alarms.limits.ts';
import { alarmLevel } from '../alarms/alarms.model.ts';
import { noticeInput } from '../alarms/alarms.rules.ts';
import { integerWithin, requiredText, uuid } from '../fields.ts';
import { QUOTAS } from '../quotas.ts';
import { NOTICE_LIMITS } from './notices.limits.ts';
import { DIGESTS, SIGNED_CHATS, WEBHOOK_KINDS, type WebhookKind } from './notices.model.ts';

const chosen = (max: number) =>
  z
    .array(uuid)
    .max(max, 'validation.tooMany')
    .transform((ids) => [...new Set(ids)])
    .default([]);

export const noticeSettingInput = z
  .object({
    name: requiredText(ALARM_RULE_LIMITS.nameMax),
    enabled: z.boolean().default(true),
    levels: z
      .array(alarmLevel)
      .min(1, 'validation.required')
      .transform((levels) => [...new Set(levels)]),
    siteUUIDs: chosen(ALARM_RULE_LIMITS.sitesMax),
    peopleUUIDs: chosen(NOTICE_LIMITS.peopleMax),
    webhookUUIDs: chosen(QUOTAS.webhooks.highest),
    tellsClears: z.boolean().default(true),
    escalateMinutes: integerWithin(1, NOTICE_LIMITS.escalateMaxMinutes).nullable().default(null),
    digest: z.enum(DIGESTS).default('none'),
    urgentAlways: z.boolean().default(true),
  })
  .extend(noticeInput.omit({ repeat: true }).shape)
  .superRefine(({ modes, emails, phones, peopleUUIDs, webhookUUIDs, digest, escalateMinutes }, context) => {
    const complain = (message: string, path: string) =>
      context.addIssue({ code: 'custom', message, path: [path], input: undefined });
    if (modes.length === 0) complain('validation.required', 'modes');
    if (modes.includes('webhook') && webhookUUIDs.length === 0)
      complain('validation.required', 'webhookUUIDs');
    if (peopleUUIDs.length === 0) {
      if (modes.includes('page')) complain('validation.pageToNobody', 'peopleUUIDs');
      if (modes.includes('mail') && emails.length === 0) complain('validation.mailToNobody', 'emails');
      if (modes.includes('sms') && phones.length === 0) complain('validation.smsToNobody', 'phones');
    }
    // An escalation is not sent as a digest.
    if (digest !== 'none' && escalateMinutes !== null) complain('validation.digestEscalates', 'digest');
  });
export type NoticeSettingInput = z.output<typeof noticeSettingInput>;

function hasCredentials(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return username !== '' || password !== '';
}

const webhookFields = z.object({
  name: requiredText(ALARM_RULE_LIMITS.nameMax),
  url: z
    .string('validation.required')
    .trim()
    .max(NOTICE_LIMITS.urlMax, 'validation.tooLong')
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'validation.url')
    // The URL of a webhook is shown to people; that of a chat only in part.
    .refine((url) => !hasCredentials(url), 'validation.urlCredentials'),
  enabled: z.boolean().default(true),
});

/** `secret`: the one that a chat requires its messages to be signed with; undefined keeps it, empty removes it. */
const chatSecret = z.string().trim().max(NOTICE_LIMITS.chatSecretMax, 'validation.tooLong').optional();

function onlySignedChats(
  { kind, secret }: { readonly kind: WebhookKind; readonly secret?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (secret === undefined || secret === '' || SIGNED_CHATS.includes(kind)) return;
  context.addIssue({ code: 'custom', message: 'validation.chatUnsigned', path: ['secret'], input: secret });
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether nobody on the way to a chat can read its address, which is its credential. */
export function isSecretOnTheWay(kind: WebhookKind, url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' };
  return kind === 'webhook' || protocol === 'https:' || LOOPBACK.test(hostname);
}

/** The part of a stored address that is shown, which keeps the address. */
const SHOWN_PART = /\/….{1,4}$/;

function onlySecureChats(
  { kind, url }: { readonly kind: WebhookKind; readonly url: string },
  context: z.core.$RefinementCtx,
): void {
  if (isSecretOnTheWay(kind, url) || SHOWN_PART.test(url)) return;
  context.addIssue({ code: 'custom', message: 'validation.urlHttps', path: ['url'], input: url });
}

const kindAndSecret = { kind: z.enum(WEBHOOK_KINDS).default('webhook'), secret: chatSecret };

export const webhookInput = webhookFields
  .extend(kindAndSecret)
  .superRefine(onlySignedChats)
  .superRefine(onlySecureChats);
/** The form has a field of its own to remove the secret, because an empty one keeps it. */
export const webhookForm = webhookFields
  .extend({ ...kindAndSecret, removesSecret: z.boolean().default(false) })
  .superRefine(onlySignedChats)
  .superRefine(onlySecureChats);
export const webhookUpdate = webhookFields
  .extend({ ...kindAndSecret, webhookUUID: uuid })
  .superRefine(onlySignedChats)
  .superRefine(onlySecureChats);
export type WebhookInput = z.output<typeof webhookInput>;
