import type { EffectiveSwitch, Origin } from '@airloom/contract/configuration/effective';
import type { PortField, PortValue } from '@airloom/contract/switches/port.rules';
import { portsInRange } from '@airloom/contract/switches/port-range';
import { DEFAULT_VLAN } from '@airloom/contract/switches/switch.rules';
import type { SwitchPort } from '../base-settings.ts';
import type { CompileInput, Report } from './contributor.ts';

/** A port with the settings that the switch gets. */
export interface WantedPort extends SwitchPort {
  readonly label: string;
  readonly value: PortValue;
}

/** The part of the input that the ports depend on. */
interface PortInput {
  readonly base: Pick<CompileInput['base'], 'switchPorts'>;
  readonly effective: CompileInput['effective'];
}

const POE_FIELDS: readonly PortField[] = ['poe', 'poeLimitWatts', 'poePriority'];

type Origins = Readonly<Partial<Record<PortField | 'label', Origin>>>;

/** All ports of a switch with their settings. What a port cannot do, or must not, is reported. */
export function wantedPorts({ base, effective }: PortInput, report: Report): WantedPort[] {
  const own = effective.switch;
  const names = base.switchPorts.map(({ name }) => name);
  for (const [port, { origins }] of Object.entries(own?.ports ?? {}))
    if (!names.includes(port))
      report({
        settingId: Object.values(origins)[0]?.settingId ?? null,
        reason: 'noSuchPort',
        band: null,
        port,
        instead: null,
      });
  return base.switchPorts.map((port) => {
    const { value: wanted, origins, label } = settingsOf(port.name, names, own);
    const kept = own?.kept?.ports[port.name];
    const value = kept === undefined ? wanted : { ...without(wanted, kept.fields), ...kept.value };
    const isOptical = port.optical === true;
    const refused =
      port.poe === null || isOptical ? POE_FIELDS.filter((field) => value[field] !== undefined) : [];
    complain('noPoe', refused);
    // A profile is for many ports: of these optical ones are not disabled.
    const skipped: readonly PortField[] =
      isOptical && value.enabled === false && origins.enabled?.level !== 'device' ? ['enabled'] : [];
    complain('opticalSkipped', skipped);
    const protectedFields = kept?.fields.filter((field) => wanted[field] !== undefined) ?? [];
    complain(
      'uplinkProtected',
      protectedFields.filter((field) => !refused.includes(field) && !skipped.includes(field)),
    );
    return { ...port, label, value: without(value, [...refused, ...skipped]) };

    function complain(
      reason: 'noPoe' | 'opticalSkipped' | 'uplinkProtected',
      fields: readonly PortField[],
    ): void {
      const [first] = fields;
      if (first === undefined) return;
      report({
        settingId: origins[first]?.settingId ?? null,
        reason,
        band: null,
        port: port.name,
        instead: null,
      });
    }
  });
}

/** Settings of the port itself win over those of its model. */
export function settingsOf(
  name: string,
  names: readonly string[],
  own: EffectiveSwitch | undefined,
): { readonly value: PortValue; readonly origins: Origins; readonly label: string } {
  let value: PortValue = {};
  let origins: Origins = {};
  for (const one of own?.modelPorts ?? []) {
    if (!portsInRange(names, one.ports).includes(name)) continue;
    value = { ...value, ...one.value };
    origins = {
      ...origins,
      ...Object.fromEntries(Object.keys(one.value).map((field) => [field, one.origin])),
    };
  }
  const port = own?.ports[name];
  return {
    value: { ...value, ...port?.value },
    origins: { ...origins, ...port?.origins },
    label: port?.label ?? '',
  };
}

export function without(value: PortValue, fields: readonly PortField[]): PortValue {
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !fields.some((field) => field === name)),
  );
}

/** VLAN of its untagged frames. */
export function untaggedVlan({ value }: WantedPort): number {
  return value.vlan ?? DEFAULT_VLAN;
}

export function taggedVlans(port: WantedPort): readonly number[] {
  const { mode, allowedVlans = [] } = port.value;
  return mode === 'trunk' ? allowedVlans.filter((vlan) => vlan !== untaggedVlan(port)) : [];
}

/** Once one port is not trusted, the switch checks DHCP on all of them; the others stay trusted. */
export function snoopsDhcp(ports: readonly WantedPort[]): boolean {
  return ports.some(({ value }) => value.dhcpTrusted === false);
}
