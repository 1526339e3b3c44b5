import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { LinkSample } from '@airloom/device-protocol/model';

/** A device among those of its site. */
export interface Placed {
  readonly id: string;
  readonly kind: DeviceKind;
  /** 12 lower-case hex digits. */
  readonly serial: string;
  readonly managedBy: string | null;
  /** The other half of its pair. */
  readonly haPeer: string | null;
  readonly away: boolean;
}

/** What a device last told of its neighbours. */
export interface Ties {
  readonly deviceId: string;
  readonly uplinkPorts: readonly string[];
  readonly links: readonly Pick<LinkSample, 'port' | 'peerMac' | 'peerPort'>[];
  readonly meshParent: string | null;
}

/** Whom each device needs to reach the cloud, the nearest first; nobody needs himself, by whatever way round. */
export type Uplinks = ReadonlyMap<string, readonly string[]>;

export function serialOf(mac: string): string {
  return mac.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
}

const NOBODY: readonly string[] = [];

/** How near a kind stands to the way out, where a link alone does not tell which end is up. */
const NEARNESS: Partial<Record<DeviceKind, number>> = { gateway: 0, switch: 1 };
const FARTHEST = 2;

function nearness(kind: DeviceKind): number {
  return NEARNESS[kind] ?? FARTHEST;
}

/**
 * Of the devices of one site. What comes first wins where two would need each other: who manages it, what the
 * device itself says of its way up, what others say of it, and the site's gateway where there is but one.
 */
export function uplinksOf(devices: readonly Placed[], ties: readonly Ties[]): Uplinks {
  const uplinks = new Map<string, string[]>(devices.map(({ id }) => [id, []]));
  for (const [below, above] of edgesOf(devices, ties)) {
    const own = uplinks.get(below);
    if (own === undefined || !uplinks.has(above) || own.includes(above)) continue;
    if (!needs(uplinks, above, below)) own.push(above);
  }
  return uplinks;
}

type Edge = readonly [below: string, above: string];

function edgesOf(devices: readonly Placed[], ties: readonly Ties[]): Edge[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const managed = devices.flatMap(({ id, managedBy }): Edge[] => {
    const manager = managedBy === null ? undefined : byId.get(managedBy);
    return manager === undefined || isStoodInFor(manager, byId) ? [] : [[id, manager.id]];
  });
  const own: Edge[] = [];
  const said: Edge[] = [];
  for (const { deviceId, uplinkPorts, links, meshParent } of ties) {
    const speaker = byId.get(deviceId);
    if (speaker === undefined) continue;
    const parent = meshParent === null ? undefined : bySerial.get(meshParent);
    if (parent !== undefined) own.push([deviceId, parent.id]);
    for (const { port, peerMac } of links) {
      const peer = bySerial.get(serialOf(peerMac));
      if (peer === undefined) continue;
      if (uplinkPorts.includes(port)) own.push([deviceId, peer.id]);
      else if (nearness(speaker.kind) < nearness(peer.kind)) said.push([peer.id, deviceId]);
    }
  }
  const gateways = devices.filter(({ kind }) => kind === 'gateway');
  const [gateway] = gateways;
  const out =
    gateway === undefined || gateways.length > 1 ? [] : devices.map(({ id }): Edge => [id, gateway.id]);
  return [...managed, ...own, ...said, ...out];
}

/** What one half of a pair managed, the other manages when that one is away. */
function isStoodInFor({ away, haPeer }: Placed, byId: ReadonlyMap<string, Placed>): boolean {
  return away && haPeer !== null && byId.get(haPeer)?.away === false;
}

/** Whether one needs the other, however many there are between; everyone needs himself. */
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

/** All it needs, however many there are between. */
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

/**
 * For each device that is away: which of those away speaks for it, as far up as the way is down, or null. Only
 * those of whom anybody would hear can speak. Whoever speaks for others speaks for himself too.
 */
export function speakersOf(
  away: ReadonlySet<string>,
  uplinks: Uplinks,
  heardOf: ReadonlySet<string>,
): ReadonlyMap<string, string | null> {
  const speakers = new Map<string, string | null>();
  const find = (id: string): string | null => {
    const known = speakers.get(id);
    if (known !== undefined) return known;
    for (const above of uplinks.get(id) ?? NOBODY) {
      const speaker = away.has(above) ? find(above) : null;
      if (speaker !== null) {
        speakers.set(id, speaker);
        return speaker;
      }
    }
    const own = heardOf.has(id) ? id : null;
    speakers.set(id, own);
    return own;
  };
  for (const id of away) find(id);
  return speakers;
}
