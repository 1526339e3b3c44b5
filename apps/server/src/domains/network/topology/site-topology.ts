import type { TopologyLink, TopologyStranger } from '@airloom/contract/topology/topology.model';
import type { DrawnLink, Told } from './reported-links.ts';
import { type Placed, peerOf, type Way, waysUp } from './uplink-candidates.ts';
import { uppersOf } from './uplink-tree.ts';
import { cablesOf, type End, Ports } from './wired-links.ts';

export interface Picture {
  /** Device → parent, for devices that have one. */
  readonly uppers: ReadonlyMap<string, string>;
  readonly links: readonly TopologyLink[];
}

/** Links and uplink tree of the devices of one site. */
export function pictureOf(
  devices: readonly Placed[],
  told: readonly Told[],
  drawn: readonly DrawnLink[],
): Picture {
  // The uplink to the only gateway is an assumption, not a link.
  const ways = waysUp(devices, told, drawn).filter(({ source }) => source !== 'out');
  const cables = cablesOf(devices, told);
  const uppers = uppersOf(devices, ways, cables);
  const ports = new Ports(devices, told);
  const isLower = lowerEnds(ways, uppers);
  return {
    uppers,
    links: [
      ...cables.map((cable): TopologyLink => {
        const [upper, lower] = isLower(cable[0], cable[1]) ? [cable[1], cable[0]] : cable;
        return { linkUUID: null, kind: 'wired', ...endsOf(upper, lower), ...ports.stateOf(cable) };
      }),
      ...byRadio(devices, told),
      ...byManager(devices),
      ...drawn.map(({ id, upperId, lowerId, upperPort, lowerPort }): TopologyLink => {
        const upper = { deviceId: upperId, port: upperPort };
        const lower = { deviceId: lowerId, port: lowerPort };
        return { linkUUID: id, kind: 'manual', ...endsOf(upper, lower), ...ports.stateOf([upper, lower]) };
      }),
    ],
  };
}

function endsOf(upper: End, lower: End) {
  return {
    upperUUID: upper.deviceId,
    lowerUUID: lower.deviceId,
    upperPort: upper.port,
    lowerPort: lower.port,
  };
}

/** Whether the first end of a wired link is the child: by the uplinks, else by the depth in the tree. */
function lowerEnds(ways: readonly Way[], uppers: ReadonlyMap<string, string>) {
  const needed = new Set(ways.map(({ below, above }) => `${below} ${above}`));
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const upper = uppers.get(id);
    const depth = upper === undefined ? 0 : depthOf(upper) + 1;
    depths.set(id, depth);
    return depth;
  };
  return ({ deviceId: one }: End, { deviceId: other }: End): boolean => {
    if (needed.has(`${one} ${other}`)) return true;
    if (needed.has(`${other} ${one}`)) return false;
    return depthOf(one) > depthOf(other);
  };
}

const UNMEASURED = { linkUUID: null, upperPort: '', lowerPort: '', speedMbps: null, errors: null };

function byRadio(devices: readonly Placed[], told: readonly Told[]): TopologyLink[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  return told.flatMap(({ deviceId, meshParent }): TopologyLink[] => {
    const leaf = byId.get(deviceId);
    const parent = meshParent === null ? undefined : bySerial.get(meshParent);
    if (leaf === undefined || parent === undefined || parent === leaf) return [];
    return [{ ...UNMEASURED, kind: 'mesh', upperUUID: parent.id, lowerUUID: leaf.id, isUp: !leaf.away }];
  });
}

function byManager(devices: readonly Placed[]): TopologyLink[] {
  const known = new Set(devices.map(({ id }) => id));
  return devices.flatMap(({ id, managedBy, away }): TopologyLink[] =>
    managedBy === null || !known.has(managedBy)
      ? []
      : [{ ...UNMEASURED, kind: 'managed', upperUUID: managedBy, lowerUUID: id, isUp: !away }],
  );
}

/** Neighbours that are not devices of the site, each once per port. */
export function strangersOf(devices: readonly Placed[], told: readonly Told[]): TopologyStranger[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const strangers = new Map<string, TopologyStranger>();
  for (const { deviceId, links } of told) {
    for (const { port, peerMac, peerName, peerDescription } of links) {
      if (peerOf(bySerial, peerMac) !== undefined) continue;
      strangers.set(`${deviceId} ${port} ${peerMac}`, {
        mac: peerMac,
        name: peerName,
        description: peerDescription,
        besideUUID: deviceId,
        port,
      });
    }
  }
  return [...strangers.values()];
}
