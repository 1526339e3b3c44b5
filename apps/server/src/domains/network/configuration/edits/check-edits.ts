import { LEVELS_OF_KIND, type SettingKind } from '@airloom/contract/configuration/edits';
import { radiosProblems } from '@airloom/contract/wireless/radio.rules';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import { networkProblem, type WirelessNetwork } from '@airloom/contract/wireless/wireless-network.rules';
import type { NetworkOverride, NetworkSetting } from '@airloom/device-protocol/configuration/resolve';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { type SettingRow, settingOf } from '../../settings/index.ts';
import { overlay, type PreparedEdit } from './prepared-edit.ts';

/** Where sites and device groups belong. */
export interface Belonging {
  organizationOf(siteId: string): string | undefined;
  siteOf(groupId: string): string | undefined;
  countryOf(siteId: string): string | undefined;
}

/** Rules between settings. @throws {Failure} */
export function checkEdits(
  edits: readonly PreparedEdit[],
  present: readonly SettingRow[],
  belonging: Belonging,
): void {
  for (const { edit } of edits)
    if (!LEVELS_OF_KIND[edit.kind].includes(edit.place.level)) throw new Failure('levelNotAllowed');
  const after = overlay(present, edits).map(settingOf);
  const networks = after.filter((setting) => setting?.kind === 'wirelessNetwork');
  const overrides = after.filter((setting) => setting?.kind === 'wirelessOverride');
  for (const one of edits) {
    if (one.edit.value === null) continue;
    if (one.edit.kind === 'managementVlan') checkAccessPoint(one);
    checkKind(one);
    if (one.edit.kind === 'radios') checkRadios(one, belonging);
    if (one.edit.kind === 'wirelessOverride') checkOverride(one, networks, overrides);
    if (one.edit.kind !== 'wirelessNetwork') continue;
    checkTargets(one, present, belonging);
    checkWithOverrides(one, networks, overrides);
    checkNames(one, networks, belonging);
  }
}

const OF_SWITCHES: readonly SettingKind[] = ['switchBase', 'switchPorts', 'switchVlans', 'switchRoutes'];

/** Switches have no radios; only gateways authenticate clients of others. */
function checkKind({ edit, place: { kind, name } }: PreparedEdit): void {
  if (kind === undefined) return;
  const isMissing =
    (edit.kind === 'radios' && kind === 'switch') ||
    (edit.kind === 'gatewayAuth' && kind !== 'gateway') ||
    (OF_SWITCHES.includes(edit.kind) && kind !== 'switch');
  if (isMissing) throw new Failure('settingNotOfDevice', { names: name });
}

function checkAccessPoint({ place: { kind, name } }: PreparedEdit): void {
  if (kind !== 'ap') throw new Failure('onlyAccessPoints', { names: name });
}

/** Channels and widths must be allowed in the country of the site. */
function checkRadios({ edit, place, field }: PreparedEdit, { countryOf }: Belonging): void {
  if (edit.kind !== 'radios' || edit.value === null || place.siteId === null) return;
  const [problem] = radiosProblems(edit.value, countryOf(place.siteId) ?? null);
  if (problem !== undefined) throw invalidField(`${field}.${problem.path.join('.')}`, problem.error);
}

/** It must override a network of its own organization. */
function checkOverride(
  { edit, place, field, settingId }: PreparedEdit,
  networks: readonly NetworkSetting[],
  overrides: readonly NetworkOverride[],
): void {
  if (edit.kind !== 'wirelessOverride') return;
  const network = networks.find(({ id }) => id === edit.networkUUID);
  if (network?.level !== 'organization' || network.placeId !== place.organizationId)
    throw new Failure('notFound');
  const override = overrides.find(({ id }) => id === settingId);
  if (override !== undefined) requireConsistent(network, override, field);
}

function checkWithOverrides(
  { settingId, field }: PreparedEdit,
  networks: readonly NetworkSetting[],
  overrides: readonly NetworkOverride[],
): void {
  const network = networks.find(({ id }) => id === settingId);
  if (network === undefined) return;
  requireConsistent(network, null, field);
  for (const override of overrides)
    if (override.networkId === settingId) requireConsistent(network, override, field);
}

function requireConsistent(network: NetworkSetting, override: NetworkOverride | null, field: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields; readonly arrays are not changed
  const merged = { ...network.value, ...override?.value } as WirelessNetwork;
  const problem = networkProblem(merged);
  if (problem !== null) throw invalidField(`${field}.${problem.field}`, problem.error);
}

/** Targets must belong to the place. Those that the setting had before may be gone. */
function checkTargets(
  { settingId, edit, place }: PreparedEdit,
  present: readonly SettingRow[],
  { organizationOf, siteOf }: Belonging,
): void {
  if (edit.kind !== 'wirelessNetwork' || edit.value === null) return;
  const row = present.find(({ id }) => id === settingId);
  const before = row === undefined ? null : settingOf(row);
  const had = new Set(before?.kind === 'wirelessNetwork' ? targetIds(before.value.targets) : []);
  const { targets } = edit.value;
  const isWithin = (siteId: string | undefined): boolean =>
    siteId !== undefined &&
    (place.level === 'site' ? siteId === place.uuid : organizationOf(siteId) === place.uuid);
  const isGood = (id: string): boolean =>
    had.has(id) || isWithin(targets.kind === 'groups' ? siteOf(id) : organizationOf(id) && id);
  if (!targetIds(targets).every(isGood)) throw new Failure('notFound');
}

export function targetIds(targets: NetworkSetting['value']['targets']): readonly string[] {
  if (targets.kind === 'all') return [];
  return targets.kind === 'sites' ? targets.siteUUIDs : targets.groupUUIDs;
}

function checkNames(
  { settingId, place }: PreparedEdit,
  networks: readonly NetworkSetting[],
  belonging: Belonging,
): void {
  const maximum = WIRELESS_LIMITS.networksPerPlaceMax;
  if (networks.filter(({ placeId }) => placeId === place.uuid).length > maximum)
    throw new Failure('limitReached', { maximum });
  const own = networks.find(({ id }) => id === settingId);
  if (own === undefined) return;
  const alike = networks.filter(({ id, value }) => id !== own.id && value.ssid === own.value.ssid);
  const area = areaOf(own, belonging);
  if (alike.some((other) => meet(area, areaOf(other, belonging), belonging))) throw new Failure('ssidTaken');
}

/** The devices of a network: of these sites, of these groups, or all of the organization. */
interface Area {
  readonly organizationId: string | undefined;
  readonly sites: ReadonlySet<string> | 'all';
  readonly groups: ReadonlySet<string> | null;
}

function areaOf({ level, placeId, value: { targets } }: NetworkSetting, belonging: Belonging): Area {
  const organizationId = level === 'organization' ? placeId : belonging.organizationOf(placeId);
  if (targets.kind === 'groups')
    return { organizationId, sites: new Set(), groups: new Set(targets.groupUUIDs) };
  if (level === 'site') return { organizationId, sites: new Set([placeId]), groups: null };
  return {
    organizationId,
    sites: targets.kind === 'all' ? 'all' : new Set(targets.siteUUIDs),
    groups: null,
  };
}

/** Whether a device can be in both. */
function meet(one: Area, other: Area, { siteOf }: Belonging): boolean {
  if (one.organizationId !== other.organizationId) return false;
  if (one.groups !== null && other.groups !== null) return !one.groups.isDisjointFrom(other.groups);
  const sitesOf = ({ sites, groups }: Area) =>
    groups === null ? sites : new Set([...groups].flatMap((id) => siteOf(id) ?? []));
  const [mine, theirs] = [sitesOf(one), sitesOf(other)];
  if (mine === 'all' || theirs === 'all') return true;
  return !mine.isDisjointFrom(theirs);
}
