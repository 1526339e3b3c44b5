import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { LinkSample } from '@airloom/device-protocol/model';

/** A device and its position among the devices of its site. */
export interface Placed {
  readonly id: string;
  readonly kind: DeviceKind;
  /** 12 lower-case hex digits. */
  readonly serial: string;
  readonly managedBy: string | null;
  /** The other device of its high-availability pair. */
  readonly haPeer: string | null;
  readonly away: boolean;
  /** Away because it never connected: the state of its links is not known. */
  readonly neverConnected?: boolean;
}

/** Neighbours in the latest report of a device. */
export interface ReportedNeighbours {
  readonly deviceId: string;
  readonly uplinkPorts: readonly string[];
  readonly links: readonly Pick<LinkSample, 'port' | 'peerMac' | 'peerPort'>[];
  readonly meshParent: string | null;
}

/** A manual link. */
export interface Drawn {
  readonly lowerId: string;
  readonly upperId: string;
}

/**
 * managed: its controller · own: reported by the device · peer: reported by others · manual: by a person ·
 * gateway: assumed.
 */
export type CandidateSource = 'managed' | 'own' | 'peer' | 'manual' | 'gateway';

/** One device needs another one to reach the cloud. */
export interface UplinkCandidate {
  readonly child: string;
  readonly parent: string;
  readonly source: CandidateSource;
}

/** Devices that each device needs to reach the cloud, the nearest first; free of cycles. */
export type Uplinks = ReadonlyMap<string, readonly string[]>;

export function serialOf(mac: string): string {
  return mac.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
}

const NONE: readonly string[] = [];

/** Distance of a kind from the internet, for links without a reported direction. */
const NEARNESS: Partial<Record<DeviceKind, number>> = { gateway: 0, switch: 1 };
const FARTHEST = 2;

export function nearness(kind: DeviceKind): number {
  return NEARNESS[kind] ?? FARTHEST;
}

export function uplinksOf(
  devices: readonly Placed[],
  reports: readonly ReportedNeighbours[],
  manualLinks: readonly Drawn[],
): Uplinks {
  const candidates = Map.groupBy(uplinkCandidates(devices, reports, manualLinks), ({ child }) => child);
  return new Map(devices.map(({ id }) => [id, (candidates.get(id) ?? []).map(({ parent }) => parent)]));
}

/**
 * Uplink candidates of the devices of one site. The first one wins where two would form a cycle: the controller, the
 * device's own report, reports of others, a manual link where nothing is reported, and the gateway of a site with
 * exactly one.
 */
export function uplinkCandidates(
  devices: readonly Placed[],
  reports: readonly ReportedNeighbours[],
  manualLinks: readonly Drawn[],
): readonly UplinkCandidate[] {
  const uplinks = new Map<string, string[]>(devices.map(({ id }) => [id, []]));
  const accepted: UplinkCandidate[] = [];
  for (const candidate of allCandidates(devices, reports, manualLinks)) {
    const own = uplinks.get(candidate.child);
    if (own === undefined || !uplinks.has(candidate.parent) || own.includes(candidate.parent)) continue;
    if (needs(uplinks, candidate.parent, candidate.child)) continue;
    own.push(candidate.parent);
    accepted.push(candidate);
  }
  return accepted;
}

function allCandidates(
  devices: readonly Placed[],
  reports: readonly ReportedNeighbours[],
  manualLinks: readonly Drawn[],
): UplinkCandidate[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const managed = devices.flatMap(({ id, managedBy }): UplinkCandidate[] => {
    const controller = managedBy === null ? undefined : byId.get(managedBy);
    if (controller === undefined || isReplacedByPeer(controller, byId)) return [];
    return [{ child: id, parent: controller.id, source: 'managed' }];
  });
  const own: UplinkCandidate[] = [];
  const byPeers: UplinkCandidate[] = [];
  for (const { deviceId, uplinkPorts, links, meshParent } of reports) {
    const reporter = byId.get(deviceId);
    if (reporter === undefined) continue;
    const parent = meshParent === null ? undefined : bySerial.get(meshParent);
    if (parent !== undefined) own.push({ child: deviceId, parent: parent.id, source: 'own' });
    for (const { port, peerMac } of links) {
      const peer = peerOf(bySerial, peerMac);
      if (peer === undefined) continue;
      if (uplinkPorts.includes(port)) own.push({ child: deviceId, parent: peer.id, source: 'own' });
      else if (nearness(reporter.kind) < nearness(peer.kind)) {
        byPeers.push({ child: peer.id, parent: deviceId, source: 'peer' });
      }
    }
  }
  const reported = new Set([...own, ...byPeers].map(({ child }) => child));
  const manual = manualLinks
    .filter(({ lowerId }) => !reported.has(lowerId))
    .map(({ lowerId, upperId }): UplinkCandidate => ({ child: lowerId, parent: upperId, source: 'manual' }));
  const gateways = devices.filter(({ kind }) => kind === 'gateway');
  const [gateway] = gateways;
  const out =
    gateway === undefined || gateways.length > 1
      ? []
      : devices.map(({ id }): UplinkCandidate => ({ child: id, parent: gateway.id, source: 'gateway' }));
  return [...managed, ...own, ...byPeers, ...manual, ...out];
}

/** The device that a neighbour's address belongs to. */
export function peerOf<D>(bySerial: ReadonlyMap<string, D>, peerMac: string): D | undefined {
  return bySerial.get(serialOf(peerMac));
}

/** Whether the other device of its pair is online instead of it and manages its members. */
function isReplacedByPeer({ away, haPeer }: Placed, byId: ReadonlyMap<string, Placed>): boolean {
  return away && haPeer !== null && byId.get(haPeer)?.away === false;
}

/** Whether a device needs another one, directly or indirectly; every device needs itself. */
function needs(uplinks: Uplinks, one: string, other: string): boolean {
  const neighbour = new Set<string>();
  const open = [one];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === other) return true;
    if (neighbour.has(id)) continue;
    neighbour.add(id);
    open.push(...(uplinks.get(id) ?? NONE));
  }
  return false;
}

/** All devices upstream of a device. */
export function upstreamOf(uplinks: Uplinks, id: string): ReadonlySet<string> {
  const parent = new Set<string>();
  const open = [...(uplinks.get(id) ?? NONE)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (parent.has(one)) continue;
    parent.add(one);
    open.push(...(uplinks.get(one) ?? NONE));
  }
  return parent;
}
