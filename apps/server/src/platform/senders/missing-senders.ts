import type { Settings } from '../settings.ts';
import { CHANNELS, type Channel } from './sender.ts';

type SenderSettings = Pick<Settings, 'OUTBOX_COUNTS_AS_SENT' | 'SMTP_URL' | 'SMPP_URL' | 'SMS_HTTP_URL'>;

/** Channels whose messages are not sent. */
export function missingSenders(settings: SenderSettings): Channel[] {
  if (settings.OUTBOX_COUNTS_AS_SENT) return [];
  const sends = {
    mail: settings.SMTP_URL !== undefined,
    sms: settings.SMPP_URL !== undefined || settings.SMS_HTTP_URL !== undefined,
  };
  return CHANNELS.filter((channel) => !sends[channel]);
}
