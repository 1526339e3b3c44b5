import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { ReviewedDevice } from '@airloom/contract/configuration/configuration.model';
import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { Unsupported } from '@airloom/contract/configuration/unsupported';
import type { UplinkCut } from '@airloom/contract/switches/uplink';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import {
  type ConfigurationSource,
  canBuildConfiguration,
  compileFor,
  deliveredOf,
  guarded,
  isPending,
  offNetworksIn,
  releasedOf,
  timedNetworks,
} from '../../devices/index.ts';
import { shownDifferences, shownList } from '../edits/shown-value.ts';
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

/** What a device would be sent, compared with what it has. Null: nothing new. `confirmed`: what may cut it off. */
export function compareDevice(
  source: ConfigurationSource,
  effective: EffectiveSettings,
  nameOf: (settingId: string) => string,
  confirmed: readonly UplinkCut[],
): Comparison | null {
  const { effective: after } = guarded(source, effective, confirmed);
  const delivered = deliveredOf(source);
  const version = delivered?.uuid ?? source.version ?? 1;
  const released = releasedOf(source);
  const off = delivered === null ? undefined : offNetworksIn(source, released, delivered);
  const before = compileFor(source, released, version, off);
  const compiled = compileFor(source, after, version, off);
  const isSame =
    !isPending(source, effective, confirmed) &&
    JSON.stringify(before.unsupported) === JSON.stringify(compiled.unsupported);
  if (isSame) return null;
  const had = delivered ?? before.document;
  const all = shownDifferences(
    {
      ...shownDocument(had),
      wireless: shownOffTimes(released, compileFor(source, released, version).document),
    },
    {
      ...shownDocument(compiled.document),
      wireless: shownOffTimes(after, compileFor(source, after, version).document),
    },
  );
  const differences = all.slice(0, CONFIGURATION_LIMITS.differencesMax);
  return {
    differences,
    more: all.length - differences.length,
    unsupported: shownUnsupported(compiled.unsupported, nameOf),
  };
}

/** A document does not contain them: another one is sent when a network goes off. */
function shownOffTimes(settings: EffectiveSettings, document: ConfigurationDocument): object {
  return Object.fromEntries(
    timedNetworks(settings, document).map(({ value: { ssid, offTimes } }) => [
      `${ssid}.offTimes`,
      shownList(offTimes),
    ]),
  );
}

export function shownUnsupported(
  unsupported: readonly Unsupported[],
  nameOf: (settingId: string) => string,
): Comparison['unsupported'] {
  return unsupported.map(({ settingId, reason, band, port = null, instead }) => ({
    name: settingId === null ? '' : nameOf(settingId),
    reason,
    band,
    port,
    instead,
  }));
}
