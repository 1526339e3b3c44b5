import type { Band } from '@airloom/device-protocol/model';
import { type Json, numberIn, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import type { Network, Node } from '../simulation/node.ts';
import { skipped } from './rejections.ts';

const NETWORKS_PER_RADIO = 8;
/** 6 GHz allows only WPA3 and enhanced open. */
const NOT_AT_6_GHZ: readonly unknown[] = ['none', 'psk2', 'sae-mixed', 'wpa3-mixed'];

export interface ConfiguredNetworks {
  /** Names as in its reports: role, position, VLAN. */
  readonly interfaces: readonly string[];
  readonly networks: readonly Network[];
  /** Whether the document names networks; the device may be unable to broadcast them. */
  readonly areNamed: boolean;
  readonly rejected: readonly string[];
}

/** What the radios of a device broadcast with this document. */
export function configuredNetworks(node: Node, document: Json): ConfiguredNetworks {
  const networks: Network[] = [];
  const rejected: string[] = [];
  const all = recordsIn(document['interfaces']);
  for (const [interfaceIndex, one] of all.entries()) {
    for (const [ssidIndex, ssid] of recordsIn(one['ssids']).entries()) {
      const path = `/interfaces/${interfaceIndex}/ssids/${ssidIndex}`;
      const name = textIn(ssid['name']) ?? '';
      const bands = bandsOf(node, ssid).filter((band) => {
        const reason = reasonAgainst(node, networks, ssid, band);
        if (reason !== null) rejected.push(skipped(`${path}/wifi-bands`, `${band}: ${reason}`));
        return (
          reason === null && !networks.some((other) => other.name === name && other.bands.includes(band))
        );
      });
      if (bands.length > 0) networks.push({ name, bands, interfaceIndex, ssidIndex });
    }
  }
  const areNamed = all.some((one) => recordsIn(one['ssids']).length > 0);
  return { interfaces: all.map(interfaceName), networks, areNamed, rejected };
}

function interfaceName(one: Json, index: number): string {
  const role = one['role'] === 'downstream' ? 'down' : 'up';
  return `${role}${index}v${numberIn(recordIn(one['vlan'])['id']) ?? 0}`;
}

/** All bands of the device, unless the document names some. */
function bandsOf(node: Node, ssid: Json): readonly Band[] {
  const wanted = textsIn(ssid['wifi-bands']);
  const bands: readonly Band[] = ['2G', '5G', '6G'];
  return wanted.length === 0 ? node.model.bands : bands.filter((band) => wanted.includes(band));
}

function reasonAgainst(node: Node, networks: readonly Network[], ssid: Json, band: Band): string | null {
  if (!node.model.bands.includes(band)) return 'no radio of this band';
  if (band === '6G' && NOT_AT_6_GHZ.includes(recordIn(ssid['encryption'])['proto']))
    return 'encryption is not allowed in this band';
  const count = networks.filter(({ bands }) => bands.includes(band)).length;
  return count < NETWORKS_PER_RADIO ? null : `more than ${NETWORKS_PER_RADIO} networks on this radio`;
}
