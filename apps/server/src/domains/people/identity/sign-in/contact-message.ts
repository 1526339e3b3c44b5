import type { Message } from '../../../../platform/senders/sender.ts';

/** A mail or a text message, by what the contact is. */
export function messageFor(
  target: string,
  text: { readonly subject: string; readonly body: string; readonly sms: string },
): Message {
  return target.includes('@')
    ? { channel: 'mail', target, subject: text.subject, body: text.body }
    : { channel: 'sms', target, subject: '', body: text.sms };
}
