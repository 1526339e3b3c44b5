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
}

/** Neighbours in the latest report of a device. */
export interface Ties {
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

/** managed: its controller · own: reported by the device · said: reported by others · drawn: manual · out: assumed gateway. */
export type WaySource = 'managed' | 'own' | 'said' | 'drawn' | 'out';

/** One device needs another one to reach the cloud. */
export interface Way {
  readonly below: string;
  readonly above: string;
  readonly source: WaySource;
}

/** Devices that each device needs to reach the cloud, the nearest first; free of cycles. */
export type Uplinks = ReadonlyMap<string, readonly string[]>;

export function serialOf(mac: string): string {
  return mac.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
}

const NOBODY: readonly string[] = [];

/** Distance of a kind from the internet, for links without a reported direction. */
const NEARNESS: Partial<Record<DeviceKind, number>> = { gateway: 0, switch: 1 };
const FARTHEST = 2;

export function nearness(kind: DeviceKind): number {
  return NEARNESS[kind] ?? FARTHEST;
}

export function uplinksOf(
  devices: readonly Placed[],
  ties: readonly Ties[],
  drawn: readonly Drawn[],
): Uplinks {
  const ways = Map.groupBy(waysUp(devices, ties, drawn), ({ below }) => below);
  return new Map(devices.map(({ id }) => [id, (ways.get(id) ?? []).map(({ above }) => above)]));
}

/**
 * Uplink candidates of the devices of one site. The first one wins where two would form a cycle: the controller, the
 * device's own report, reports of others, a manual link where nothing is reported, and the gateway of a site with
 * exactly one.
 */
export function waysUp(
  devices: readonly Placed[],
  ties: readonly Ties[],
  drawn: readonly Drawn[],
): readonly Way[] {
  const uplinks = new Map<string, string[]>(devices.map(({ id }) => [id, []]));
  const kept: Way[] = [];
  for (const way of claimsOf(devices, ties, drawn)) {
    const own = uplinks.get(way.below);
    if (own === undefined || !uplinks.has(way.above) || own.includes(way.above)) continue;
    if (needs(uplinks, way.above, way.below)) continue;
    own.push(way.above);
    kept.push(way);
  }
  return kept;
}

function claimsOf(devices: readonly Placed[], ties: readonly Ties[], drawn: readonly Drawn[]): Way[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const managed = devices.flatMap(({ id, managedBy }): Way[] => {
    const manager = managedBy === null ? undefined : byId.get(managedBy);
    if (manager === undefined || isStoodInFor(manager, byId)) return [];
    return [{ below: id, above: manager.id, source: 'managed' }];
  });
  const own: Way[] = [];
  const said: Way[] = [];
  for (const { deviceId, uplinkPorts, links, meshParent } of ties) {
    const speaker = byId.get(deviceId);
    if (speaker === undefined) continue;
    const parent = meshParent === null ? undefined : bySerial.get(meshParent);
    if (parent !== undefined) own.push({ below: deviceId, above: parent.id, source: 'own' });
    for (const { port, peerMac } of links) {
      const peer = peerOf(bySerial, peerMac);
      if (peer === undefined) continue;
      if (uplinkPorts.includes(port)) own.push({ below: deviceId, above: peer.id, source: 'own' });
      else if (nearness(speaker.kind) < nearness(peer.kind)) {
        said.push({ below: peer.id, above: deviceId, source: 'said' });
      }
    }
  }
  const told = new Set([...own, ...said].map(({ below }) => below));
  const byHand = drawn
    .filter(({ lowerId }) => !told.has(lowerId))
    .map(({ lowerId, upperId }): Way => ({ below: lowerId, above: upperId, source: 'drawn' }));
  const gateways = devices.filter(({ kind }) => kind === 'gateway');
  const [gateway] = gateways;
  const out =
    gateway === undefined || gateways.length > 1
      ? []
      : devices.map(({ id }): Way => ({ below: id, above: gateway.id, source: 'out' }));
  return [...managed, ...own, ...said, ...byHand, ...out];
}

/** The device that a neighbour's address belongs to. */
export function peerOf<D>(bySerial: ReadonlyMap<string, D>, peerMac: string): D | undefined {
  return bySerial.get(serialOf(peerMac));
}

/** Whether the other device of its pair is online instead of it and manages its members. */
function isStoodInFor({ away, haPeer }: Placed, byId: ReadonlyMap<string, Placed>): boolean {
  return away && haPeer !== null && byId.get(haPeer)?.away === false;
}

/** Whether a device needs another one, directly or indirectly; every device needs itself. */
function needs(uplinks: Uplinks, one: string, other: string): boolean {
  const seen = new Set<string>();
  const open = [one];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === other) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(uplinks.get(id) ?? NOBODY));
  }
  return false;
}

/** All devices upstream of a device. */
export function aboveOf(uplinks: Uplinks, id: string): ReadonlySet<string> {
  const above = new Set<string>();
  const open = [...(uplinks.get(id) ?? NOBODY)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (above.has(one)) continue;
    above.add(one);
    open.push(...(uplinks.get(one) ?? NOBODY));
  }
  return above;
}
