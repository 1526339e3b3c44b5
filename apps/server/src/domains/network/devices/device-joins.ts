import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type JoinBuilder, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { visibleKinds } from '../../../platform/device-classes.ts';
import type { Scope } from '../../../platform/scope.ts';

/** Join conditions from a device to its related rows, for `leftJoin` and `innerJoin`. */

export function itsSite(join: JoinBuilder<Tables, 'device' | 'site'>) {
  return join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id');
}

export function itsGroup(join: JoinBuilder<Tables, 'device' | 'device_group'>) {
  return join
    .onRef('device_group.tenant_id', '=', 'device.tenant_id')
    .onRef('device_group.id', '=', 'device.group_id');
}

/** Newest figures. */
export function itsLast(join: JoinBuilder<Tables, 'device' | 'device_last'>) {
  return join
    .onRef('device_last.tenant_id', '=', 'device.tenant_id')
    .onRef('device_last.device_id', '=', 'device.id');
}

/** Newest report. */
export function itsLastReport(join: JoinBuilder<Tables, 'device' | 'device_last_report'>) {
  return join
    .onRef('device_last_report.tenant_id', '=', 'device.tenant_id')
    .onRef('device_last_report.device_id', '=', 'device.id');
}

/** Its controller or gateway. */
export function itsManager(join: JoinBuilder<Tables & { above: Tables['device'] }, 'device' | 'above'>) {
  return join.onRef('above.tenant_id', '=', 'device.tenant_id').onRef('above.id', '=', 'device.managed_by');
}

/** The same, if the person may see it. */
export function itsManagerFor(scope: Pick<Scope, 'grants'>) {
  return (join: Parameters<typeof itsManager>[0]) =>
    itsManager(join).on('above.kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`);
}

/** Whether the device is in an observe-only site. */
export const OBSERVE_ONLY = sql<boolean>`exists (
  select from site
  where site.tenant_id = device.tenant_id and site.id = device.site_id and site.observe_only)`.as(
  'observe_only',
);
