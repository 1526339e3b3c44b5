import { sql } from 'kysely';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';

interface Policy {
  /** Attempts that cost nothing. */
  readonly free: number;
  readonly delayMaxSeconds: number;
  /** After this long without an attempt one of them is forgotten. */
  readonly forgetSeconds: number;
}

const POLICIES = {
  /** Sign-ins under one name, by browsers that never got in; each browser that did counts for itself. */
  account: { free: 4, delayMaxSeconds: 900, forgetSeconds: 900 },
  /** A whole office may share an address: what succeeds is taken back. */
  address: { free: 30, delayMaxSeconds: 900, forgetSeconds: 120 },
  /** Of someone who knows the password. */
  secondFactor: { free: 4, delayMaxSeconds: 900, forgetSeconds: 900 },
  /** Of someone who is signed in and proves it again. */
  ownPassword: { free: 4, delayMaxSeconds: 900, forgetSeconds: 900 },
  codesToTarget: { free: 5, delayMaxSeconds: 3600, forgetSeconds: 720 },
  codesFromAddress: { free: 30, delayMaxSeconds: 3600, forgetSeconds: 120 },
  lookups: { free: 60, delayMaxSeconds: 900, forgetSeconds: 30 },
  registrations: { free: 20, delayMaxSeconds: 3600, forgetSeconds: 180 },
} as const satisfies Record<string, Policy>;

export type ThrottleKind = keyof typeof POLICIES;

/** By then even the longest memory is empty. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;
const NEVER = new Date(0);
/** An entry written later than this from now is from before the clock was set back: it blocks nothing. */
const AHEAD_MAX_SECONDS = 60;

/**
 * Counts attempts before they are judged, in one statement, so that many at once gain nothing over one after
 * the other. Beyond the free ones each attempt doubles the wait until the next.
 */
export class Throttle {
  readonly #platform: Pick<Platform, 'database' | 'now'>;

  constructor(platform: Pick<Platform, 'database' | 'now'>) {
    this.#platform = platform;
  }

  async attempt(kind: ThrottleKind, subject: string): Promise<void> {
    const { free, delayMaxSeconds, forgetSeconds } = POLICIES[kind];
    const key = keyOf(kind, subject);
    const now = this.#platform.now();
    const moment = sql`${now}::timestamptz`;
    // Of many at once one may be counted after another that came later: nothing is forgotten, and nothing counted twice.
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

  /** A success that proves who it is: all that was counted against this subject is forgiven. */
  async forgive(kind: ThrottleKind, ...subjects: string[]): Promise<void> {
    const keys = subjects.map((subject) => keyOf(kind, subject));
    await this.#platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('throttle').where('key', 'in', keys)),
    );
  }

  /** A success that proves nothing about others who share the subject: only this attempt is taken back. */
  async takeBack(kind: ThrottleKind, subject: string): Promise<void> {
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

function keyOf(kind: ThrottleKind, subject: string): string {
  return `${kind}:${subject.slice(0, 128)}`;
}
