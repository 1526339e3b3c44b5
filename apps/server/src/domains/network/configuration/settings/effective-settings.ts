import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { EffectiveSettings, Origin } from '@airloom/contract/configuration/effective';
import { HIDDEN, shownValue, withoutSecrets } from '../edits/shown-value.ts';
import { type ReportedParts, switchValues } from './effective-switch.ts';

type Value = EffectiveView['values'][number];

/** Each value that applies to a device with its origin, beside what was verified. */
export function effectiveValues(
  effective: EffectiveSettings,
  verified: EffectiveSettings,
  reported: ReportedParts,
  nameOf: (origin: Origin) => string,
): Value[] {
  const row = (path: string, origin: Origin, value: unknown, before: unknown, byVersion = false): Value => ({
    path,
    value: withoutSecrets(value),
    origin: { level: origin.level, name: nameOf(origin) },
    // A secret that differs must not look the same.
    verified: value !== before && withoutSecrets(before) === HIDDEN ? null : withoutSecrets(before),
    byVersion,
  });
  const networks = effective.networks.flatMap(({ id, value, origin, overridden }) => {
    const before = verified.networks.find((network) => network.id === id);
    const shown = shownValue(value, () => undefined);
    const known = shownValue(before?.value ?? null, () => undefined);
    const origins: Readonly<Record<string, Origin | undefined>> = overridden;
    return Object.entries(shown).map(([field, part]) =>
      row(`wireless.${value.ssid}.${field}`, origins[field] ?? origin, part, known[field]),
    );
  });
  const known: Readonly<Record<string, EffectiveSettings['radios'][keyof EffectiveSettings['radios']]>> =
    verified.radios;
  const radios = Object.entries(effective.radios).flatMap(([band, radio]) => {
    const shown = shownValue(radio.value, () => undefined);
    const before = shownValue(known[band]?.value ?? null, () => undefined);
    const origins: Readonly<Record<string, Origin | undefined>> = radio.origins;
    return Object.entries(shown).flatMap(([field, part]) => {
      const origin = origins[field];
      return origin === undefined ? [] : [row(`radios.${band}.${field}`, origin, part, before[field])];
    });
  });
  const { bandSteering } = effective;
  const steering =
    bandSteering === null
      ? []
      : [row('radios.bandSteering', bandSteering.origin, bandSteering.value, verified.bandSteering?.value)];
  const { managementVlan: vlan } = effective;
  const management =
    vlan === undefined
      ? []
      : [row('managementVlan', vlan.origin, vlan.value, verified.managementVlan?.value)];
  return [
    ...networks,
    ...radios,
    ...steering,
    ...management,
    ...switchValues(effective, verified, reported, row),
  ];
}
