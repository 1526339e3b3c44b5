import type { NetworkSetting } from '@airloom/device-protocol/configuration/resolve';
import { type SettingRow, settingOf } from '../../settings/index.ts';
import type { NamedGroup, NamedSite } from '../places/places.repository.ts';
import { overlay, type PreparedEdit } from './prepared-edit.ts';

/** The devices that edits can concern. */
export interface Affected {
  readonly organizationIds: readonly string[];
  /** With all their devices. */
  readonly wholeSiteIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly deviceIds: readonly string[];
  /** Of all these devices. */
  readonly siteIds: readonly string[];
  /** Leaves out devices that another change has still to reach. */
  readonly exceptOpen?: true;
}

/** `before`: the edited settings as they are stored. */
export function affectedBy(
  edits: readonly PreparedEdit[],
  before: readonly SettingRow[],
  sites: readonly NamedSite[],
  groups: readonly NamedGroup[],
): Affected {
  const wholeSiteIds = new Set<string>();
  const groupIds = new Set<string>();
  const deviceIds = new Set<string>();
  const siteIds = new Set<string>();
  const settings = [...before, ...overlay([], edits)].map(settingOf);
  for (const { settingId, edit, place } of edits) {
    if (place.siteId !== null) siteIds.add(place.siteId);
    if (edit.kind === 'wirelessNetwork') {
      for (const setting of settings)
        if (setting?.kind === 'wirelessNetwork' && setting.id === settingId) addTargets(setting);
    } else if (place.level === 'organization') addOrganization(place.uuid);
    else if (place.level === 'site') wholeSiteIds.add(place.uuid);
    else (place.level === 'group' ? groupIds : deviceIds).add(place.uuid);
  }
  for (const id of wholeSiteIds) siteIds.add(id);
  for (const { id, siteId } of groups) if (groupIds.has(id)) siteIds.add(siteId);
  return {
    organizationIds: [...new Set(edits.map(({ place }) => place.organizationId))].toSorted(),
    wholeSiteIds: [...wholeSiteIds].toSorted(),
    groupIds: [...groupIds].toSorted(),
    deviceIds: [...deviceIds].toSorted(),
    siteIds: [...siteIds].toSorted(),
  };

  function addOrganization(id: string): void {
    for (const site of sites) if (site.organizationId === id) wholeSiteIds.add(site.id);
  }

  function addTargets({ level, placeId, value: { targets } }: NetworkSetting): void {
    if (targets.kind === 'groups') for (const id of targets.groupUUIDs) groupIds.add(id);
    else if (level === 'site') wholeSiteIds.add(placeId);
    else if (targets.kind === 'all') addOrganization(placeId);
    else for (const id of targets.siteUUIDs) wholeSiteIds.add(id);
  }
}
