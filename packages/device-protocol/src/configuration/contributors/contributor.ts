import type { Band, EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { Unsupported } from '@airloom/contract/configuration/unsupported';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
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
