import { parsePhone } from '@airloom/contract/formats/people/phone';
import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { Language } from '@airloom/contract/languages';
import { DAY } from '@airloom/contract/time';
import type { Message } from '../../../../platform/senders/sender.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { translate } from '../../../../platform/text/text.ts';

/** The page that opens an invitation. The token is only in the link. */
export function invitationLink(
  settings: Pick<Settings, 'PUBLIC_URL'>,
  requestOrigin: string,
  token: string,
): string {
  const origin = (settings.PUBLIC_URL ?? requestOrigin).replace(/\/$/, '');
  return `${origin}/register?invitation=${token}`;
}

/** A mail or an SMS, depending on the target; in the language of the inviting person. */
export function invitationMessage(
  target: string,
  language: Language,
  about: { readonly inviter: string; readonly account: string; readonly link: string },
): Message {
  const values = { ...about, days: ACCOUNT_LIMITS.invitationValidMs / DAY };
  if (parsePhone(target) !== null) {
    const body = translate(language, 'mail.invitation.sms', values);
    return { channel: 'sms', target, subject: '', body };
  }
  return {
    channel: 'mail',
    target,
    subject: translate(language, 'mail.invitation.subject', values),
    body: translate(language, 'mail.invitation.body', values),
  };
}
