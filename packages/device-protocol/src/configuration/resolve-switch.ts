import type {
  EffectivePort,
  EffectiveSettings,
  EffectiveSwitch,
  Origin,
} from '@airloom/contract/configuration/effective';
import { portFieldsOf, type SwitchPortValue } from '@airloom/contract/switches/port.rules';
import { originOf, type PortProfileSetting, type Setting } from './stored-settings.ts';

/** The settings of a switch, from those that apply to it, the more specific level last. */
export function switchOf(applying: readonly Setting[], model: string): Pick<EffectiveSettings, 'switch'> {
  const profiles = applying.filter((setting) => setting.kind === 'portProfile');
  const ports = applying.findLast((setting) => setting.kind === 'switchPorts');
  const vlans = applying.findLast((setting) => setting.kind === 'switchVlans');
  const routes = applying.findLast((setting) => setting.kind === 'switchRoutes');
  const base = applying.findLast((setting) => setting.kind === 'switchBase');
  const modelPorts = profiles.flatMap((profile) => modelPortsOf(profile, model));
  const isEmpty = modelPorts.length === 0 && !ports && !vlans && !routes && !base;
  if (isEmpty) return {};
  return {
    switch: {
      ports: Object.fromEntries(
        (ports?.value.ports ?? []).map((one) => [
          one.port,
          portOf(one, ports === undefined ? null : originOf(ports), profiles),
        ]),
      ),
      modelPorts,
      vlans: vlans === undefined ? null : { value: vlans.value.vlans, origin: originOf(vlans) },
      routes: routes === undefined ? null : { value: routes.value.routes, origin: originOf(routes) },
      base: base === undefined ? null : { value: base.value, origin: originOf(base) },
    },
  };
}

function modelPortsOf(profile: PortProfileSetting, model: string): EffectiveSwitch['modelPorts'] {
  return profile.value.models
    .filter((one) => one.model === model)
    .map(({ ports }) => ({ ports, value: portFieldsOf(profile.value), origin: originOf(profile) }));
}

function originsOf(value: object, from: Origin | null): EffectivePort['origins'] {
  return from === null ? {} : Object.fromEntries(Object.keys(value).map((field) => [field, from]));
}

function portOf(
  own: SwitchPortValue,
  origin: Origin | null,
  profiles: readonly PortProfileSetting[],
): EffectivePort {
  const profile = profiles.find(({ id }) => id === own.profileUUID);
  const inherited = profile === undefined ? {} : portFieldsOf(profile.value);
  const fields = portFieldsOf(own);
  const label = own.label === undefined || own.label === '' ? {} : { label: own.label };
  return {
    ...label,
    value: { ...inherited, ...fields },
    origins: {
      ...originsOf(inherited, profile === undefined ? null : originOf(profile)),
      ...originsOf({ ...fields, ...label }, origin),
    },
  };
}
