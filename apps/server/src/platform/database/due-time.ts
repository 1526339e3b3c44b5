import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a time has come that is never set further ahead than `waitMaxMs`: a later one was written before the
 * clock was set back, and would otherwise delay by that much.
 */
export function hasCome(
  column: string,
  now: Date,
  waitMaxMs: number | RawBuilder<unknown>,
): RawBuilder<boolean> {
  const wait = sql`${waitMaxMs}::float8 * interval '1 millisecond'`;
  return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now}::timestamptz + ${wait})`;
}

/** Whether a time is from before the clock was set by `jumpMs`: the same as `isBeforeJump`. */
export function wasBeforeJump(at: RawBuilder<unknown>, jumpMs: number, now: Date): RawBuilder<boolean> {
  return jumpMs < 0
    ? sql<boolean>`${at} > ${now}`
    : sql<boolean>`${at} <= ${new Date(now.getTime() - jumpMs / 2)}`;
}

export function byJump(jumpMs: number): RawBuilder<unknown> {
  return sql`${jumpMs}::float8 * interval '1 millisecond'`;
}
