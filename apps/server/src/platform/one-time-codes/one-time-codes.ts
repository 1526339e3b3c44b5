import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { Platform } from '../platform.ts';
import { sameBytes } from '../secrets.ts';
import { codeHash } from './code-hash.ts';
import { randomDigits } from './random-code.ts';

export interface CodeLimits {
  readonly digits: number;
  readonly validMs: number;
  /** A target gets no further code before. */
  readonly resendMs: number;
  readonly attemptsMax: number;
}

type Ground = Pick<Platform, 'database' | 'vault' | 'now'>;

/** Short codes, one per purpose and target: single use, valid for a time, few attempts. */
export class OneTimeCodes<Purpose extends string> {
  readonly #platform: Ground;
  readonly #limits: CodeLimits;

  constructor(platform: Ground, limits: CodeLimits) {
    this.#platform = platform;
    this.#limits = limits;
  }

  /** Creates a code, in the caller's transaction. */
  async issue(tx: Transaction, purpose: Purpose, target: string): Promise<string> {
    const { digits, validMs, resendMs } = this.#limits;
    const code = randomDigits(digits);
    const now = this.#platform.now();
    const fresh = {
      code_hash: this.#hash(purpose, target, code),
      attempts: 0,
      sent_at: now,
      expires_at: new Date(now.getTime() + validMs),
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
                where('verification_code.sent_at', '<=', new Date(now.getTime() - resendMs)),
                // The clock was set back since.
                where('verification_code.sent_at', '>', now),
              ]),
            ),
        )
        .returning('target'),
    );
    if (!stored) {
      const seconds = resendMs / SECOND;
      throw new Failure('codeSentTooOften', { seconds }, { retryAfter: seconds });
    }
    return code;
  }

  /** Checks a code in a transaction of its own, so that a wrong attempt counts even if the caller rolls back. */
  async check(purpose: Purpose, target: string, code: string): Promise<void> {
    const right = await this.#platform.database.asSystem(async (tx) => {
      const row = await tx.first(
        sqlBuilder
          .updateTable('verification_code')
          .set({ attempts: sql<number>`attempts + 1` })
          .where('purpose', '=', purpose)
          .where('target', '=', target)
          .where('expires_at', '>', this.#platform.now())
          .where('attempts', '<', this.#limits.attemptsMax)
          .returning('code_hash'),
      );
      return row !== undefined && sameBytes(row.code_hash, this.#hash(purpose, target, code));
    });
    if (!right) throw new Failure('codeWrong');
  }

  /** Uses a checked code up, in the transaction of its purpose: of two concurrent requests one succeeds. */
  async consume(tx: Transaction, purpose: Purpose, target: string, code: string): Promise<void> {
    const used = await tx.run(
      sqlBuilder
        .deleteFrom('verification_code')
        .where('purpose', '=', purpose)
        .where('target', '=', target)
        .where('code_hash', '=', this.#hash(purpose, target, code)),
    );
    if (used === 0) throw new Failure('codeWrong');
  }

  #hash(purpose: Purpose, target: string, code: string): Buffer {
    return codeHash(this.#platform.vault, purpose, target, code);
  }
}
