import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { CodePurpose } from '@airloom/contract/identity/sign-in.model';
import type { Language } from '@airloom/contract/languages';
import { MINUTE } from '@airloom/contract/time';
import { type Transaction } from '../../../../platform/database/database.ts';
import type { ConcurrentCodeLimits } from '../../../../platform/one-time-codes/concurrent-codes.ts';
import { OneTimeCodes } from '../../../../platform/one-time-codes/one-time-codes.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { queueMessage, withholdMessage } from '../../../../platform/senders/queue-message.ts';
import type { Message } from '../../../../platform/senders/sender.ts';
import { translate } from '../../../../platform/text/text.ts';
import { messageFor } from './contact-message.ts';

const { validMs, resendMs, attemptsMax, resetDigits } = CODE_LIMITS;

/**
 * Codes to reset a password. Anyone can request them, so requests of others must not affect the person: wrong attempts
 * are counted by address only. The codes are long enough that guesses from many addresses do not find one.
 */
export const RESET_CODES: ConcurrentCodeLimits = {
  purpose: 'resetPassword',
  digits: resetDigits,
  validMs,
  resendMs,
  sentAtOnceMax: 5,
};

/** Six-digit codes by SMS or mail: single use, 30 minutes, few attempts. */
export class Codes extends OneTimeCodes<CodePurpose> {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    super(platform, { digits: 6, validMs, resendMs, attemptsMax });
    this.#platform = platform;
  }

  async send(tx: Transaction, target: string, code: string, language: Language): Promise<void> {
    await queueMessage(tx, this.#platform.vault, this.#codeMessage(target, code, language), { tenant: null });
  }

  /** For an unknown contact: as much work as sending, and nothing sent. */
  async withhold(tx: Transaction, target: string, code: string, language: Language): Promise<void> {
    await withholdMessage(tx, this.#platform.vault, this.#codeMessage(target, code, language));
  }

  /** Informs the owner of a contact that it was registered again; the browser learns nothing. */
  async notifyAlreadyRegistered(tx: Transaction, target: string, language: Language): Promise<void> {
    const message = messageFor(target, {
      subject: translate(language, 'mail.alreadyRegistered.subject'),
      body: translate(language, 'mail.alreadyRegistered.body'),
      sms: translate(language, 'mail.alreadyRegistered.sms'),
    });
    await queueMessage(tx, this.#platform.vault, message, { tenant: null });
  }

  #codeMessage(target: string, code: string, language: Language): Message {
    const minutes = validMs / MINUTE;
    return messageFor(target, {
      subject: translate(language, 'mail.code.subject', { code }),
      body: translate(language, 'mail.code.body', { code, minutes }),
      sms: translate(language, 'mail.code.sms', { code, minutes }),
    });
  }
}
