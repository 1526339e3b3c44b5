import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { GuestAccessKind, SettingPlace } from '@airloom/contract/configuration/edits';
import { LEVELS } from '@airloom/contract/configuration/levels';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { SettingRow } from '../../settings/index.ts';
import { shownValue, withoutSecrets } from '../edits/shown-value.ts';

interface DevicePlace {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly siteId: string;
  readonly organizationId: string;
}

/** Guests connect through access points, controllers and gateways; gateways authenticate them. */
const OF_DEVICE_KIND: Readonly<Record<GuestAccessKind, (kind: DeviceKind) => boolean>> = {
  whitelist: (kind) => kind !== 'switch',
  gatewayAuth: (kind) => kind === 'gateway',
};

/** The guest access settings of a device. The list of a site replaces that of its organization. */
export function guestAccessValues(
  rows: readonly SettingRow[],
  device: DevicePlace,
  kinds: readonly GuestAccessKind[],
  nameOf: (level: SettingPlace['level']) => string,
): EffectiveView['values'] {
  const places = [device.organizationId, device.siteId, device.id];
  return kinds
    .filter((kind) => OF_DEVICE_KIND[kind](device.kind))
    .flatMap((kind) => {
      const applying = rows
        .filter((row) => row.kind === kind && places.includes(row.placeId))
        .toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level))
        .at(-1);
      if (applying === undefined) return [];
      const origin = { level: applying.level, name: nameOf(applying.level) };
      return Object.entries(shownValue(applying.value, () => undefined)).map(([field, value]) => ({
        path: `${kind}.${field}`,
        value: withoutSecrets(value),
        origin,
        verified: null,
        byVersion: false,
        ofGuestAccess: true,
      }));
    });
}
