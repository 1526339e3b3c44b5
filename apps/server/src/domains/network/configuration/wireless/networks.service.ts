import type { Page } from '@airloom/contract/paging';
import type { WirelessNetworkRow } from '@airloom/contract/wireless/wireless.model';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { settingOf } from '../../settings/index.ts';
import { listSettings } from '../settings/settings.repository.ts';
import { countNetworks } from './networks.repository.ts';

/** Wireless networks with where each is on air now. */
export function listWirelessNetworks(
  platform: Platform,
  scope: Scope,
  request: PageRequest & {
    readonly enterpriseUUID?: string | undefined;
    readonly siteUUID?: string | undefined;
  },
): Promise<Page<WirelessNetworkRow>> {
  return platform.database.withTenant(scope, async (tx) => {
    const { total, rows } = await listSettings(tx, scope, { ...request, kind: 'wirelessNetwork' });
    const counts = await countNetworks(
      tx,
      scope,
      rows.map(({ id }) => id),
    );
    return {
      total,
      rows: rows.flatMap((row): WirelessNetworkRow[] => {
        const setting = settingOf(row);
        if (setting?.kind !== 'wirelessNetwork') return [];
        const { ssid, enabled, hidden, encryption, vlan, bands } = setting.value;
        return [
          {
            networkUUID: row.id,
            ssid,
            enabled,
            hidden,
            encryption,
            vlan,
            bands: [...bands],
            place: { level: row.level, uuid: row.placeId, name: row.placeName },
            ...counts(row.id),
            updatedBy: row.updatedByName,
            updatedAt: row.updatedAt.toISOString(),
          },
        ];
      }),
    };
  });
}
