import { type Json, numberIn, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import type { Node } from '../simulation/node.ts';
import { configuredNetworks } from './configured-networks.ts';
import { channelFaults, lackingRadios } from './configured-radios.ts';
import { refused, skipped } from './rejections.ts';
import { type Fault, schemaFaults } from './schema-faults.ts';
import { selectedPorts } from './selected-ports.ts';

export interface Verdict {
  /** 0 applied, 1 applied in part, 2 refused. */
  readonly error: 0 | 1 | 2;
  readonly rejected: readonly string[];
}

const VLAN_MAX = { ap: 4050, switch: 4094 } as const;
const SSID_MAX_BYTES = 32;

/** Wrong values refuse the document; parts that the device does not have are skipped and listed. */
export function verify(node: Node, document: Json): Verdict {
  const faults = faultsOf(node, document);
  if (faults.length > 0) return { error: 2, rejected: faults };
  const lacking = [
    ...lackingRadios(node, document),
    ...(node.radios.length === 0 ? [] : configuredNetworks(node, document).rejected),
    ...lackingPorts(node, document),
  ];
  return { error: lacking.length > 0 ? 1 : 0, rejected: lacking };
}

/** One per value. */
function faultsOf(node: Node, document: Json): string[] {
  const all = [...channelFaults(document), ...interfaceFaults(node, document), ...schemaFaults(document)];
  const byPath = new Map(all.toReversed().map(({ path, text }) => [path, text]));
  return [...new Set(all.flatMap(({ path }) => byPath.get(path) ?? []))];
}

function interfaceFaults(node: Node, document: Json): Fault[] {
  const most = VLAN_MAX[node.kind === 'switch' ? 'switch' : 'ap'];
  return recordsIn(document['interfaces']).flatMap((one, index) => {
    const path = `/interfaces/${index}`;
    const vlan = numberIn(recordIn(one['vlan'])['id']);
    const text = `Value must be lower than or equal to ${most}`;
    return [
      ...(vlan !== null && vlan > most
        ? [{ path: `${path}/vlan/id`, text: refused(`${path}/vlan/id`, text) }]
        : []),
      ...recordsIn(one['ssids']).flatMap((ssid, at) => nameFaults(ssid, `${path}/ssids/${at}/name`)),
    ];
  });
}

function nameFaults(ssid: Json, path: string): Fault[] {
  const length = Buffer.byteLength(textIn(ssid['name']) ?? '');
  const text = `String must have between 1 and ${SSID_MAX_BYTES} characters`;
  return length === 0 || length > SSID_MAX_BYTES ? [{ path, text: refused(path, text) }] : [];
}

function lackingPorts(node: Node, document: Json): string[] {
  return recordsIn(document['ethernet']).flatMap((entry, index) =>
    textsIn(entry['select-ports'])
      .filter((name) => selectedPorts(node, [name]).length === 0)
      .map((name) => skipped(`/ethernet/${index}/select-ports`, `${name} is no port of this device`)),
  );
}
