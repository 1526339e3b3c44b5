import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { resolve } from '@airloom/device-protocol/configuration/resolve';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { settingsOfSites } from './settings.repository.ts';
import { settingOf } from './stored-setting.ts';

export interface PlacedDevice {
  readonly id: string;
  readonly siteId: string;
  readonly groupId: string | null;
  readonly organizationId: string;
  readonly kind: DeviceKind;
  readonly model: string;
}

/** Where these devices are; those without a site are left out. */
export function placesOf(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
): Promise<PlacedDevice[]> {
  return tx.all(sql<PlacedDevice>`
    select device.id, device.kind, device.model, device.site_id as "siteId", device.group_id as "groupId",
      site.enterprise_id as "organizationId"
    from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where device.tenant_id = ${tenant} and device.id = any(${deviceIds}::uuid[])`);
}

/** The settings that apply to these devices now; devices without a site are left out. */
export async function resolveSettings(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, EffectiveSettings>> {
  const places = await placesOf(tx, scope, deviceIds);
  const siteIds = [...new Set(places.map(({ siteId }) => siteId))];
  const rows = await settingsOfSites(tx, scope, siteIds);
  const settings = rows.map(settingOf).filter((setting) => setting !== null);
  return new Map(places.map(({ id, ...place }) => [id, resolve(settings, { deviceId: id, ...place })]));
}
