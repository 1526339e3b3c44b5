import { childAt, isLinked, type Node, uplinkPort } from '../simulation/node.ts';

const CAPABILITIES = {
  ap: ['Bridge', 'WLAN Access Point'],
  smart: ['Bridge', 'WLAN Access Point'],
  ac: ['Bridge', 'Router'],
  gateway: ['Router'],
  switch: ['Bridge'],
  controller: ['Station'],
} as const;

function peer(node: Node, port: string): object {
  return {
    mac: node.mac,
    name: node.name,
    description: `${node.model.name} ${node.firmware}`,
    port_id: port,
    port_descr: port,
    management_ips: [node.ip],
    capability: CAPABILITIES[node.kind],
  };
}

/** LLDP neighbours of each linked port. */
export function peersOf(node: Node): {
  upstream: Record<string, object[]>;
  downstream: Record<string, object[]>;
} {
  const upstream: Record<string, object[]> = {};
  const downstream: Record<string, object[]> = {};
  const up = uplinkPort(node);
  if (node.parent?.isUp && node.parentPort !== null && isLinked(node, up)) {
    upstream[up] = [peer(node.parent, node.parentPort)];
  }
  for (const child of node.children) {
    if (child.parentPort === null || !isLinked(node, child.parentPort)) continue;
    downstream[child.parentPort] = [peer(child, uplinkPort(child))];
  }
  return { upstream, downstream };
}

/** Fibre between switches and to the gateway, copper elsewhere. */
export function speedOf(node: Node, port: string): number {
  const other = port === uplinkPort(node) ? node.parent : childAt(node, port);
  const kinds = [node.kind, other?.kind];
  if (kinds.every((kind) => kind === 'switch' || kind === 'gateway')) return 10_000;
  return other?.model.bands.includes('6G') || node.model.bands.includes('6G') ? 2500 : 1000;
}
