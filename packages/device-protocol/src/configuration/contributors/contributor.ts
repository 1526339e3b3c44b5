import type { Band, EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { Unsupported } from '@airloom/contract/configuration/unsupported';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { bandRule } from '@airloom/contract/wireless/regulatory';
import type { Abilities } from '../../model.ts';
import type { BaseSettings } from '../base-settings.ts';
import type { ConfigurationDocument } from '../document.ts';

export interface CompileInput {
  readonly kind: DeviceKind;
  readonly base: BaseSettings;
  readonly abilities: Abilities;
  readonly effective: EffectiveSettings;
  /** Networks that are off at this time of the day. */
  readonly offNetworks: ReadonlySet<string>;
}

/** Reports a setting that the device cannot express. */
export type Report = (unsupported: Unsupported) => void;

/** Makes one part of the document. Pure: the same input gives the same bytes. */
export type Contributor = (input: CompileInput, report: Report) => Partial<ConfigurationDocument>;

export function bandsOf({ radios }: Abilities): readonly Band[] {
  return [...new Set(radios.flatMap(({ bands }) => bands))];
}

/** Null: unknown, then the device decides. */
export function countryOf({ base, abilities }: Pick<CompileInput, 'base' | 'abilities'>): string | null {
  return base.country ?? abilities.country;
}

/** Why a band cannot be used on a device with these bands; null when it can. */
export function bandProblem(
  band: Band,
  own: readonly Band[],
  country: string | null,
): 'noRadio' | 'bandNotAllowed' | null {
  if (!own.includes(band)) return 'noRadio';
  return country !== null && bandRule(country, band) === null ? 'bandNotAllowed' : null;
}
