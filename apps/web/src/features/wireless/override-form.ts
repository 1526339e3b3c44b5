import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import {
  networkProblem,
  type WirelessNetwork,
  type WirelessOverride,
  wirelessOverrideInput,
} from '@airloom/contract/wireless/wireless-network.rules';

export const OVERRIDE_FIELDS = wirelessOverrideInput.keyof().options;
export type OverrideField = (typeof OVERRIDE_FIELDS)[number];

type SetFields = { [K in OverrideField]?: Exclude<WirelessOverride[K], undefined> };

/** Only what is set: a field without a value comes from the organization. */
export function setFields(values: WirelessOverride): SetFields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The rules of the fields, and those between them for the network with its overrides. */
export function overrideForm(network: WirelessNetwork) {
  return wirelessOverrideInput.check(({ value, issues }) => {
    const problem = networkProblem({ ...network, ...setFields(value) });
    if (problem === null) return;
    // A site cannot change the encryption; what does not fit to it are the bands.
    const field = OVERRIDE_FIELDS.find((name) => name === problem.field) ?? 'bands';
    issues.push({ code: 'custom', input: value, path: [field], message: problem.error });
  });
}
export type OverrideForm = ReturnType<typeof overrideForm>;

/** What an override begins with: the organization's value, except for a secret, which belongs to its network. */
export function initialOverride<K extends OverrideField>(
  field: K,
  network: WirelessNetwork,
): WirelessOverride[K] {
  const value: WirelessOverride = { ...network, password: '' };
  return value[field];
}

interface OverrideOf {
  networkUUID: string;
  siteUUID: string;
  stored: Pick<Setting, 'settingUUID' | 'version'> | null;
  values: WirelessOverride;
}

/** Null when there is nothing to override and nothing stored. Without fields a stored override is deleted. */
export function overrideEdit({ networkUUID, siteUUID, stored, values }: OverrideOf): SettingEdit | null {
  const value = setFields(values);
  const isEmpty = Object.keys(value).length === 0;
  if (isEmpty && stored === null) return null;
  return {
    kind: 'wirelessOverride',
    settingUUID: stored?.settingUUID ?? null,
    baseVersion: stored?.version ?? null,
    place: { level: 'site', uuid: siteUUID },
    networkUUID,
    value: isEmpty ? null : value,
  };
}
