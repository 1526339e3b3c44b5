import type {
  Band,
  EffectiveNetwork,
  EffectiveRadio,
  EffectiveSettings,
  StoredNetwork,
} from '@airloom/contract/configuration/effective';
import { LEVELS, type Level } from '@airloom/contract/configuration/levels';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { BANDS } from '@airloom/contract/devices/devices.model';
import type { RadioValue } from '@airloom/contract/wireless/radio.rules';
import { switchOf } from './resolve-switch.ts';
import { originOf, type RadioSetting, type Setting } from './stored-settings.ts';

export type { NetworkOverride, NetworkSetting, RadioSetting, Setting } from './stored-settings.ts';

/** Where a device stands. */
export interface DevicePlace {
  readonly organizationId: string;
  readonly siteId: string;
  readonly groupId: string | null;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly model: string;
}

/** The settings that apply to a device, from those of its account. The order of `settings` does not matter. */
export function resolve(settings: readonly Setting[], place: DevicePlace): EffectiveSettings {
  const applying = settings
    .filter(({ level, placeId }) => placeId === placeAt(place, level))
    .toSorted(
      (one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) || compare(one.id, other.id),
    );
  const radios = applying.filter((setting) => setting.kind === 'radios');
  return {
    networks: networksOf(applying, place),
    radios: Object.fromEntries(
      BANDS.flatMap((band): [Band, EffectiveRadio][] => {
        const radio = radioOf(radios, band);
        return radio === null ? [] : [[band, radio]];
      }),
    ),
    bandSteering: steeringOf(radios),
    ...managementVlanOf(applying),
    ...(place.kind === 'switch' ? switchOf(applying, place.model) : {}),
  };
}

function placeAt(place: DevicePlace, level: Level): string | null {
  if (level === 'organization') return place.organizationId;
  if (level === 'site') return place.siteId;
  return level === 'group' ? place.groupId : place.deviceId;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function networksOf(applying: readonly Setting[], place: DevicePlace): EffectiveNetwork[] {
  const overrides = applying.filter((setting) => setting.kind === 'wirelessOverride');
  return applying
    .filter((setting) => setting.kind === 'wirelessNetwork')
    .filter(({ value }) => isTarget(value.targets, place))
    .map((network) => {
      const { targets: _targets, ...own } = network.value;
      let value = own;
      let overridden: EffectiveNetwork['overridden'] = {};
      for (const override of overrides.filter(({ networkId }) => networkId === network.id)) {
        value = { ...value, ...override.value };
        const origin = originOf(override);
        const fields = Object.keys(override.value).map((field) => [field, origin]);
        overridden = { ...overridden, ...Object.fromEntries(fields) };
      }
      return { id: network.id, value, origin: originOf(network), overridden };
    });
}

function isTarget(targets: StoredNetwork['targets'], { siteId, groupId }: DevicePlace): boolean {
  if (targets.kind === 'all') return true;
  if (targets.kind === 'sites') return targets.siteUUIDs.includes(siteId);
  return groupId !== null && targets.groupUUIDs.includes(groupId);
}

/** Merged field by field, the more specific level last. */
function radioOf(settings: readonly RadioSetting[], band: Band): EffectiveRadio | null {
  let value: RadioValue = {};
  let origins: EffectiveRadio['origins'] = {};
  for (const setting of settings) {
    const own = setting.value.bands[band];
    if (own === undefined) continue;
    value = { ...value, ...own };
    const origin = originOf(setting);
    origins = { ...origins, ...Object.fromEntries(Object.keys(own).map((field) => [field, origin])) };
  }
  return Object.keys(value).length === 0 ? null : { value, origins };
}

function steeringOf(settings: readonly RadioSetting[]): EffectiveSettings['bandSteering'] {
  const last = settings.findLast(({ value }) => value.bandSteering !== undefined);
  return last?.value.bandSteering === undefined
    ? null
    : { value: last.value.bandSteering, origin: originOf(last) };
}

function managementVlanOf(applying: readonly Setting[]): Pick<EffectiveSettings, 'managementVlan'> {
  const last = applying.findLast((setting) => setting.kind === 'managementVlan');
  return last === undefined
    ? {}
    : { managementVlan: { value: last.value.managementVlan, origin: originOf(last) } };
}
