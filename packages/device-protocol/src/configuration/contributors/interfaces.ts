import type { InterfaceSettings, SsidSettings } from '../document.ts';
import type { CompileInput, Contributor, Report } from './contributor.ts';
import { privateVlans, ssidsOf } from './ssids.ts';
import { switchInterfaces } from './switch-interfaces.ts';

const REACHED_BY = ['lldp', 'ssh'];

/** The uplink, which keeps the device reachable, and one interface for each other VLAN that networks use. */
export const interfaces: Contributor = (input, report) => {
  if (input.kind === 'switch') return { interfaces: switchInterfaces(input, REACHED_BY) };
  return { interfaces: wirelessInterfaces(input, report) };
};

function wirelessInterfaces(input: CompileInput, report: Report): InterfaceSettings[] {
  const management = input.base.managementVlan;
  const byVlan = ssidsOf(input, report);
  const onUplink = byVlan.get(management) ?? [];
  // Clients of an untagged network must not get into the management VLAN.
  const untagged = management === null ? [] : (byVlan.get(null) ?? []);
  const vlans = new Set([...byVlan.keys(), ...privateVlans(byVlan)].filter((vlan) => vlan !== null));
  vlans.delete(management ?? 0);
  return [
    { ...uplink(management), ...(onUplink.length === 0 ? {} : { ssids: onUplink }) },
    ...(untagged.length === 0 ? [] : [bridge('UNTAGGED', null, untagged)]),
    ...[...vlans]
      .toSorted((one, other) => one - other)
      .map((vlan) => bridge(`VLAN${vlan}`, vlan, byVlan.get(vlan) ?? [])),
  ];
}

function uplink(vlan: number | null): InterfaceSettings {
  return {
    name: 'WAN',
    role: 'upstream',
    services: REACHED_BY,
    ...(vlan === null ? {} : { vlan: { id: vlan, proto: '802.1q' } }),
    ethernet: [{ 'select-ports': ['WAN*'] }],
    ipv4: { addressing: 'dynamic' },
  };
}

/** Bridges its networks to a VLAN of the uplink, or to what is untagged there; the device has no address there. */
function bridge(name: string, vlan: number | null, ssids: readonly SsidSettings[]): InterfaceSettings {
  return {
    name,
    role: 'upstream',
    services: [],
    ...(vlan === null ? {} : { vlan: { id: vlan, proto: '802.1q' } }),
    ethernet: [{ 'select-ports': ['WAN*'], 'vlan-tag': vlan === null ? 'un-tagged' : 'tagged' }],
    ipv4: { addressing: 'none' },
    ...(ssids.length === 0 ? {} : { ssids }),
  };
}
