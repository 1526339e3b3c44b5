import { displayMac, isMac } from '@airloom/contract/formats/network/mac';
import type { privateKey } from '@airloom/contract/wireless/wireless-network.rules';
import type { z } from 'zod';

export type PrivateKey = z.input<typeof privateKey>;

interface Read {
  keys: PrivateKey[];
  /** Numbers, from 1, of lines that are no key. */
  unread: number[];
}

/** Name, key, then in any order a MAC address and a VLAN ID. */
function keyIn(line: string): PrivateKey | null {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  const [name = '', key = '', ...rest] = line.split(separator).map((part) => part.trim());
  const more = rest.filter((part) => part !== '').map(displayMac);
  const macs = more.filter(isMac);
  const vlans = more.filter((part) => /^\d{1,4}$/.test(part));
  const known = macs.length + vlans.length === more.length && macs.length < 2 && vlans.length < 2;
  if (name === '' || key === '' || !known) return null;
  return { name, key, mac: macs[0] ?? '', vlan: vlans[0] === undefined ? null : Number(vlans[0]) };
}

/** Keys of pasted lines, as they come from a spreadsheet or a CSV file. */
export function pastedKeys(text: string): Read {
  const keys: PrivateKey[] = [];
  const unread: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const key = keyIn(line);
    if (key) keys.push(key);
    else unread.push(index + 1);
  }
  return { keys, unread };
}

/** Names are unique: a pasted key replaces the one of the same name. */
export function withKeys(known: readonly PrivateKey[], added: readonly PrivateKey[]): PrivateKey[] {
  const byName = new Map(known.map((key) => [key.name.toLowerCase(), key]));
  for (const key of added) byName.set(key.name.toLowerCase(), key);
  return [...byName.values()];
}
