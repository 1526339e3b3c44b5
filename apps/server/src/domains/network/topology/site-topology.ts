import type { InternetLink, TopologyLink, TopologyStranger } from '@airloom/contract/topology/topology.model';
import type { ManualLink, ReportedLinks } from './reported-links.ts';
import { type Placed, peerOf, type UplinkCandidate, uplinkCandidates } from './uplink-candidates.ts';
import { uplinkTreeOf } from './uplink-tree.ts';
import { type End, Ports, wiredLinksOf } from './wired-links.ts';

export interface SiteTopology {
  /** Device → parent, for devices that have one. */
  readonly parents: ReadonlyMap<string, string>;
  readonly links: readonly TopologyLink[];
  readonly internet: readonly InternetLink[];
}

/** Links and uplink tree of the devices of one site. */
export function siteTopologyOf(
  devices: readonly Placed[],
  reports: readonly ReportedLinks[],
  manualLinks: readonly ManualLink[],
): SiteTopology {
  // The uplink to the only gateway is an assumption, not a link.
  const candidates = uplinkCandidates(devices, reports, manualLinks).filter(
    ({ source }) => source !== 'gateway',
  );
  const wiredLinks = wiredLinksOf(devices, reports);
  const parents = uplinkTreeOf(devices, candidates, wiredLinks);
  const ports = new Ports(devices, reports);
  const isChild = childEnds(candidates, parents);
  return {
    parents,
    links: [
      ...wiredLinks.map((wiredLink): TopologyLink => {
        const [upper, lower] = isChild(wiredLink[0], wiredLink[1]) ? [wiredLink[1], wiredLink[0]] : wiredLink;
        return { linkUUID: null, kind: 'wired', ...endsOf(upper, lower), ...ports.stateOf(upper, lower) };
      }),
      ...byRadio(devices, reports),
      ...byManager(devices),
      ...manualLinks.map(({ id, upperId, lowerId, upperPort, lowerPort }): TopologyLink => {
        const upper = { deviceId: upperId, port: upperPort };
        const lower = { deviceId: lowerId, port: lowerPort };
        return { linkUUID: id, kind: 'manual', ...endsOf(upper, lower), ...ports.stateOf(upper, lower) };
      }),
    ],
    internet: internetOf(devices, reports, parents, ports),
  };
}

/** Uplinks of the gateways that no device of the site is above. */
function internetOf(
  devices: readonly Placed[],
  reports: readonly ReportedLinks[],
  parents: ReadonlyMap<string, string>,
  ports: Ports,
): InternetLink[] {
  const uplinkPorts = new Map(reports.map((report) => [report.deviceId, report.uplinkPorts]));
  return devices
    .filter(({ id, kind }) => kind === 'gateway' && !parents.has(id))
    .flatMap(({ id }) => {
      const names = uplinkPorts.get(id) ?? [];
      return (names.length === 0 ? [''] : names).map((port) => ({
        deviceUUID: id,
        port,
        ...ports.uplinkStateOf({ deviceId: id, port }),
      }));
    });
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
function childEnds(candidates: readonly UplinkCandidate[], parents: ReadonlyMap<string, string>) {
  const needed = new Set(candidates.map(({ child, parent }) => `${child} ${parent}`));
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const upper = parents.get(id);
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

const UNMEASURED = {
  linkUUID: null,
  upperPort: '',
  lowerPort: '',
  speedMbps: null,
  errors: null,
  downKbps: null,
  upKbps: null,
};

function byRadio(devices: readonly Placed[], reports: readonly ReportedLinks[]): TopologyLink[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  return reports.flatMap(({ deviceId, meshParent }): TopologyLink[] => {
    const leaf = byId.get(deviceId);
    const parent = meshParent === null ? undefined : bySerial.get(meshParent);
    if (leaf === undefined || parent === undefined || parent === leaf) return [];
    return [{ ...UNMEASURED, kind: 'mesh', upperUUID: parent.id, lowerUUID: leaf.id, isUp: isUpOf(leaf) }];
  });
}

function byManager(devices: readonly Placed[]): TopologyLink[] {
  const known = new Set(devices.map(({ id }) => id));
  return devices.flatMap((device): TopologyLink[] => {
    const { id, managedBy } = device;
    if (managedBy === null || !known.has(managedBy)) return [];
    return [{ ...UNMEASURED, kind: 'managed', upperUUID: managedBy, lowerUUID: id, isUp: isUpOf(device) }];
  });
}

/** Null: not known yet. */
function isUpOf({ away, neverConnected = false }: Placed): boolean | null {
  return neverConnected ? null : !away;
}

/** Neighbours that are not devices of the site, each once per port. */
export function strangersOf(
  devices: readonly Placed[],
  reports: readonly ReportedLinks[],
): TopologyStranger[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const strangers = new Map<string, TopologyStranger>();
  for (const { deviceId, links } of reports) {
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
