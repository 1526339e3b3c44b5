import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { AffectedPlace } from '../review/review-devices.ts';

/** What settings of a switch are validated against. */
export interface SwitchFacts extends AffectedPlace {
  readonly name: string;
  readonly reported_ports: unknown;
  readonly released_settings: EffectiveSettings | null;
}

export async function readSwitchFacts(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<SwitchFacts[]> {
  if (ids.length === 0) return [];
  return tx.all(sql<SwitchFacts>`
    select device.id, device.name, device.kind, device.model, device.site_id as "siteId",
      device.group_id as "groupId", site.enterprise_id as "organizationId", device.reported_ports,
      device.released_settings
    from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where device.tenant_id = ${tenant} and device.id = any(${ids}::uuid[])`);
}

/** Names of switches whose ports use one of these profiles, besides those of the given settings. */
export async function switchesWithProfiles(
  tx: Transaction,
  { tenant }: TenantScope,
  profileIds: readonly string[],
  exceptSettings: readonly string[],
): Promise<string[]> {
  if (profileIds.length === 0) return [];
  const uses = sql.join(
    profileIds.map((id) => sql`setting.value -> 'ports' @> ${JSON.stringify([{ profileUUID: id }])}::jsonb`),
    sql` or `,
  );
  const rows = await tx.all(sql<{ name: string }>`
    select device.name from setting
    join device on device.tenant_id = setting.tenant_id and device.id = setting.device_id
    where setting.tenant_id = ${tenant} and setting.kind = 'switchPorts' and (${uses})
      and not setting.id = any(${exceptSettings}::uuid[])
    order by device.name limit 10`);
  return rows.map(({ name }) => name);
}
