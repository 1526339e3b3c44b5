import type { Association, Client } from './client.ts';
import { type Network, type Node, networksOnAir, type Radio } from './node.ts';
import { signalAt } from './radio-propagation.ts';
import { hash } from './random.ts';

/** Where a client joins. */
export type AssociationTarget = Pick<Association, 'node' | 'radio' | 'network' | 'metres' | 'shadow'>;

const MOVE_METRES = 22;
const NEIGHBOURHOOD = 6;
/** Signal in dBm below which a client uses a lower band. */
const WEAK = -74;
/** The internal network and the one for guests. */
const FACTORY_NETWORKS = 2;

/** The best access point for the position of the client, other than the one it leaves. */
export function targetFor(
  client: Client,
  accessPoints: readonly Node[],
  leaving: Node | null,
): AssociationTarget | null {
  const home = client.chance.whole(0, Math.max(0, accessPoints.length - 1));
  const x = client.chance.between(-MOVE_METRES, MOVE_METRES) / 2;
  const y = client.chance.between(-MOVE_METRES, MOVE_METRES) / 2;
  const environment = accessPoints.slice(Math.max(0, home - NEIGHBOURHOOD), home + NEIGHBOURHOOD);
  const centre = accessPoints[home];
  let best: { readonly node: Node; readonly metres: number } | null = null;
  for (const node of environment) {
    if (!node.isUp || node === leaving || !isOpen(node) || !centre) continue;
    const metres = Math.hypot(node.x - centre.x - x, node.y - centre.y - y) + 1;
    if (best === null || metres < best.metres) best = { node, metres };
  }
  if (best === null) return null;
  const { node, metres } = best;
  const network = networkFor(client, node);
  const radios = node.radios.filter((radio) => hasRoom(radio) && network?.bands.includes(radio.band));
  const shadow = client.chance.between(-4, 10);
  const strong = radios.findLast((radio) => signalAt(radio.band, radio.txPower, metres, shadow) > WEAK);
  const radio = (client.type === 'sensor' ? radios[0] : strong) ?? radios[0];
  return radio && network ? { node, radio, network: network.name, metres, shadow } : null;
}

/** Whether clients can join any of its networks. */
function isOpen({ radios, networks }: Node): boolean {
  return radios.some((radio) => hasRoom(radio) && networks.some(({ bands }) => bands.includes(radio.band)));
}

function hasRoom({ isOn, clients, clientsMax }: Radio): boolean {
  return isOn && (clientsMax === null || clients.size < clientsMax);
}

/** Each client has one network of a device, so that it keeps it while it roams. */
function networkFor(client: Client, node: Node): Network | undefined {
  const networks = networksOnAir(node);
  const choice = networks.length <= FACTORY_NETWORKS ? client.network : hash('network', client.mac);
  return networks[choice % networks.length];
}

/** Whether the client keeps its network and radio after a change of the configuration. */
export function isStillServed(client: Client, { node, network, radio }: Association): boolean {
  if (radio === null) return true;
  const own = networkFor(client, node);
  const isFull = radio.clientsMax !== null && radio.clients.size > radio.clientsMax;
  return radio.isOn && !isFull && own?.name === network && own.bands.includes(radio.band);
}
