import type { LearnedAddresses } from '../model.ts';
import { colonMac, textOf, wholeWithin } from './figures.ts';
import type { DeviceState } from './state-schema.ts';

const ADDRESSES_MAX = 8_192;
const VLAN_MAX = 4_094;

/** The table is `{ port: { vlan: [address] } }` with other fields beside the ports. */
export function macTableOf(state: DeviceState): LearnedAddresses[] {
  const table = state['mac-forwarding-table'] ?? state['mac-address-list'] ?? {};
  const learned: LearnedAddresses[] = [];
  let left = ADDRESSES_MAX;
  for (const [port, vlans] of Object.entries(table)) {
    if (typeof vlans !== 'object' || vlans === null || Array.isArray(vlans)) continue;
    for (const [vlan, addresses] of Object.entries(vlans)) {
      const macs = macsIn(addresses, left);
      if (macs.length === 0) continue;
      left -= macs.length;
      learned.push({ port: textOf(port), vlan: wholeWithin(Number(vlan), 1, VLAN_MAX), macs });
    }
  }
  return learned;
}

function macsIn(addresses: unknown, atMost: number): string[] {
  if (!Array.isArray(addresses)) return [];
  const macs = addresses
    .slice(0, atMost)
    .flatMap((address: unknown) => (typeof address === 'string' ? (colonMac(address) ?? []) : []));
  return [...new Set(macs)];
}
