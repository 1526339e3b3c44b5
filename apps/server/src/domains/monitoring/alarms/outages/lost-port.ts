import { sql } from 'kysely';
import { PART_MAX } from '../evaluation/readings.ts';

/** Port of a row of `device_log`, as alarms name it; empty for rows of other types. */
export const LOST_PORT = sql<string>`left(coalesce(device_log.details ->> 'port', ''), ${sql.lit(PART_MAX)})`;
