import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { sqlBuilder } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { Platform } from '../platform.ts';

export interface ThrottlePolicy {
  /** Attempts without a wait. */
  readonly free: number;
  readonly delayMaxSeconds: number;
  /** After this long without an attempt one of them is dropped. */
  readonly forgetSeconds: number;
}

/** By then every count is zero. */
const FORGOTTEN_MS = DAY;
const NEVER = new Date(0);
/** An entry further in the future than this was written before the clock was set back: it blocks nothing. */
const AHEAD_MAX_SECONDS = 60;

/**
 * Counts attempts before they are checked, in one statement, so that concurrent attempts gain nothing over
 * sequential ones. Beyond the free ones each attempt doubles the wait until the next.
 */
export class Throttle<Kind extends string> {
  readonly #platform: Pick<Platform, 'database' | 'now'>;
  readonly #policies: Readonly<Record<Kind, ThrottlePolicy>>;

  constructor(
    platform: Pick<Platform, 'database' | 'now'>,
    policies: Readonly<Record<Kind, ThrottlePolicy>>,
  ) {
    this.#platform = platform;
    this.#policies = policies;
  }

  async attempt(kind: Kind, subject: string): Promise<void> {
    const { free, delayMaxSeconds, forgetSeconds } = this.#policies[kind];
    const key = keyOf(kind, subject);
    const now = this.#platform.now();
    const moment = sql`${now}::timestamptz`;
    // Of concurrent attempts an earlier one may be counted after a later one: nothing is dropped or counted twice.
    const remembered = sql`greatest(t.failures
      - floor(greatest(extract(epoch from ${moment} - t.updated_at), 0) / ${forgetSeconds}::int)::int, 0)`;
    const isAhead = sql`t.updated_at > ${moment} + make_interval(secs => ${AHEAD_MAX_SECONDS})`;
    const wait = await this.#platform.database.asSystem(async (tx) => {
      const counted = await tx.first(
        sql`
          insert into throttle as t (key, failures, blocked_until, updated_at)
          values (${key}, 1, ${NEVER}, ${now})
          on conflict (key) do update set
            failures = ${remembered} + 1,
            blocked_until = case when ${remembered} < ${free}::int then ${NEVER}::timestamptz
              else ${moment} + make_interval(
                secs => least(power(2, least(${remembered} - ${free}::int + 1, 20)), ${delayMaxSeconds}::int)
              ) end,
            updated_at = case when ${isAhead} then ${moment} else greatest(t.updated_at, ${moment}) end
          where t.blocked_until <= ${moment} or ${isAhead}
          returning failures`,
      );
      if (counted) return 0;
      const blocked = await tx.first(
        sqlBuilder.selectFrom('throttle').select('blocked_until').where('key', '=', key),
      );
      const left = (blocked?.blocked_until.getTime() ?? 0) - now.getTime();
      return Math.max(Math.ceil(left / 1000), 1);
    });
    if (wait > 0) throw new Failure('tooManyAttempts', { seconds: wait }, { retryAfter: wait });
  }

  /** A success that proves the subject's identity: resets the count. */
  async forgive(kind: Kind, ...subjects: string[]): Promise<void> {
    const keys = subjects.map((subject) => keyOf(kind, subject));
    await this.#platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('throttle').where('key', 'in', keys)),
    );
  }

  /** A success that proves nothing about others who share the subject: only this attempt is subtracted. */
  async takeBack(kind: Kind, subject: string): Promise<void> {
    await this.#platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder
          .updateTable('throttle')
          .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: NEVER })
          .where('key', '=', keyOf(kind, subject)),
      ),
    );
  }

  async forgetOld(): Promise<void> {
    const until = new Date(this.#platform.now().getTime() - FORGOTTEN_MS);
    await this.#platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('throttle').where('updated_at', '<', until)),
    );
  }
}

function keyOf(kind: string, subject: string): string {
  return `${kind}:${subject.slice(0, 128)}`;
}
