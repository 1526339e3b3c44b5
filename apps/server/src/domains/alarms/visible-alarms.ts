import { DEVICE_KINDS } from '@airloom/contract/devices/devices.model';
import { sql } from 'kysely';
import { sqlBuilder } from '../../platform/database/database.ts';
import { type Asker, visibleKinds } from '../devices/index.ts';
import { withinReach } from '../organizations/index.ts';

/** Alarms of sites, and of kinds of devices, the asker sees. Rule, device and site may be gone. */
export function visibleAlarms(scope: Asker) {
  const found = sqlBuilder
    .selectFrom('alarm')
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'alarm.tenant_id').onRef('site.id', '=', 'alarm.site_id'),
    )
    .where('alarm.tenant_id', '=', scope.tenant)
    .where(withinReach(scope));
  const kinds = visibleKinds(scope);
  if (kinds.length === DEVICE_KINDS.length) return found;
  return found.where(sql<boolean>`(alarm.device_kind is null or alarm.device_kind = any(${kinds}::text[]))`);
}

export function currentAlarms(scope: Asker) {
  return visibleAlarms(scope).where('alarm.cleared_at', 'is', null);
}

export function pastAlarms(scope: Asker) {
  return visibleAlarms(scope).where('alarm.cleared_at', 'is not', null);
}
