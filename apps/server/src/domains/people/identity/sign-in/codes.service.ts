import { randomInt } from 'node:crypto';
import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { CodePurpose } from '@airloom/contract/identity/sign-in.model';
import type { Language } from '@airloom/contract/languages';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { sameBytes } from '../../../../platform/secrets.ts';
import { queueMessage, withholdMessage } from '../../../../platform/senders/queue-message.ts';
import type { Message } from '../../../../platform/senders/sender.ts';
import { translate } from '../../../../platform/text/text.ts';
import { messageFor } from './contact-message.ts';

/** Six-digit codes by SMS or mail: single use, 30 minutes, few attempts. For password resets see reset-codes.ts. */
export class Codes {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Creates a code, in the caller's transaction. */
  async issue(tx: Transaction, purpose: CodePurpose, target: string): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const now = this.#platform.now();
    const resendableSince = now.getTime() - CODE_LIMITS.resendMs;
    const fresh = {
      code_hash: this.#hash(purpose, target, code),
      attempts: 0,
      sent_at: now,
      expires_at: new Date(now.getTime() + CODE_LIMITS.validMs),
    };
    const stored = await tx.first(
      sqlBuilder
        .insertInto('verification_code')
        .values({ purpose, target, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['purpose', 'target', 'request'])
            .doUpdateSet(fresh)
            .where((where) =>
              where.or([
                where('verification_code.sent_at', '<=', new Date(resendableSince)),
                // The clock was set back since.
                where('verification_code.sent_at', '>', now),
              ]),
            ),
        )
        .returning('target'),
    );
    if (!stored) {
      const seconds = CODE_LIMITS.resendMs / 1000;
      throw new Failure('codeSentTooOften', { seconds }, { retryAfter: seconds });
    }
    return code;
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

  /** Checks a code in a transaction of its own, so that a wrong attempt counts even if the caller rolls back. */
  async check(purpose: CodePurpose, target: string, code: string): Promise<void> {
    const right = await this.#platform.database.asSystem(async (tx) => {
      const row = await tx.first(
        sqlBuilder
          .updateTable('verification_code')
          .set({ attempts: sql<number>`attempts + 1` })
          .where('purpose', '=', purpose)
          .where('target', '=', target)
          .where('expires_at', '>', this.#platform.now())
          .where('attempts', '<', CODE_LIMITS.attemptsMax)
          .returning('code_hash'),
      );
      return row !== undefined && sameBytes(row.code_hash, this.#hash(purpose, target, code));
    });
    if (!right) throw new Failure('codeWrong');
  }

  /** Uses a checked code up, in the transaction of its purpose: of two concurrent requests one succeeds. */
  async consume(tx: Transaction, purpose: CodePurpose, target: string, code: string): Promise<void> {
    const used = await tx.run(
      sqlBuilder
        .deleteFrom('verification_code')
        .where('purpose', '=', purpose)
        .where('target', '=', target)
        .where('code_hash', '=', this.#hash(purpose, target, code)),
    );
    if (used === 0) throw new Failure('codeWrong');
  }

  #hash(purpose: CodePurpose, target: string, code: string): Buffer {
    return this.#platform.vault.mac('verification-code', `${purpose}\n${target}\n${code}`);
  }

  #codeMessage(target: string, code: string, language: Language): Message {
    const minutes = CODE_LIMITS.validMs / 60_000;
    return messageFor(target, {
      subject: translate(language, 'mail.code.subject', { code }),
      body: translate(language, 'mail.code.body', { code, minutes }),
      sms: translate(language, 'mail.code.sms', { code, minutes }),
    });
  }
}
