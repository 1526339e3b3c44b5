import { type Json, numberIn, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import type { ConfiguredPort, Node, StaticRoute } from '../simulation/node.ts';
import { selectedPorts } from './selected-ports.ts';

/** Applies VLANs, fixed speeds, isolation and routes of a document to a switch. */
export function applySwitching(node: Node, document: Json): void {
  if (Array.isArray(document['ethernet'])) node.configuredPorts = configuredPorts(node, document);
  const isolation = recordIn(recordIn(document['switch'])['port-isolation']);
  node.isolatedPorts = recordsIn(isolation['sessions']).flatMap((session) =>
    selectedPorts(node, textsIn(recordIn(session['downlink'])['interface-list'])),
  );
  node.staticRoutes = recordsIn(document['interfaces']).flatMap((one) =>
    recordsIn(recordIn(one['ipv4'])['gateway']).map(
      (route): StaticRoute => ({
        prefix: textIn(route['prefix']) ?? '',
        nextHop: textIn(route['nexthop']) ?? '',
        metric: numberIn(route['metric']) ?? 0,
      }),
    ),
  );
}

function configuredPorts(node: Node, document: Json): Map<string, ConfiguredPort> {
  const untagged = new Map<string, number>();
  const tagged = new Map<string, number[]>();
  for (const one of recordsIn(document['interfaces'])) {
    const vlan = numberIn(recordIn(one['vlan'])['id']);
    if (vlan === null) continue;
    for (const entry of recordsIn(one['ethernet'])) {
      for (const port of selectedPorts(node, textsIn(entry['select-ports']))) {
        if (entry['vlan-tag'] === 'tagged') tagged.set(port, [...(tagged.get(port) ?? []), vlan]);
        else untagged.set(port, vlan);
      }
    }
  }
  return new Map(
    recordsIn(document['ethernet']).flatMap((entry) =>
      selectedPorts(node, textsIn(entry['select-ports'])).map((port) => [
        port,
        {
          speedMbps: entry['autoneg'] === false ? numberIn(entry['speed']) : null,
          duplex: textIn(entry['duplex']) ?? 'full',
          vlan: untagged.get(port) ?? null,
          tagged: tagged.get(port) ?? [],
        },
      ]),
    ),
  );
}
