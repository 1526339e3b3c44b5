import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import type { Radios, RadioValue } from '@airloom/contract/wireless/radio.rules';

export type Band = keyof Radios['bands'];

/** A value of a level above, with the name of its place. */
export interface Inherited<T> {
  value: T;
  from: string;
}

const NO_RADIOS: Radios = { bands: {} };

export function radiosIn(setting: Setting | null): Radios {
  return setting?.edit.kind === 'radios' ? (setting.edit.value ?? NO_RADIOS) : NO_RADIOS;
}

/** The nearest level above that sets it. `above` begins with the most general. */
function nearest<T>(
  above: readonly Setting[],
  valueIn: (radios: Radios) => T | undefined,
): Inherited<T> | null {
  for (const setting of above.toReversed()) {
    const value = valueIn(radiosIn(setting));
    if (value !== undefined) return { value, from: setting.place.name };
  }
  return null;
}

export function inheritedField<K extends keyof RadioValue>(
  above: readonly Setting[],
  band: Band,
  field: K,
): Inherited<RadioValue[K]> | null {
  return nearest<RadioValue[K]>(above, (radios) => radios.bands[band]?.[field]);
}

export function inheritedSteering(above: readonly Setting[]): Inherited<boolean> | null {
  return nearest(above, (radios) => radios.bandSteering);
}

/** Undefined resets the field: its value comes from the level above again. */
export function withField<K extends keyof RadioValue>(
  bands: Radios['bands'],
  band: Band,
  field: K,
  value: RadioValue[K] | undefined,
): Radios['bands'] {
  const { [field]: _, ...others } = bands[band] ?? {};
  const next: RadioValue = value === undefined ? others : { ...others, [field]: value };
  const { [band]: __, ...rest } = bands;
  return Object.keys(next).length === 0 ? rest : { ...rest, [band]: next };
}

/** Without any setting of a band. */
export function withoutBand(bands: Radios['bands'], band: Band): Radios['bands'] {
  const { [band]: _, ...rest } = bands;
  return rest;
}

interface RadiosOf {
  place: SettingPlace;
  stored: Pick<Setting, 'settingUUID' | 'version'> | null;
  values: Radios;
}

/** Null when nothing is set and nothing stored. Without values the stored setting is deleted. */
export function radiosEdit({ place, stored, values }: RadiosOf): SettingEdit | null {
  const { bands, bandSteering } = values;
  const isEmpty = Object.keys(bands).length === 0 && bandSteering === undefined;
  if (isEmpty && stored === null) return null;
  return {
    kind: 'radios',
    settingUUID: stored?.settingUUID ?? null,
    baseVersion: stored?.version ?? null,
    place,
    value: isEmpty ? null : { bands, ...(bandSteering === undefined ? {} : { bandSteering }) },
  };
}
