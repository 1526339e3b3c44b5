import type {
  EffectiveSettings,
  EffectiveSwitch,
  KeptSettings,
} from '@airloom/contract/configuration/effective';
import type { PortField, PortValue } from '@airloom/contract/switches/port.rules';
import type { SwitchRoute } from '@airloom/contract/switches/switch.rules';
import {
  addressCuts,
  type CutField,
  cuttingFields,
  isDefaultRoute,
  type SwitchAddress,
  type UplinkCut,
} from '@airloom/contract/switches/uplink';
import type { SwitchPort } from './base-settings.ts';
import { settingsOf, without } from './contributors/switch-ports.ts';

/** Fields that belong together: one of them alone would make another port of it. */
const GROUPS: readonly (readonly PortField[])[] = [
  ['mode', 'vlan', 'allowedVlans'],
  ['speed', 'duplex'],
];

const NO_SWITCH: EffectiveSwitch = { ports: {}, modelPorts: [], vlans: null, routes: null, base: null };
const NOTHING_KEPT: KeptSettings = { ports: {} };
const NO_ADDRESS: SwitchAddress = { ip: '', mask: '', gateway: '' };

export interface Guarded {
  readonly effective: EffectiveSettings;
  /** What is kept as it was, because it may cut off the switch. */
  readonly cuts: readonly UplinkCut[];
}

/**
 * Settings for a switch that keep its way to the cloud as it is: what may cut it off stays as released before, unless a
 * person confirmed it. What was kept before stays so until it is edited or confirmed, whatever port is the uplink by then:
 * documents follow settings and not reports.
 */
export function guardUplink(
  ports: readonly SwitchPort[],
  released: EffectiveSettings,
  effective: EffectiveSettings,
  confirmed: readonly UplinkCut[] = [],
): Guarded {
  if (released.switch === undefined && effective.switch === undefined) return { effective, cuts: [] };
  const [before, after] = [released.switch ?? NO_SWITCH, effective.switch ?? NO_SWITCH];
  const kept: Record<string, KeptSettings['ports'][string]> = {};
  const cuts: UplinkCut[] = [];
  const names = ports.map(({ name }) => name);
  const isConfirmed = (port: string | null, field: CutField) =>
    confirmed.some((cut) => cut.port === port && cut.fields.includes(field));
  for (const port of ports) {
    const had = settingsOf(port.name, names, before).value;
    const wanted = settingsOf(port.name, names, after).value;
    const keptBefore = before.kept?.ports[port.name];
    const inForce =
      keptBefore === undefined ? had : { ...without(had, keptBefore.fields), ...keptBefore.value };
    const cutting = port.uplink === false ? [] : cuttingFields(inForce, wanted, port);
    const still = keptBefore?.fields.filter((field) => isSame(had[field], wanted[field])) ?? [];
    const open = [...new Set([...cutting, ...still])].filter((field) => !isConfirmed(port.name, field));
    const fields = together(open).filter((field) => !isSame(inForce[field], wanted[field]));
    if (fields.length === 0) continue;
    kept[port.name] = { fields, value: only(inForce, fields) };
    cuts.push({ port: port.name, fields: open.filter((field) => fields.includes(field)) });
  }
  const [from, to] = [wayOf(before), wayOf({ ...after, kept: NOTHING_KEPT })];
  const moved = addressCuts(from, to).filter((field) => !isConfirmed(null, field));
  if (moved.length > 0) cuts.push({ port: null, fields: moved });
  if (cuts.length === 0) return { effective: withoutKept(effective), cuts };
  return {
    effective: {
      ...effective,
      switch: {
        ...after,
        kept: {
          ports: kept,
          ...(moved.includes('ip') || moved.includes('gateway') ? { address: from.address } : {}),
          ...(moved.includes('defaultRoute') ? { defaultRoutes: from.defaultRoutes } : {}),
        },
      },
    },
    cuts,
  };
}

function withoutKept(effective: EffectiveSettings): EffectiveSettings {
  if (effective.switch?.kept === undefined) return effective;
  const { kept: _kept, ...own } = effective.switch;
  return { ...effective, switch: own };
}

function together(fields: readonly PortField[]): PortField[] {
  const groups = GROUPS.filter((group) => group.some((field) => fields.includes(field)));
  return [...new Set([...fields, ...groups.flat()])];
}

function only(value: PortValue, fields: readonly PortField[]): PortValue {
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.some((field) => field === name)));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** How a switch with these settings reaches the cloud. */
function wayOf({ base, routes, kept }: EffectiveSwitch): {
  readonly address: SwitchAddress;
  readonly defaultRoutes: readonly SwitchRoute[];
} {
  const { ip, mask, gateway } = base?.value ?? NO_ADDRESS;
  return {
    address: kept?.address ?? { ip, mask, gateway },
    defaultRoutes: kept?.defaultRoutes ?? (routes?.value ?? []).filter(isDefaultRoute),
  };
}
