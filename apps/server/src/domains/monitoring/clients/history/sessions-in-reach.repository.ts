import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, siteWithinReach, visibleDevices, visibleKinds } from '../../../network/devices/index.ts';
import { SILENT_MS } from '../sessions/session.ts';

/** Whether the asker sees the whole account. */
export function seesAll(scope: Asker): boolean {
  return scope.reach.kind === 'all' && visibleKinds(scope).length === DEVICE_KINDS.length;
}

/** Sessions at visible devices in sites visible then; only at the given devices if there are any. */
export function sessionsInReach(scope: Asker, devices = visibleDevices(scope)) {
  return sqlBuilder
    .selectFrom('terminal_session')
    .where('terminal_session.tenant_id', '=', scope.tenant)
    .where('terminal_session.device_id', 'in', devices.select('device.id'))
    .where(siteWithinReach(scope, 'terminal_session.site_id'));
}

/** Sessions at devices of these kinds. */
export function atDevicesOfKinds(
  { tenant }: TenantScope,
  kinds: readonly DeviceKind[],
  sessions: 'terminal_session' | 'terminal_1h' = 'terminal_session',
): RawBuilder<boolean> {
  if (kinds.length === DEVICE_KINDS.length) return sql<boolean>`true`;
  return sql<boolean>`${sql.table(sessions)}.device_id in (
    select device.id from device where device.tenant_id = ${tenant} and device.kind = any(${kinds}::text[]))`;
}

/**
 * Whether a session is open. A device that sends stored reports late leaves old sessions open until it has sent all of
 * them, or until they end as silent.
 */
export function isThere(now: Date): Expression<SqlBool> {
  return sql<boolean>`(terminal_session.ended_at is null
    and terminal_session.last_seen_at > ${new Date(now.getTime() - SILENT_MS)}::timestamptz)`;
}

/** With the names of device and site. */
export function withPlaces(found: ReturnType<typeof sessionsInReach>) {
  return found
    .innerJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'terminal_session.tenant_id')
        .onRef('device.id', '=', 'terminal_session.device_id'),
    )
    .leftJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'terminal_session.tenant_id')
        .onRef('site.id', '=', 'terminal_session.site_id'),
    )
    .selectAll('terminal_session')
    .select(['device.kind as device_kind', 'device.name as device_name', 'site.name as site_name']);
}
