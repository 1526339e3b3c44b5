import type { EffectiveView, Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { Band } from '@airloom/contract/configuration/effective';
import { BANDS } from '@airloom/contract/devices/devices.model';
import type { RadioValue } from '@airloom/contract/wireless/radio.rules';
import { leaves } from '../../../shared/configuration/difference-words.ts';
import { fieldOf, fieldRank } from '../../../shared/configuration/field-paths.ts';

export type EffectiveValue = EffectiveView['values'][number];

export interface EffectiveGroup {
  readonly key: string;
  /** All null: settings of the whole device. */
  readonly network: string | null;
  readonly port: string | null;
  readonly band: Band | null;
  readonly values: readonly EffectiveValue[];
}

/** Values by network and radio, in the order of the forms. Objects become one value for each of their parts. */
export function groupValues(values: readonly EffectiveValue[]): EffectiveGroup[] {
  const single = values.flatMap((one) =>
    leaves({ path: one.path, before: one.verified, after: one.value }).map(({ path, before, after }) => ({
      path,
      value: after,
      origin: one.origin,
      verified: before,
      byVersion: one.byVersion,
    })),
  );
  const groups = Map.groupBy(single, ({ path }) => {
    const place = fieldOf(path);
    return JSON.stringify([place?.network ?? null, place?.band ?? null, place?.port ?? null]);
  });
  return [...groups].map(([key, members]) => {
    const place = fieldOf(members[0]?.path ?? '');
    const sorted = members.toSorted((one, other) => fieldRank(one.path) - fieldRank(other.path));
    return {
      key,
      network: place?.network ?? null,
      band: place?.band ?? null,
      port: place?.port ?? null,
      values: sorted,
    };
  });
}

/** Not yet shown by a report of the device. */
export function isPending({ value, verified }: Pick<EffectiveValue, 'value' | 'verified'>): boolean {
  return JSON.stringify(value) !== JSON.stringify(verified);
}

/** A radio without one of its values; undefined where none is left. */
function without(radio: RadioValue, name: string | null): RadioValue | undefined {
  const kept = Object.entries(radio).filter(([own]) => own !== name);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The edit that removes one value from the radio settings of a device; null where there is none. */
export function withoutOverride({ settingUUID, version, edit }: Setting, path: string): SettingEdit | null {
  if (edit.kind !== 'radios' || edit.value === null) return null;
  const base = { ...edit, settingUUID, baseVersion: version };
  const { bands, bandSteering } = edit.value;
  const [, band, name = ''] = /^radios\.(2G|5G|6G)\.([^.[]+)/.exec(path) ?? [];
  const steering = path.endsWith('bandSteering');
  const kept = BANDS.flatMap((own) => {
    const rest = without(bands[own] ?? {}, own === band ? name : null);
    return rest === undefined ? [] : [[own, rest] as const];
  });
  const keepsSteering = bandSteering !== undefined && !steering;
  if (kept.length === 0 && !keepsSteering) return { ...base, value: null };
  return {
    ...base,
    value: { bands: Object.fromEntries(kept), ...(keepsSteering ? { bandSteering } : {}) },
  };
}
