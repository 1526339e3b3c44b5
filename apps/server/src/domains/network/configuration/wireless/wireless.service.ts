import {
  LEVELS_OF_KIND,
  type SettingEdit,
  type SettingPlace,
  settingEdit,
} from '@airloom/contract/configuration/edits';
import { abilities } from '@airloom/contract/devices/report.model';
import type { RadioOptions } from '@airloom/contract/wireless/wireless.model';
import { readDocument } from '@airloom/device-protocol/configuration/read-document';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { visibleDevices } from '../../devices/index.ts';
import { findPlaces, type NamedPlace } from '../places/places.repository.ts';
import { type CountedRadios, radioOptions } from './radio-options.ts';

async function requirePlace(tx: Transaction, scope: Scope, place: SettingPlace): Promise<NamedPlace> {
  const [found] = await findPlaces(tx, scope, [place]);
  if (found === undefined) throw new Failure('notFound');
  return found;
}

export function viewRadioOptions(
  platform: Platform,
  scope: Scope,
  { level, placeUUID }: { readonly level: 'site' | 'group' | 'device'; readonly placeUUID: string },
): Promise<RadioOptions> {
  return platform.database.withTenant(scope, async (tx) => {
    const { siteId } = await requirePlace(tx, scope, { level, uuid: placeUUID });
    const site = await tx.first(sql<{ country: string }>`
      select country_code as country from site where tenant_id = ${scope.tenant} and id = ${siteId}`);
    const column = ({ site: 'device.site_id', group: 'device.group_id', device: 'device.id' } as const)[
      level
    ];
    const rows = await tx.all(
      visibleDevices(scope)
        .where(column, '=', placeUUID)
        .where('device.abilities', 'is not', null)
        .select([sql`device.abilities -> 'radios'`.as('radios'), sql<number>`count(*)::int`.as('devices')])
        .groupBy(sql`device.abilities -> 'radios'`),
    );
    const counted = rows.map(
      ({ radios, devices }): CountedRadios => ({
        radios: abilities.shape.radios.parse(radios ?? undefined),
        devices,
      }),
    );
    return radioOptions(site?.country ?? '', counted);
  });
}

/** Networks and radios of a configuration as edits to review. Secrets in it are new ones. */
export function readConfiguration(
  platform: Platform,
  scope: Scope,
  { place, document }: { readonly place: SettingPlace; readonly document: unknown },
): Promise<{ edits: SettingEdit[]; ignored: string[] }> {
  return platform.database.withTenant(scope, async (tx) => {
    await requirePlace(tx, scope, place);
    const read = readDocument(document);
    if (read === null) throw new Failure('configurationUnreadable');
    const created = { settingUUID: null, baseVersion: null, place };
    const found = [
      ...read.networks.map((network) => ({
        path: `wireless.${network.ssid}`,
        edit: {
          kind: 'wirelessNetwork' as const,
          ...created,
          value: { ...network, targets: { kind: 'all' } },
        },
      })),
      ...(Object.keys(read.radios).length === 0
        ? []
        : [{ path: 'radios', edit: { kind: 'radios' as const, ...created, value: { bands: read.radios } } }]),
    ];
    const edits: SettingEdit[] = [];
    const ignored = [...read.ignored];
    for (const { path, edit } of found) {
      const { data } = settingEdit.safeParse(edit);
      if (data !== undefined && LEVELS_OF_KIND[edit.kind].includes(place.level)) edits.push(data);
      else ignored.push(path);
    }
    return { edits, ignored };
  });
}
