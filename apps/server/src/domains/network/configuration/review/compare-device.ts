import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { ReviewedDevice } from '@airloom/contract/configuration/configuration.model';
import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { Unsupported } from '@airloom/contract/configuration/unsupported';
import { type ConfigurationSource, canBuildConfiguration, compileFor } from '../../devices/index.ts';
import { shownDifferences } from '../edits/shown-value.ts';
import { shownDocument } from './shown-document.ts';

export interface SkippableDevice {
  readonly observeOnly: boolean;
  readonly managedBy: string | null;
  readonly configurationState: string;
}

/** Why a device is left out of changes; null when it takes part. */
export function skipReasonOf(
  device: SkippableDevice,
  source: Pick<ConfigurationSource, 'abilities' | 'kind' | 'reported_ports'> | undefined,
): SkipReason | null {
  if (device.observeOnly) return 'observeOnly';
  if (device.managedBy !== null) return 'underController';
  if (device.configurationState === 'unmanaged') return 'notManaged';
  return source !== undefined && source.abilities !== null && canBuildConfiguration(source)
    ? null
    : 'notReported';
}

export type Comparison = Pick<ReviewedDevice, 'differences' | 'more' | 'unsupported'>;

export const NOTHING: Comparison = { differences: [], more: 0, unsupported: [] };

/** What a device would be sent, compared with what was released for it. Null: nothing new. */
export function compareDevice(
  source: ConfigurationSource,
  after: EffectiveSettings,
  nameOf: (settingId: string) => string,
): Comparison | null {
  const version = source.version ?? 1;
  const before = compileFor(source, source.released_settings ?? NO_SETTINGS, version);
  const compiled = compileFor(source, after, version);
  const all = shownDifferences(shownDocument(before.document), shownDocument(compiled.document));
  const isSame =
    all.length === 0 && JSON.stringify(before.unsupported) === JSON.stringify(compiled.unsupported);
  if (isSame) return null;
  const differences = all.slice(0, CONFIGURATION_LIMITS.differencesMax);
  return {
    differences,
    more: all.length - differences.length,
    unsupported: shownUnsupported(compiled.unsupported, nameOf),
  };
}

export function shownUnsupported(
  unsupported: readonly Unsupported[],
  nameOf: (settingId: string) => string,
): Comparison['unsupported'] {
  return unsupported.map(({ settingId, reason, band, instead }) => ({
    name: settingId === null ? '' : nameOf(settingId),
    reason,
    band,
    instead,
  }));
}
