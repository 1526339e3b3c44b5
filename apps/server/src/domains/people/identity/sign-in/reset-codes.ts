import { randomInt } from 'node:crypto';
import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';

const PURPOSE = 'resetPassword';
const { resetDigits: DIGITS, validMs: VALID_MS, resendMs: RESEND_MS } = CODE_LIMITS;
const GROUP = 4;
/** This many codes of a contact are sent without delay. */
const SENT_AT_ONCE_MAX = 5;
/** Further ones are sent this far apart: the last one is then valid for at least as long. */
const SELDOM_MS = VALID_MS / 2;

/**
 * Codes to reset a password. Anyone can request them, so requests of others must not affect the person: every code
 * is valid for its time, wrong attempts are counted by address only, and a request that sends nothing keeps a code
 * that was sent before. The codes are long enough that guesses from many addresses do not find one.
 */
export class ResetCodes {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** A code to send, in the caller's transaction; null when a valid one was sent shortly before. */
  async issue(tx: Transaction, target: string): Promise<string | null> {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${target}`}, 0))`);
    const now = this.#platform.now();
    const sent = await tx.first(sql<{ valid: number; last: Date | null }>`
      select count(*)::int as valid, max(sent_at) as last from verification_code
      where purpose = ${PURPOSE} and target = ${target} and sent_at <= ${now} and expires_at > ${now}`);
    const pause = (sent?.valid ?? 0) < SENT_AT_ONCE_MAX ? RESEND_MS : SELDOM_MS;
    if (sent?.last && now.getTime() - sent.last.getTime() < pause) return null;
    const code = Array.from({ length: DIGITS / GROUP }, randomGroup).join('');
    await tx.run(
      sqlBuilder.insertInto('verification_code').values({
        purpose: PURPOSE,
        target,
        request: newId(),
        code_hash: this.#hash(target, code),
        sent_at: now,
        expires_at: new Date(now.getTime() + VALID_MS),
      }),
    );
    return code;
  }

  async check(target: string, code: string): Promise<void> {
    const found = await this.#platform.database.asSystem((tx) =>
      tx.first(
        sqlBuilder
          .selectFrom('verification_code')
          .select('target')
          .where('purpose', '=', PURPOSE)
          .where('target', '=', target)
          .where('code_hash', '=', this.#hash(target, code))
          .where('expires_at', '>', this.#platform.now()),
      ),
    );
    if (!found) throw new Failure('codeWrong');
  }

  /** Uses a checked code up, and all others of the contact with it: of two concurrent requests one succeeds. */
  async consume(tx: Transaction, target: string, code: string): Promise<void> {
    const ofTarget = sqlBuilder
      .deleteFrom('verification_code')
      .where('purpose', '=', PURPOSE)
      .where('target', '=', target);
    const used = await tx.run(ofTarget.where('code_hash', '=', this.#hash(target, code)));
    if (used === 0) throw new Failure('codeWrong');
    await tx.run(ofTarget);
  }

  #hash(target: string, code: string): Buffer {
    return this.#platform.vault.mac('verification-code', `${PURPOSE}\n${target}\n${code}`);
  }
}

/** Long codes in groups, which are easier to read and to type. */
export function inGroups(code: string): string {
  return code.replaceAll(/\d{4}(?=\d{4})/g, '$& ');
}

function randomGroup(): string {
  return String(randomInt(10 ** GROUP)).padStart(GROUP, '0');
}
