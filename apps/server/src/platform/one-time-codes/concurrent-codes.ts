import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import { codeHash } from './code-hash.ts';
import { randomDigits } from './random-code.ts';

export interface ConcurrentCodeLimits {
  readonly purpose: string;
  readonly digits: number;
  readonly validMs: number;
  /** A target gets no further code before. */
  readonly resendMs: number;
  /** This many codes are sent so; further ones half their validity apart. */
  readonly sentAtOnceMax: number;
}

type Ground = Pick<Platform, 'database' | 'vault' | 'now'>;

/**
 * Long codes, several per target, each valid for its time: a request that sends nothing keeps a code that was sent before,
 * and wrong attempts are not counted here.
 */
export class ConcurrentCodes {
  readonly #platform: Ground;
  readonly #limits: ConcurrentCodeLimits;

  constructor(platform: Ground, limits: ConcurrentCodeLimits) {
    this.#platform = platform;
    this.#limits = limits;
  }

  /** A code to send, in the caller's transaction; null when a valid one was sent shortly before. */
  async issue(tx: Transaction, target: string): Promise<string | null> {
    const { purpose, digits, validMs, resendMs, sentAtOnceMax } = this.#limits;
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${target}`}, 0))`);
    const now = this.#platform.now();
    const sent = await tx.first(sql<{ valid: number; last: Date | null }>`
      select count(*)::int as valid, max(sent_at) as last from verification_code
      where purpose = ${purpose} and target = ${target} and sent_at <= ${now} and expires_at > ${now}`);
    // The last one is then valid for at least as long.
    const pause = (sent?.valid ?? 0) < sentAtOnceMax ? resendMs : validMs / 2;
    if (sent?.last && now.getTime() - sent.last.getTime() < pause) return null;
    const code = randomDigits(digits);
    await tx.run(
      sqlBuilder.insertInto('verification_code').values({
        purpose,
        target,
        request: newId(),
        code_hash: this.#hash(target, code),
        sent_at: now,
        expires_at: new Date(now.getTime() + validMs),
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
          .where('purpose', '=', this.#limits.purpose)
          .where('target', '=', target)
          .where('code_hash', '=', this.#hash(target, code))
          .where('expires_at', '>', this.#platform.now()),
      ),
    );
    if (!found) throw new Failure('codeWrong');
  }

  /** Uses a checked code up, and all others of the target with it: of two concurrent requests one succeeds. */
  async consume(tx: Transaction, target: string, code: string): Promise<void> {
    const ofTarget = sqlBuilder
      .deleteFrom('verification_code')
      .where('purpose', '=', this.#limits.purpose)
      .where('target', '=', target);
    const used = await tx.run(ofTarget.where('code_hash', '=', this.#hash(target, code)));
    if (used === 0) throw new Failure('codeWrong');
    await tx.run(ofTarget);
  }

  #hash(target: string, code: string): Buffer {
    return codeHash(this.#platform.vault, this.#limits.purpose, target, code);
  }
}

/** Long codes in groups, which are easier to read and to type. */
export function inGroups(code: string): string {
  return code.replaceAll(/\d{4}(?=\d{4})/g, '$& ');
}
