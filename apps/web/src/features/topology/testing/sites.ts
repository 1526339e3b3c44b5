import type {
  LinkKind,
  Topology,
  TopologyLink,
  TopologyNode,
} from '@airloom/contract/topology/topology.model';

export function node(
  id: string,
  upper: string | null = null,
  given: Partial<TopologyNode> = {},
): TopologyNode {
  return {
    deviceUUID: id,
    kind: 'ap',
    name: id,
    model: '',
    mac: '',
    status: 'online',
    virtual: false,
    clients: 0,
    alarms: 0,
    groupName: '',
    upperUUID: upper,
    ...given,
  };
}

export function link(
  upperUUID: string,
  lowerUUID: string,
  kind: LinkKind = 'wired',
  given: Partial<TopologyLink> = {},
): TopologyLink {
  const state = {
    linkUUID: null,
    upperPort: '',
    lowerPort: '',
    speedMbps: null,
    errors: null,
    isUp: true,
    downKbps: null,
    upKbps: null,
  };
  return { upperUUID, lowerUUID, kind, ...state, ...given };
}

export function topology(given: Partial<Topology>): Topology {
  const nodes = given.nodes ?? [];
  return {
    at: '2026-01-01T00:00:00Z',
    total: nodes.length,
    nodes,
    links: [],
    internet: [],
    places: [],
    strangers: [],
    ...given,
  };
}

/** A gateway with `switches` switches of `each` access points. */
export function campus(switches: number, each: number): TopologyNode[] {
  return [
    node('gw', null, { kind: 'gateway' }),
    ...Array.from({ length: switches }, (_, at) => [
      node(`sw${at}`, 'gw', { kind: 'switch' }),
      ...Array.from({ length: each }, (_one, below) => node(`ap${at}-${below}`, `sw${at}`)),
    ]).flat(),
  ];
}
