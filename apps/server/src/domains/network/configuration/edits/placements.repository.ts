import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Affected } from './affected.ts';

/** A hash of the site and the group of each device that a change concerns: of ten thousand they would be a megabyte. */
export async function readPlacements(
  tx: Transaction,
  { tenant }: TenantScope,
  { wholeSiteIds, groupIds, deviceIds }: Pick<Affected, 'wholeSiteIds' | 'groupIds' | 'deviceIds'>,
): Promise<string> {
  const row = await tx.first(sql<{ placements: string }>`
    select encode(sha256(convert_to(
      coalesce(string_agg(concat_ws(' ', id, site_id, group_id), ',' order by id), ''), 'UTF8')), 'hex') as placements
    from device where tenant_id = ${tenant} and site_id is not null
      and (site_id = any(${wholeSiteIds}::uuid[]) or group_id = any(${groupIds}::uuid[])
        or id = any(${deviceIds}::uuid[]))`);
  return row?.placements ?? '';
}
