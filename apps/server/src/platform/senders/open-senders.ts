import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import type { Settings } from '../settings.ts';
import { DevelopmentSender } from './development.ts';
import type { Sender, Senders } from './sender.ts';
import { SmppSender } from './smpp.ts';
import { SmsHttpSender } from './sms-http.ts';
import { SmtpSender } from './smtp.ts';

const TIMEOUT_MS = 20_000;

type SenderSettings = Pick<
  Settings,
  | 'OUTBOX_COUNTS_AS_SENT'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'SMPP_URL'
  | 'SMS_HTTP_URL'
  | 'SMS_HTTP_TOKEN'
  | 'SMS_FROM'
>;

/** The configured sender of each channel, or the development sender where none is. */
export function openSenders(settings: SenderSettings, database: Database, log: Logger): Senders {
  const mail = mailSender(settings);
  const sms = smsSender(settings);
  const development = new DevelopmentSender(database, log, settings.OUTBOX_COUNTS_AS_SENT);
  return {
    mail: mail ?? development,
    sms: sms ?? development,
    development: mail === null || sms === null,
  };
}

function mailSender({ SMTP_URL, MAIL_FROM }: SenderSettings): Sender | null {
  if (SMTP_URL === undefined) return null;
  requireScheme('SMTP_URL', SMTP_URL, ['smtp:', 'smtps:']);
  return new SmtpSender({ url: SMTP_URL, from: MAIL_FROM, timeoutMs: TIMEOUT_MS });
}

function smsSender(settings: SenderSettings): Sender | null {
  const { SMPP_URL, SMS_HTTP_URL, SMS_HTTP_TOKEN, SMS_FROM } = settings;
  if (SMPP_URL !== undefined && SMS_HTTP_URL !== undefined) {
    throw new Error('Set either SMPP_URL or SMS_HTTP_URL, not both');
  }
  if (SMPP_URL !== undefined) {
    requireScheme('SMPP_URL', SMPP_URL, ['smpp:', 'ssmpp:']);
    return new SmppSender({ url: SMPP_URL, from: SMS_FROM, timeoutMs: TIMEOUT_MS });
  }
  if (SMS_HTTP_URL === undefined) return null;
  requireScheme('SMS_HTTP_URL', SMS_HTTP_URL, ['http:', 'https:']);
  return new SmsHttpSender({
    url: SMS_HTTP_URL,
    token: SMS_HTTP_TOKEN,
    from: SMS_FROM,
    timeoutMs: TIMEOUT_MS,
  });
}

function requireScheme(setting: string, url: string, schemes: readonly string[]): void {
  if (!schemes.includes(new URL(url).protocol)) {
    throw new Error(`${setting} must begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
  }
}
