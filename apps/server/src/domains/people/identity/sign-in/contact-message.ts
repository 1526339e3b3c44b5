import type { Channel, Message } from '../../../../platform/senders/sender.ts';

/** How a contact is reached. */
export function channelOf(target: string): Channel {
  return target.includes('@') ? 'mail' : 'sms';
}

/** A mail or a text message, by what the contact is. */
export function messageFor(
  target: string,
  text: { readonly subject: string; readonly body: string; readonly sms: string },
): Message {
  return channelOf(target) === 'mail'
    ? { channel: 'mail', target, subject: text.subject, body: text.body }
    : { channel: 'sms', target, subject: '', body: text.sms };
}
