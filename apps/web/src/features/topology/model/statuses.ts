import { type DeviceStatus, isConnected } from '@airloom/contract/devices/devices.states';
import type { Topology, TopologyNode } from '@airloom/contract/topology/topology.model';

/** Applies status changes; unchanged devices stay the same objects, so that they are not rendered again. */
export function withStatuses(topology: Topology, statuses: ReadonlyMap<string, DeviceStatus>): Topology {
  let touched = false;
  const nodes = topology.nodes.map((node): TopologyNode => {
    const status = statuses.get(node.deviceUUID) ?? node.status;
    if (status === node.status) return node;
    touched = true;
    return { ...node, status, clients: !isConnected(status) && node.clients !== null ? 0 : node.clients };
  });
  return touched ? { ...topology, nodes } : topology;
}
