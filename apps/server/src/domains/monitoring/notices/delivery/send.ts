import type { Language } from '@airloom/contract/languages';
import type { Transaction } from '../../../../platform/database/database.ts';
import { guardedPost, RefusedAddress } from '../../../../platform/http/guarded-fetch.ts';
import type { Outside } from '../../../../platform/http/outside.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { NoSenderError, SendError, type Senders, shortReason } from '../../../../platform/senders/sender.ts';
import type { NewMessage } from '../../messages/index.ts';
import { countAlarms, type DigestCount, type NoticeAlarm, readAlarms } from '../planning/alarm.repository.ts';
import { type DigestPeriod, periodOfDetail } from '../planning/digest.ts';
import { languageFor, listMembers, type Member, sees } from '../settings/people.repository.ts';
import { urlOf } from '../settings/webhook-url.ts';
import { chatRequest } from './chats/chat-request.ts';
import { type Batch, type DueNotice, findWebhook } from './delivery.repository.ts';
import { mailHtml } from './mail-html.ts';
import {
  ALARMS_PAGE,
  type AlarmNotice,
  digestOf,
  mailOf,
  messageParams,
  type NoticeText,
  smsOf,
  testTextOf,
} from './notice-text.ts';
import { signatureOf } from './signature.ts';
import { type WebhookContent, webhookBody } from './webhook-body.ts';

const WEBHOOK_TIMEOUT_MS = 10_000;
const WEBHOOK_ANSWER_MAX = 16 * 1024;

/** A retry would not help. */
export class Undeliverable extends Error {}

/** Content of a batch, read when it is sent. */
export interface BatchContent {
  readonly members: readonly Member[];
  readonly alarmNotices: readonly AlarmNotice[];
  readonly digest: { readonly counts: readonly DigestCount[]; readonly period: DigestPeriod } | null;
}

function stepOf({ step }: DueNotice, alarm: NoticeAlarm): AlarmNotice[] {
  return step === 'digest' || step === 'test' ? [] : [{ step, alarm }];
}

/**
 * Null when there is nothing to send: the alarm or the setting of a digest was deleted, or the person may not see it.
 */
export async function readContent(tx: Transaction, { tenant, notices }: Batch): Promise<BatchContent | null> {
  const [first] = notices;
  if (first === undefined) return null;
  const members = await listMembers(tx, tenant);
  const people = members.filter(({ managerId }) => managerId === first.managerId);
  if (first.managerId !== null && people.length === 0) return null;
  if (first.step === 'test') return { members, alarmNotices: [], digest: null };
  if (first.step === 'digest') {
    const { settingId, timeZone, detail } = first;
    const period = periodOfDetail(detail, timeZone);
    if (settingId === null || period === null) return null;
    const readers = first.managerId === null ? null : people;
    const counts = await countAlarms(tx, tenant, { settingId, timeZone, readers, ...period });
    return counts.length === 0 ? null : { members, alarmNotices: [], digest: { counts, period } };
  }
  const ids = notices.flatMap(({ alarmId }) => alarmId ?? []);
  const alarms = new Map((await readAlarms(tx, tenant, ids)).map((alarm) => [alarm.id, alarm]));
  const alarmNotices = notices.flatMap((notice) => {
    const alarm = notice.alarmId === null ? undefined : alarms.get(notice.alarmId);
    if (alarm === undefined) return [];
    const isHidden = first.managerId !== null && !people.some((person) => sees(person, alarm));
    return isHidden ? [] : stepOf(notice, alarm);
  });
  return alarmNotices.length === 0 ? null : { members, alarmNotices, digest: null };
}

function textOf(
  { alarmNotices, digest, members }: BatchContent,
  first: DueNotice,
  publicUrl: string | undefined,
): NoticeText & { readonly sms: string; readonly language: Language } {
  const language = languageFor(members, first.managerId);
  if (first.step === 'test') {
    const text = testTextOf(first.because, language);
    return { ...text, sms: text.subject, language };
  }
  if (digest !== null) {
    const text = digestOf(digest.counts, digest.period, first.timeZone, language);
    return { ...text, sms: text.subject, language };
  }
  return {
    ...mailOf(alarmNotices, first.because, publicUrl, language),
    sms: smsOf(alarmNotices, language),
    language,
  };
}

function webhookContent({ alarmNotices, digest }: BatchContent): WebhookContent {
  if (digest !== null) return { kind: 'digest', ...digest };
  const [first] = alarmNotices;
  return first === undefined ? { kind: 'test' } : { kind: 'alarm', step: first.step, alarm: first.alarm };
}

export interface SendPlatform extends Pick<Platform, 'database' | 'vault' | 'now' | 'settings'> {
  readonly senders: Senders;
  readonly outside: Outside;
}

async function postToWebhook(
  platform: SendPlatform,
  batch: Batch,
  first: DueNotice,
  content: BatchContent,
): Promise<void> {
  const { database, vault, now, outside } = platform;
  const { tenant, messageId } = batch;
  const webhook = await database.withTenant({ tenant }, (tx) =>
    findWebhook(tx, tenant, first.webhookId ?? ''),
  );
  if (webhook === undefined) throw new Undeliverable('webhook deleted');
  // A test is also sent to a disabled webhook.
  if (!webhook.enabled && first.step !== 'test') throw new Undeliverable('webhook off');
  const secret = webhook.secret === null ? null : vault.unseal(webhook.secret);
  if (webhook.kind !== 'webhook') {
    const { letter } = textOf(content, first, platform.settings.PUBLIC_URL);
    const request = chatRequest(webhook.kind, letter, { url: urlOf(vault, webhook), secret }, now());
    const answer = await post(outside, request.url, JSON.stringify(request.body));
    const refusal = request.refusal(answer);
    if (refusal !== null) throw new SendError(`chat refused ${refusal}`);
    return;
  }
  const body = webhookBody(messageId, tenant, webhookContent(content));
  const timestamp = Math.floor(now().getTime() / 1000);
  await post(outside, webhook.url, body, {
    'airloom-id': messageId,
    'airloom-timestamp': String(timestamp),
    'airloom-signature': signatureOf(secret ?? '', { id: messageId, timestamp, body }),
  });
}

/** Returns the answer, or throws unless it is a success. */
async function post(
  outside: Outside,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await guardedPost(outside, {
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'Airloom-Webhook/1', ...headers },
    body,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    answerMax: WEBHOOK_ANSWER_MAX,
  });
  if (answer.status < 200 || answer.status > 299) throw new SendError(`answered ${answer.status}`);
  return answer.body;
}

/** Sends a batch, or throws. */
export async function sendBatch(platform: SendPlatform, batch: Batch, content: BatchContent): Promise<void> {
  const [first] = batch.notices;
  if (first === undefined) return;
  if (first.mode === 'webhook') return postToWebhook(platform, batch, first, content);
  const { subject, body, sms, letter, language } = textOf(content, first, platform.settings.PUBLIC_URL);
  const target = first.address;
  if (first.mode === 'sms') {
    await platform.senders.sms.send({ channel: 'sms', target, subject: '', body: sms });
  } else {
    const html = mailHtml(letter, language);
    await platform.senders.mail.send({ channel: 'mail', target, subject, body, html, id: batch.messageId });
  }
}

/** Messages in the console: for one person, or for everyone who sees the alarm. */
export function pageMessages(
  batch: Batch,
  { members, alarmNotices, digest }: BatchContent,
  at: Date,
): NewMessage[] {
  const [first] = batch.notices;
  if (first === undefined) return [];
  const [alarmNotice] = alarmNotices;
  const readers = members.filter((member) =>
    first.managerId === null
      ? alarmNotice !== undefined && sees(member, alarmNotice.alarm)
      : member.managerId === first.managerId,
  );
  const people = [...new Map(readers.map((member) => [member.managerId, member])).values()];
  return people.map(({ managerId }) => {
    const common = { managerId, once: `notice ${batch.messageId}`, tab: 'notice', at } as const;
    if (alarmNotice !== undefined) {
      const link = `${ALARMS_PAGE}?alarm=${alarmNotice.alarm.id}`;
      return { ...common, key: 'notices.page.alarm', params: messageParams(alarmNotice), link };
    }
    if (digest === null) return { ...common, key: 'notices.test.subject', params: {}, link: '' };
    const count = digest.counts.reduce((sum, row) => sum + row.raised, 0);
    return { ...common, key: 'notices.digest.subject', params: { count }, link: ALARMS_PAGE };
  });
}

/** Reason for the delivery log: a code, never text of the other side. */
export function reasonOf(error: unknown): string {
  if (error instanceof SendError || error instanceof Undeliverable || error instanceof RefusedAddress) {
    return error.message;
  }
  const reason = shortReason(error);
  return reason === 'ABORT_ERR' || reason === 'TimeoutError' ? 'timeout' : reason;
}

export function isFinal(error: unknown): boolean {
  return error instanceof Undeliverable || error instanceof RefusedAddress || error instanceof NoSenderError;
}
