type Octets = readonly [number, number, number, number];

/** Parts with a leading zero are refused: some systems read them as octal, and 010.0.0.1 is then another host. */
const IPV4 = /^(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})$/;

function octetsOf(text: string): Octets | null {
  const match = IPV4.exec(text);
  if (!match) return null;
  const octets: Octets = [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4])];
  return octets.every((octet) => octet < 256) ? octets : null;
}

export function isIpv4(text: string): boolean {
  return octetsOf(text) !== null;
}

/**
 * Addresses no auth server and no proxied device may have: 0.0.0.0/8, loopback 127/8, link-local 169.254/16
 * (where clouds keep their metadata), multicast 224/4 and the broadcast address. Text that is no IPv4 address
 * at all is not reserved either: check `isIpv4` first.
 */
export function isReservedIpv4(text: string): boolean {
  const octets = octetsOf(text);
  if (!octets) return false;
  const [first, second] = octets;
  return (
    first === 0 ||
    first === 127 ||
    (first === 169 && second === 254) ||
    (first >= 224 && first <= 239) ||
    octets.every((octet) => octet === 255)
  );
}
