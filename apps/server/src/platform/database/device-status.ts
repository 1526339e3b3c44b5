import { CONNECTED_STATUSES } from '@airloom/contract/devices/devices.states';
import { type RawBuilder, sql } from 'kysely';

const CONNECTED = sql.join(CONNECTED_STATUSES.map((status) => sql.lit(status)));

/** `column` holds the status of a device: whether it is connected, at least in part. */
export function isConnectedIn(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${CONNECTED})`;
}
