import { isIpv4 } from './ipv4.ts';

function numberOf(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

function textOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

const ALL = 2 ** 32;

/** Length of the prefix of a mask; null where it is none. */
export function prefixLength(mask: string): number | null {
  if (!isIpv4(mask)) return null;
  const hosts = ALL - numberOf(mask);
  const bits = Math.log2(hosts);
  return Number.isInteger(bits) ? 32 - bits : null;
}

/** `255.255.255.0`: ones, then zeros. */
export function isSubnetMask(text: string): boolean {
  return prefixLength(text) !== null;
}

/** The address of the network that an address belongs to. */
export function networkAddress(address: string, mask: string): string {
  const hosts = ALL - numberOf(mask);
  return textOf(numberOf(address) - (numberOf(address) % hosts));
}

/** Whether an address can be that of a device: neither the address of its network nor the broadcast address. */
export function isHostAddress(address: string, mask: string): boolean {
  const hosts = ALL - numberOf(mask);
  const own = numberOf(address) % hosts;
  return hosts <= 2 || (own !== 0 && own !== hosts - 1);
}
