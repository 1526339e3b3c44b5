import { sql } from 'kysely';
import { type Database, sqlBuilder } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';

interface Policy {
  /** Attempts that cost nothing. */
  readonly free: number;
  readonly delayMaxSeconds: number;
}

const POLICIES = {
  account: { free: 4, delayMaxSeconds: 900 },
  address: { free: 30, delayMaxSeconds: 900 },
  codesToTarget: { free: 5, delayMaxSeconds: 3600 },
  codesFromAddress: { free: 30, delayMaxSeconds: 3600 },
  lookups: { free: 60, delayMaxSeconds: 900 },
  registrations: { free: 20, delayMaxSeconds: 3600 },
} as const satisfies Record<string, Policy>;

export type ThrottleKind = keyof typeof POLICIES;

/** Failures older than this are forgotten. */
const MEMORY = sql`interval '1 hour'`;

/**
 * Counts attempts before they are judged, in one statement, so that many at once gain nothing over one after
 * the other. Beyond the free ones each attempt doubles the wait until the next.
 */
export class Throttle {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async attempt(kind: ThrottleKind, subject: string): Promise<void> {
    const { free, delayMaxSeconds } = POLICIES[kind];
    const key = keyOf(kind, subject);
    const wait = await this.#database.asSystem(async (tx) => {
      const counted = await tx.first(
        sql<{ failures: number }>`
          insert into throttle as t (key, failures, blocked_until, updated_at) values (${key}, 1, now(), now())
          on conflict (key) do update set
            failures = case when t.updated_at < now() - ${MEMORY} then 1 else t.failures + 1 end,
            blocked_until = now() + case
              when t.updated_at < now() - ${MEMORY} or t.failures < ${free} then interval '0'
              else make_interval(secs => least(power(2, least(t.failures - ${free} + 1, 20)), ${delayMaxSeconds})) end,
            updated_at = now()
          where t.blocked_until <= now()
          returning failures`,
      );
      if (counted) return 0;
      const blocked = await tx.first(
        sqlBuilder
          .selectFrom('throttle')
          .select(sql<number>`ceil(extract(epoch from blocked_until - now()))::int`.as('seconds'))
          .where('key', '=', key),
      );
      return Math.max(blocked?.seconds ?? 1, 1);
    });
    if (wait > 0) throw new Failure('tooManyAttempts', { seconds: wait }, { retryAfter: wait });
  }

  /** A success: what was counted against this subject is forgiven. */
  async forgive(kind: ThrottleKind, subject: string): Promise<void> {
    await this.#database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('throttle').where('key', '=', keyOf(kind, subject))),
    );
  }

  async forgetOld(): Promise<void> {
    await this.#database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('throttle').where('updated_at', '<', sql<Date>`now() - interval '1 day'`)),
    );
  }
}

function keyOf(kind: ThrottleKind, subject: string): string {
  return `${kind}:${subject.toLowerCase().slice(0, 128)}`;
}
