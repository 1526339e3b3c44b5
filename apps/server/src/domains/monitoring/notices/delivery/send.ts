import type { Transaction } from '../../../../platform/database/database.ts';
import { guardedPost, RefusedAddress } from '../../../../platform/http/guarded-fetch.ts';
import type { Outside } from '../../../../platform/http/outside.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Senders } from '../../../../platform/senders/open-senders.ts';
import { SendError, shortReason } from '../../../../platform/senders/sender.ts';
import type { NewMessage } from '../../messages/index.ts';
import { countAlarms, type Digested, readAlarms, type ToldAlarm } from '../planning/alarm.repository.ts';
import { type DigestPeriod, periodOfDetail } from '../planning/digest.ts';
import { languageFor, listMembers, type Member, sees } from '../settings/people.repository.ts';
import { type Batch, type DueNotice, findWebhook } from './delivery.repository.ts';
import { signatureOf } from './signature.ts';
import { type WebhookNews, webhookBody } from './webhook-body.ts';
import { digestOf, factsOf, mailOf, smsOf, type ToldStep, trialOf, type Words } from './words.ts';

const WEBHOOK_TIMEOUT_MS = 10_000;
const WEBHOOK_ANSWER_MAX = 16 * 1024;
/** Of every site: whichever is in view, the alarm is there. */
const ALARMS_PAGE = '/topalarm/list';

/** Trying again would not help. */
export class Undeliverable extends Error {}

/** All that is known of what a batch tells, read when it is sent. */
export interface News {
  readonly members: readonly Member[];
  readonly told: readonly ToldStep[];
  readonly digest: { readonly counts: readonly Digested[]; readonly period: DigestPeriod } | null;
}

function stepOf({ step }: DueNotice, alarm: ToldAlarm): ToldStep[] {
  return step === 'digest' || step === 'test' ? [] : [{ step, alarm }];
}

/** Null when there is nothing left to tell: the alarm or a digest's setting was deleted, or the person may not know. */
export async function readNews(tx: Transaction, { tenant, notices }: Batch): Promise<News | null> {
  const [first] = notices;
  if (first === undefined) return null;
  const members = await listMembers(tx, tenant);
  const people = members.filter(({ managerId }) => managerId === first.managerId);
  if (first.managerId !== null && people.length === 0) return null;
  if (first.step === 'test') return { members, told: [], digest: null };
  if (first.step === 'digest') {
    const { settingId, zoneMinutes, detail } = first;
    const period = periodOfDetail(detail, zoneMinutes);
    if (settingId === null || period === null) return null;
    const readers = first.managerId === null ? null : people;
    const counts = await countAlarms(tx, tenant, { settingId, zoneMinutes, readers, ...period });
    return counts.length === 0 ? null : { members, told: [], digest: { counts, period } };
  }
  const ids = notices.flatMap(({ alarmId }) => alarmId ?? []);
  const alarms = new Map((await readAlarms(tx, tenant, ids)).map((alarm) => [alarm.id, alarm]));
  const told = notices.flatMap((notice) => {
    const alarm = notice.alarmId === null ? undefined : alarms.get(notice.alarmId);
    if (alarm === undefined) return [];
    const isHidden = first.managerId !== null && !people.some((person) => sees(person, alarm));
    return isHidden ? [] : stepOf(notice, alarm);
  });
  return told.length === 0 ? null : { members, told, digest: null };
}

function wordsOf(
  { told, digest, members }: News,
  first: DueNotice,
  publicUrl: string | undefined,
): Words & { readonly sms: string } {
  const language = languageFor(members, first.managerId);
  if (first.step === 'test') {
    const words = trialOf(first.because, language);
    return { ...words, sms: words.subject };
  }
  if (digest !== null) {
    const words = digestOf(digest.counts, digest.period, first.zoneMinutes, language);
    return { ...words, sms: words.subject };
  }
  const link = publicUrl === undefined ? null : new URL(ALARMS_PAGE, publicUrl).href;
  return { ...mailOf(told, first.because, link, language), sms: smsOf(told, language) };
}

function webhookNews({ told, digest }: News): WebhookNews {
  if (digest !== null) return { kind: 'digest', ...digest };
  const [first] = told;
  return first === undefined ? { kind: 'test' } : { kind: 'alarm', step: first.step, alarm: first.alarm };
}

export interface SendGround extends Pick<Platform, 'database' | 'vault' | 'now' | 'settings'> {
  readonly senders: Senders;
  readonly outside: Outside;
}

async function postToWebhook(ground: SendGround, batch: Batch, first: DueNotice, news: News): Promise<void> {
  const { database, vault, now, outside } = ground;
  const { tenant, messageId } = batch;
  const webhook = await database.withTenant({ tenant }, (tx) =>
    findWebhook(tx, tenant, first.webhookId ?? ''),
  );
  if (webhook === undefined) throw new Undeliverable('webhook deleted');
  // A trial shows whether it works before it is turned on.
  if (!webhook.enabled && first.step !== 'test') throw new Undeliverable('webhook off');
  const body = webhookBody(messageId, tenant, webhookNews(news));
  const timestamp = Math.floor(now().getTime() / 1000);
  const signature = signatureOf(vault.unseal(webhook.secret), { id: messageId, timestamp, body });
  const status = await guardedPost(outside, {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Airloom-Webhook/1',
      'airloom-id': messageId,
      'airloom-timestamp': String(timestamp),
      'airloom-signature': signature,
    },
    body,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    answerMax: WEBHOOK_ANSWER_MAX,
  });
  if (status < 200 || status > 299) throw new SendError(`answered ${status}`);
}

/** Hands a batch to whoever delivers it, or throws. */
export async function sendBatch(ground: SendGround, batch: Batch, news: News): Promise<void> {
  const [first] = batch.notices;
  if (first === undefined) return;
  if (first.mode === 'webhook') return postToWebhook(ground, batch, first, news);
  const { subject, body, sms } = wordsOf(news, first, ground.settings.PUBLIC_URL);
  const target = first.address;
  if (first.mode === 'sms') {
    await ground.senders.sms.send({ channel: 'sms', target, subject: '', body: sms });
  } else await ground.senders.mail.send({ channel: 'mail', target, subject, body, id: batch.messageId });
}

/** What stands in the console: for one person, or for everyone who sees the alarm. */
export function pageMessages(batch: Batch, { members, told, digest }: News, at: Date): NewMessage[] {
  const [first] = batch.notices;
  if (first === undefined) return [];
  const [news] = told;
  const readers = members.filter((member) =>
    first.managerId === null
      ? news !== undefined && sees(member, news.alarm)
      : member.managerId === first.managerId,
  );
  const people = [...new Map(readers.map((member) => [member.managerId, member])).values()];
  return people.map(({ managerId }) => {
    const common = { managerId, once: `notice ${batch.messageId}`, tab: 'notice', at } as const;
    if (news !== undefined) {
      const link = `${ALARMS_PAGE}?alarm=${news.alarm.id}`;
      return { ...common, key: 'notices.page.alarm', params: factsOf(news), link };
    }
    if (digest === null) return { ...common, key: 'notices.test.subject', params: {}, link: '' };
    const count = digest.counts.reduce((sum, row) => sum + row.raised, 0);
    return { ...common, key: 'notices.digest.subject', params: { count }, link: ALARMS_PAGE };
  });
}

/** What the delivery log says of a failure: a code, never what the other side wrote. */
export function reasonOf(error: unknown): string {
  if (error instanceof SendError || error instanceof Undeliverable || error instanceof RefusedAddress) {
    return error.message;
  }
  const reason = shortReason(error);
  return reason === 'ABORT_ERR' || reason === 'TimeoutError' ? 'timeout' : reason;
}

export function isFinal(error: unknown): boolean {
  return error instanceof Undeliverable || error instanceof RefusedAddress;
}
