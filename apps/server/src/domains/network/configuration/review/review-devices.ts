import { isDeepStrictEqual } from 'node:util';
import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { ReviewedDevice } from '@airloom/contract/configuration/configuration.model';
import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceCut } from '@airloom/contract/switches/uplink';
import { resolve, type Setting } from '@airloom/device-protocol/configuration/resolve';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { type Asker, isPending, readSources, sameDocuments, visibleDevices } from '../../devices/index.ts';
import { type SettingRow, settingOf, settingsOfSites } from '../../settings/index.ts';
import type { Affected } from '../edits/affected.ts';
import { IS_OPEN } from '../edits/placements.repository.ts';
import { overlay, type PreparedEdit } from '../edits/prepared-edit.ts';
import { compareDevice, NOTHING, skipReasonOf } from './compare-device.ts';

function affectedDevices(scope: Asker, { wholeSiteIds, groupIds, deviceIds, exceptOpen }: Affected) {
  const found = visibleDevices(scope).where((where) =>
    where.or([
      where('device.site_id', '=', sql<string>`any(${wholeSiteIds}::uuid[])`),
      where('device.group_id', '=', sql<string>`any(${groupIds}::uuid[])`),
      where('device.id', '=', sql<string>`any(${deviceIds}::uuid[])`),
    ]),
  );
  return exceptOpen ? found.where(sql<boolean>`not ${IS_OPEN}`) : found;
}

/** Devices in the sequence of their ids, from behind a cursor. */
export function readDevices(
  tx: Transaction,
  scope: Asker,
  affected: Affected,
  after: string | null,
  atMost: number,
) {
  let found = affectedDevices(scope, affected);
  if (after !== null) found = found.where('device.id', '>', after);
  return tx.all(
    found
      .innerJoin('site', (join) =>
        join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
      )
      .select([
        'device.id',
        'device.name',
        'device.kind',
        'device.model',
        'device.status',
        'device.group_id as groupId',
        'device.managed_by as managedBy',
        'device.configuration_state as configurationState',
        'site.id as siteId',
        'site.name as siteName',
        'site.enterprise_id as organizationId',
        'site.observe_only as observeOnly',
      ])
      .orderBy('device.id')
      .limit(atMost),
  );
}

async function countDevices(tx: Transaction, scope: Scope, affected: Affected): Promise<number> {
  const counted = await tx.first(
    affectedDevices(scope, affected)
      .where('device.site_id', 'is not', null)
      .select(sql<number>`count(*)::int`.as('total')),
  );
  return counted?.total ?? 0;
}

export type AffectedDevice = Awaited<ReturnType<typeof readDevices>>[number];

/** Resolves settings for many devices: each looks only at those of its own places. */
export function resolver(rows: readonly SettingRow[]): (device: AffectedPlace) => EffectiveSettings {
  const byPlace = Map.groupBy(
    rows.map(settingOf).filter((setting) => setting !== null),
    ({ placeId }) => placeId,
  );
  const at = (id: string | null): readonly Setting[] => (id === null ? [] : (byPlace.get(id) ?? []));
  return ({ id, kind, model, siteId, groupId, organizationId }) =>
    resolve([...at(organizationId), ...at(siteId), ...at(groupId), ...at(id)], {
      deviceId: id,
      kind,
      model,
      siteId,
      groupId,
      organizationId,
    });
}

export interface AffectedPlace {
  readonly id: string;
  readonly siteId: string;
  readonly groupId: string | null;
  readonly organizationId: string;
  readonly kind: DeviceKind;
  readonly model: string;
}

export interface DevicePage {
  readonly devices: ReviewedDevice[];
  readonly compared: number;
  /** Counted for the first page. */
  readonly total: number | null;
  readonly next: string | null;
}

/**
 * One page of what edits do to devices, with the cuts confirmed: those with differences, and those that are left out of
 * them. Reads only the settings of the sites on the page.
 */
export async function reviewDevices(
  tx: Transaction,
  scope: Scope,
  affected: Affected,
  edits: readonly PreparedEdit[],
  cuts: readonly DeviceCut[],
  cursor: string | null,
): Promise<DevicePage> {
  const size = CONFIGURATION_LIMITS.reviewPageMax;
  const found = await readDevices(tx, scope, affected, cursor, size + 1);
  const page = found.slice(0, size);
  const ids = page.map(({ id }) => id);
  const sources = new Map((await readSources(tx, scope, ids)).map((source) => [source.id, source]));
  const siteIds = [...new Set(page.map(({ siteId }) => siteId))];
  const present = await settingsOfSites(tx, scope, siteIds);
  const changed = overlay(present, edits);
  const [before, after] = [resolver(present), resolver(changed)];
  const nameOf = settingNames([...changed, ...present]);
  const compared = page.map((device): ReviewedDevice | null => {
    const source = sources.get(device.id);
    const effective = after(device);
    const skipped = skipReasonOf(device, source);
    const shown = { ...shownDevice(device), skipped };
    if (skipped !== null || source === undefined)
      return isDeepStrictEqual(before(device), effective) ? null : { ...shown, ...NOTHING };
    // It waits for settings of other changes only: those deliver them.
    if (edits.length > 0 && sameDocuments(source, before(device), effective)) return null;
    const ofDevice = cuts.filter(({ deviceUUID }) => deviceUUID === device.id);
    const comparison = compareDevice(source, effective, nameOf, ofDevice);
    return comparison === null ? null : { ...shown, ...comparison };
  });
  return {
    devices: compared.filter((device) => device !== null),
    compared: page.length,
    total: cursor === null ? await countDevices(tx, scope, affected) : null,
    next: found.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

function shownDevice(device: AffectedDevice) {
  return {
    deviceUUID: device.id,
    deviceName: device.name,
    kind: device.kind,
    siteUUID: device.siteId,
    siteName: device.siteName,
    online: isConnected(device.status),
  };
}

/** Names of networks and port profiles by their setting. */
export function settingNames(rows: readonly SettingRow[]): (settingId: string) => string {
  const names = new Map(
    rows
      .map(settingOf)
      .flatMap((setting): [string, string][] => (setting === null ? [] : namedEntry(setting))),
  );
  return (settingId) => names.get(settingId) ?? '';
}

function namedEntry(setting: Setting): [string, string][] {
  if (setting.kind === 'wirelessNetwork') return [[setting.id, setting.value.ssid]];
  return setting.kind === 'portProfile' ? [[setting.id, setting.value.name]] : [];
}

/** Kinds of devices that wait for settings that apply to them. */
export async function pendingKinds(
  tx: Transaction,
  scope: Scope,
  affected: Affected,
  present: readonly SettingRow[],
): Promise<ReadonlySet<DeviceKind>> {
  const resolved = resolver(present);
  const kinds = new Set<DeviceKind>();
  for (let after: string | null = null; ; ) {
    const page = await readDevices(tx, scope, affected, after, CONFIGURATION_LIMITS.reviewPageMax);
    const unknown = page.filter(({ kind }) => !kinds.has(kind));
    const ids = unknown.map(({ id }) => id);
    const sources = new Map((await readSources(tx, scope, ids)).map((source) => [source.id, source]));
    for (const device of unknown) {
      const source = sources.get(device.id);
      if (source === undefined || kinds.has(device.kind) || skipReasonOf(device, source) !== null) continue;
      if (isPending(source, resolved(device))) kinds.add(device.kind);
    }
    const last = page.at(-1);
    if (last === undefined) return kinds;
    after = last.id;
  }
}
