import { type RawBuilder, sql } from 'kysely';
import { type Asker, sitesWithin, visibleDevices } from '../../../network/devices/index.ts';
import { seesAll } from '../history/sessions-in-reach.repository.ts';

/**
 * Whether a row of `known_terminal` is visible: its site and its device are. Rows of deleted devices remain for people who see the whole
 * account.
 */
export function isVisible(scope: Asker, row: string): RawBuilder<boolean> {
  if (seesAll(scope)) return sql<boolean>`true`;
  const atVisibleDevice = sql<boolean>`${sql.ref(`${row}.device_id`)} in (${visibleDevices(scope).select('device.id')})`;
  if (scope.reach.kind === 'all') return atVisibleDevice;
  return sql<boolean>`(${atVisibleDevice} and ${sql.ref(`${row}.site_id`)} in (${sitesWithin(scope)}))`;
}
