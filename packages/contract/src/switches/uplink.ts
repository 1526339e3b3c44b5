import type { PortField, PortValue } from './port.rules.ts';
import { DEFAULT_VLAN } from './switch.rules.ts';

/** What is known about a port for the safety of the uplink. */
export interface KnownPort {
  readonly name: string;
  readonly uplink: boolean;
  readonly linked: boolean;
  /** Powers the device behind it: that is no uplink. */
  readonly deliversPower: boolean;
}

/** The ports that carry the connection to the cloud; where the switch names none, all that could. */
export function possibleUplinks(ports: readonly KnownPort[]): string[] {
  const named = ports.filter(({ uplink }) => uplink);
  const found = named.length > 0 ? named : ports.filter((one) => one.linked && !one.deliversPower);
  return found.map(({ name }) => name);
}

/** Fields by which a port would no longer carry the connection to the cloud, or the devices behind it. */
export function cuttingFields(value: PortValue): PortField[] {
  return [
    ...(value.enabled === false ? (['enabled'] as const) : []),
    // The other end may not agree to a fixed speed.
    ...(value.speed !== undefined && value.speed !== 'auto' ? (['speed'] as const) : []),
    ...(value.duplex === 'half' ? (['duplex'] as const) : []),
    ...(value.vlan !== undefined && value.vlan !== DEFAULT_VLAN ? (['vlan'] as const) : []),
    ...(value.poe === false ? (['poe'] as const) : []),
    ...(value.isolation === 'strict' ? (['isolation'] as const) : []),
    ...(value.dhcpTrusted === false ? (['dhcpTrusted'] as const) : []),
  ];
}
