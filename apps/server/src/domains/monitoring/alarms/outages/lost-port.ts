import { sql } from 'kysely';
import { PART_MAX } from '../evaluation/readings.ts';

/** The port a row of `device_log` speaks of, as an alarm names it; a row of something else names none. */
export const LOST_PORT = sql<string>`left(coalesce(device_log.details ->> 'port', ''), ${sql.lit(PART_MAX)})`;
