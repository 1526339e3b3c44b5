import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { type RawBuilder, sql } from 'kysely';

/** Assignments of an update that sets the level of an alarm. An escalated alarm must be confirmed again. */
export function setLevel(level: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const isGraver = sql`array_position(${ALARM_LEVELS}::text[], ${level}) < alarm.gravity`;
  const kept = (column: string, fresh: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when ${isGraver} then ${fresh} else ${sql.ref(`alarm.${column}`)} end`;
  return sql`level = ${level}, ${kept('state', sql`'unconfirmed'`)}, ${kept('confirmed_at', sql`null`)},
    ${kept('confirmed_by_name', sql`''`)}, ${kept('confirm_note', sql`''`)},
    ${kept('levelled_at', sql`${now}::timestamptz`)}`;
}
