import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { AssetStatistics } from '@airloom/contract/statistics/statistics.model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import type { DevicesQuery } from './availability.repository.ts';

interface Group {
  readonly kind: DeviceKind;
  readonly model: string;
  readonly version: string;
  readonly site_id: string;
  readonly site_name: string;
  readonly devices: number;
  readonly online: number;
  readonly neverConnected: number;
}

interface Share {
  readonly devices: number;
  readonly online: number;
  readonly neverConnected: number;
}

const ROWS_MAX = STATISTICS_LIMITS.assetRowsMax;

function shareOf(groups: readonly Group[]): Share {
  return groups.reduce(
    (sum, group) => ({
      devices: sum.devices + group.devices,
      online: sum.online + group.online,
      neverConnected: sum.neverConnected + group.neverConnected,
    }),
    { devices: 0, online: 0, neverConnected: 0 },
  );
}

/** Ordered by the number of devices. */
function shares<T>(
  groups: readonly Group[],
  key: (group: Group) => string,
  of: (group: Group) => T,
): (T & Share)[] {
  return [...Map.groupBy(groups, key).values()]
    .flatMap((own) => (own[0] === undefined ? [] : [{ ...of(own[0]), ...shareOf(own) }]))
    .toSorted((one, other) => other.devices - one.devices);
}

export async function readAssets(
  tx: Transaction,
  { scope, sites, kinds }: DevicesQuery,
): Promise<AssetStatistics> {
  const groups = await tx.all(sql<Group>`
    select own.*, site.name as site_name from (
      select kind, model, version, site_id, count(*)::int as devices,
             count(*) filter (where ${isConnectedIn('status')})::int as online,
             count(*) filter (where status = 'neverConnected')::int as "neverConnected"
      from device
      where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and kind = any(${kinds}::text[])
      group by kind, model, version, site_id
    ) own join site on site.tenant_id = ${scope.tenant} and site.id = own.site_id
    order by kind, model, version, site.name, site.id`);
  const models = shares(
    groups,
    ({ kind, model }) => `${kind} ${model}`,
    ({ kind, model }) => ({ kind, model }),
  );
  const versions = shares(
    groups,
    ({ model, version }) => JSON.stringify([model, version]),
    ({ model, version }) => ({ model, version }),
  );
  const places = shares(
    groups,
    ({ site_id }) => site_id,
    ({ site_id, site_name }) => ({ siteUUID: site_id, siteName: site_name }),
  );
  return {
    ...shareOf(groups),
    kinds: DEVICE_KINDS.flatMap((kind) => {
      const own = groups.filter((group) => group.kind === kind);
      return own.length === 0 ? [] : [{ kind, ...shareOf(own) }];
    }),
    models: models.slice(0, ROWS_MAX),
    versions: versions.slice(0, ROWS_MAX),
    sites: places.slice(0, ROWS_MAX),
    totals: { models: models.length, versions: versions.length, sites: places.length },
  };
}
