import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import {
  overridesOf,
  type SettingRow,
  settingOf,
  settingsAround,
  settingsById,
  settingsOfSites,
  settingVersions,
} from '../../settings/index.ts';
import { requireAnyDelivery } from '../places/delivery-access.ts';
import { editablePlaces } from '../places/place-access.ts';
import { findPlaces, readGroups, readSites } from '../places/places.repository.ts';
import { type Affected, affectedBy } from './affected.ts';
import { editsOf } from './change-edits.ts';
import { checkEdits, targetIds } from './check-edits.ts';
import { checkSwitches, type NamedCut } from './check-switches.ts';
import { changesNothing } from './conflicts.ts';
import { skipOpticalPorts } from './optical-ports.ts';
import { type Placements, readPlacements } from './placements.repository.ts';
import { editOf, overlay, type PreparedEdit } from './prepared-edit.ts';
import type { NameOf } from './shown-value.ts';

/** A change before it is applied. */
export interface PreparedChange {
  readonly edits: readonly PreparedEdit[];
  /** Settings of all edits, also of those that change nothing. */
  readonly settingIds: readonly string[];
  /** Settings that the edits are compared with. */
  readonly present: readonly SettingRow[];
  readonly affected: Affected;
  /** Names of sites and device groups. */
  readonly names: NameOf;
  /** Devices that take part, each in its site and group. */
  readonly placements: readonly string[];
  readonly sites: Placements['sites'];
  /** What may cut off switches, and has to be confirmed. */
  readonly cuts: readonly NamedCut[];
  /** Changes with the edits, with any setting that applies to the devices concerned, and with the site or group of any of these. */
  readonly digest: string;
}

/** Finds out what a change consists of, and validates it. Within a transaction everything stays as it was found. */
export async function prepareChange(
  tx: Transaction,
  platform: Pick<Platform, 'vault' | 'settings'>,
  scope: Scope,
  source: ChangeSource,
  need: 'view' | 'operate',
): Promise<PreparedChange> {
  if (source.kind === 'pending') return preparePending(tx, platform, scope, source.siteUUID, need);
  const asked = await editsOf(tx, platform, scope, source, need);
  // A revert restores what was, also of optical ports.
  const given = source.kind === 'revert' ? asked : await skipOpticalPorts(tx, scope, asked);
  const edits = await withOverrides(tx, scope, given);
  const prepared = await readAround(tx, scope, edits);
  const { present, affected } = prepared;
  prepared.check(edits);
  const cuts = await checkSwitches(tx, scope, edits, present);
  const isChanged = (one: PreparedEdit) => !changesNothing(one, present);
  const { around, placements, sites } = await surroundings(tx, scope, affected);
  return {
    ...prepared,
    edits: edits.filter(isChanged),
    settingIds: edits.map(({ settingId }) => settingId),
    placements,
    sites,
    cuts,
    digest: digestOf(platform.vault, source.kind, edits, around),
  };
}

/** No edits: devices of the site get the settings that apply to them. */
async function preparePending(
  tx: Transaction,
  { vault }: Pick<Platform, 'vault'>,
  scope: Scope,
  siteUUID: string,
  need: 'view' | 'operate',
): Promise<PreparedChange> {
  requireAnyDelivery(scope, need);
  const place = { level: 'site', uuid: siteUUID } as const;
  const { organizationId } = (await editablePlaces(tx, scope, [place]))(place);
  const affected = {
    organizationIds: [organizationId],
    wholeSiteIds: [siteUUID],
    groupIds: [],
    deviceIds: [],
    siteIds: [siteUUID],
    exceptOpen: true,
  } as const;
  const { around, placements, sites } = await surroundings(tx, scope, affected);
  return {
    edits: [],
    settingIds: [],
    present: await settingsOfSites(tx, scope, [siteUUID]),
    affected,
    names: () => undefined,
    placements,
    sites,
    cuts: [],
    digest: digestOf(vault, siteUUID, [], around),
  };
}

/** Versions of the settings that apply to the devices concerned, and where these devices are. */
async function surroundings(tx: Transaction, scope: Scope, affected: Affected) {
  const { siteIds, organizationIds } = affected;
  const versions = await settingVersions(tx, scope, siteIds, organizationIds);
  const { digest, takingPart, sites } = await readPlacements(tx, scope, affected);
  return { around: [versions, digest], placements: takingPart, sites };
}

/** A deleted network takes its overrides along: they are part of the change, so that it can be reverted. */
async function withOverrides(
  tx: Transaction,
  scope: Scope,
  edits: readonly PreparedEdit[],
): Promise<PreparedEdit[]> {
  const deleted = edits.filter(({ edit }) => edit.kind === 'wirelessNetwork' && edit.value === null);
  const rows = await overridesOf(
    tx,
    scope,
    deleted.map(({ settingId }) => settingId),
  );
  const more = rows.filter(({ id }) => !edits.some(({ settingId }) => settingId === id)).map(editOf);
  const places = await findPlaces(
    tx,
    scope,
    more.map(({ place }) => place),
  );
  const added = more.flatMap((edit): PreparedEdit[] => {
    const place = places.find(({ uuid }) => uuid === edit.place.uuid);
    if (place === undefined || edit.settingUUID === null) return [];
    const deleting = { ...edit, value: null };
    return [{ settingId: edit.settingUUID, edit: deleting, given: deleting, place, field: 'source' }];
  });
  return [...edits, ...added];
}

/** The settings that edits are compared with, after validating them. @throws {Failure} */
export async function checkedAround(
  tx: Transaction,
  { tenant }: TenantScope,
  edits: readonly PreparedEdit[],
): Promise<readonly SettingRow[]> {
  const { present, check } = await readAround(tx, { tenant, reach: { kind: 'all' } }, edits);
  check(edits);
  await checkSwitches(tx, { tenant }, edits, present);
  return present;
}

/** Reads what edits are validated against. */
export async function readAround(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  edits: readonly PreparedEdit[],
) {
  const before = await settingsById(
    tx,
    scope,
    edits.map(({ settingId }) => settingId),
  );
  const targetedSites = targetsOf([...before, ...overlay([], edits)], 'sites');
  const organizationIds = edits
    .filter(({ place }) => place.level === 'organization')
    .map(({ place }) => place.organizationId);
  const siteIds = edits.flatMap(({ place }) => place.siteId ?? []);
  const sites = await readSites(tx, scope, organizationIds, [...siteIds, ...targetedSites]);
  const edited = await readGroups(tx, scope, targetsOf([...before, ...overlay([], edits)], 'groups'));
  const affected = affectedBy(edits, before, sites, edited);
  const present = await settingsAround(tx, scope, {
    organizationIds: affected.organizationIds,
    siteIds: affected.siteIds,
    networkIds: edits.filter(({ edit }) => edit.kind === 'wirelessNetwork').map(({ settingId }) => settingId),
    placeIds: edits.map(({ place }) => place.uuid),
    ids: edits.map(({ settingId }) => settingId),
  });
  const groups = [...edited, ...(await readGroups(tx, scope, targetsOf(present, 'groups')))];
  const siteById = new Map(sites.map((site) => [site.id, site]));
  const profiles = profileNames([...present, ...overlay([], edits)]);
  const groupById = new Map(groups.map((group) => [group.id, group]));
  return {
    affected,
    present,
    names: (id: string) => siteById.get(id)?.name ?? groupById.get(id)?.name ?? profiles.get(id),
    /** Validates some of the edits; others may be in force already. @throws {Failure} */
    check: (some: readonly PreparedEdit[], others: readonly PreparedEdit[] = []) =>
      checkEdits(some, overlay(present, others), {
        organizationOf: (id) => siteById.get(id)?.organizationId,
        siteOf: (id) => groupById.get(id)?.siteId,
        countryOf: (id) => siteById.get(id)?.country,
      }),
  };
}

function profileNames(rows: readonly SettingRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows
      .map(settingOf)
      .flatMap((setting): [string, string][] =>
        setting?.kind === 'portProfile' ? [[setting.id, setting.value.name]] : [],
      ),
  );
}

function targetsOf(rows: readonly SettingRow[], kind: 'sites' | 'groups'): string[] {
  const ids = rows.map(settingOf).flatMap((setting) => {
    if (setting?.kind !== 'wirelessNetwork' || setting.value.targets.kind !== kind) return [];
    return targetIds(setting.value.targets);
  });
  return [...new Set(ids)];
}

/** Of the edits as they were given: a setting that is created gets another id each time it is reviewed. */
function digestOf(
  vault: Platform['vault'],
  about: string,
  edits: readonly PreparedEdit[],
  around: readonly string[],
): string {
  const canonical = JSON.stringify([about, edits.map(({ given }) => given), around], sortedKeys);
  return vault.mac('configuration review', canonical).toString('hex');
}

/** The same text however the keys of an object are ordered. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
