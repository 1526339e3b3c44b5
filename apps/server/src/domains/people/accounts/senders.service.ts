import {
  SENDER_CHANNELS,
  type SenderChannel,
  type SenderState,
  type senderTest,
} from '@airloom/contract/accounts/senders.model';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit, ownAccount, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { invalidField } from '../../../platform/failure.ts';
import type { RequestInfo } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { missingSenders } from '../../../platform/senders/missing-senders.ts';
import { NoSenderError, SendError, type Senders, shortReason } from '../../../platform/senders/sender.ts';
import type { Settings } from '../../../platform/settings.ts';
import { translate } from '../../../platform/text/text.ts';
import { Throttle } from '../../../platform/throttle/throttle.ts';
import { isOperator } from './accounts.repository.ts';

/** The first account of the installation belongs to whoever runs it. */
export function isConsoleAdministrator({ database }: Pick<Platform, 'database'>, scope: Scope) {
  const manages = scope.grants.has('account_manage:operate') && scope.reach.kind === 'all';
  return manages ? database.asSystem((tx) => isOperator(tx, scope)) : Promise.resolve(false);
}

/** Channels without a sender, for those who can configure one. */
export async function missingSendersFor(platform: Platform, scope: Scope): Promise<SenderChannel[]> {
  const missing = missingSenders(platform.settings);
  return missing.length > 0 && (await isConsoleAdministrator(platform, scope)) ? missing : [];
}

type Details = NonNullable<SenderState['details']>;

function detailsOf(settings: Settings, channel: SenderChannel): Details | null {
  const { SMTP_URL, MAIL_FROM, SMPP_URL, SMS_HTTP_URL, SMS_FROM } = settings;
  const from = channel === 'mail' ? MAIL_FROM : SMS_FROM;
  const at = (via: Details['via'], url: string): Details => ({ via, server: new URL(url).host, from });
  if (channel === 'mail') return SMTP_URL === undefined ? null : at('smtp', SMTP_URL);
  if (SMPP_URL !== undefined) return at('smpp', SMPP_URL);
  return SMS_HTTP_URL === undefined ? null : at('http', SMS_HTTP_URL);
}

export async function getSenders(platform: Platform, scope: Scope): Promise<SenderState[]> {
  const missing = missingSenders(platform.settings);
  const seesDetails = await isConsoleAdministrator(platform, scope);
  return SENDER_CHANNELS.map((channel) => ({
    channel,
    isConfigured: !missing.includes(channel),
    details: seesDetails ? detailsOf(platform.settings, channel) : null,
  }));
}

const TESTS = { senderTests: { free: 5, delayMaxSeconds: 300, forgetSeconds: 60 } } as const;

interface Contacts {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Sends a message to the person themselves, and waits for the answer of the mail server or gateway. */
export async function testSender(
  platform: Platform,
  senders: Senders,
  scope: Scope,
  channel: SenderChannel,
  request: RequestInfo,
): Promise<z.output<typeof senderTest>> {
  const contacts = await platform.database.withPerson(scope.manager, (tx) => contactsOf(tx, scope.manager));
  const to = channel === 'mail' ? contacts?.email : contacts?.phone;
  if (to === undefined || to === null) throw invalidField('channel', 'validation.noOwnContact');
  await new Throttle(platform, TESTS).attempt('senderTests', scope.manager);
  await platform.database.withTenant(scope, (tx) =>
    recordOperation(tx, scope, ownAccount(scope, audit.values(null, { channel }))),
  );
  const subject = translate(request.language, 'mail.senderTest.subject');
  const body = translate(request.language, 'mail.senderTest.body');
  try {
    const message = channel === 'mail' ? { subject, body } : { subject: '', body: subject };
    await senders[channel].send({ channel, target: to, ...message });
    return { to, error: '' };
  } catch (error) {
    if (!(error instanceof SendError)) return { to, error: shortReason(error) };
    const seesWords = error instanceof NoSenderError || (await isConsoleAdministrator(platform, scope));
    return { to, error: seesWords ? error.words : error.message };
  }
}

function contactsOf(tx: Transaction, managerId: string): Promise<Contacts | undefined> {
  return tx.first(sql<Contacts>`select email, phone from manager where id = ${managerId}`);
}
