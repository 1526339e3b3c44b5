import { colonMacOf } from '@airloom/device-protocol/identity';
import type { Band } from '@airloom/device-protocol/model';
import { deviceSerial, serialNumber } from './addresses.ts';
import { FACTORY_INTERFACES, factoryNetworks, factoryRadio } from './factory-settings.ts';
import { type DeviceKind, MODELS, type Model, THIN_AP } from './models.ts';
import { NO_BASELINE, type Node, type Radio } from './node.ts';
import { type Place, ROOMS } from './places.ts';
import { Chance, hash, pick } from './random.ts';

export type KindCounts = Readonly<Record<DeviceKind, number>>;

export interface SitePlan {
  readonly seed: number;
  readonly index: number;
  readonly place: Place;
  readonly counts: KindCounts;
  /** Fixed model per kind; otherwise random. */
  readonly models?: Partial<Record<DeviceKind, Model>>;
  /** Index of its first device in the simulation. */
  readonly firstDevice: number;
  readonly startedAt: number;
}

const THIN_PER_CONTROLLER = 3;
const HALL_METRES = 14;

function times<T>(count: number, each: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

/** The devices of a site as one topology: gateway, core switch, access switches, access points. */
export function layOut(plan: SitePlan): Node[] {
  const nodes: Node[] = [];
  const make = (kind: DeviceKind, name: string, building = 0, model?: Model): Node => {
    const node = makeNode(plan, nodes.length, kind, name, building, model);
    nodes.push(node);
    return node;
  };
  const { counts, place } = plan;

  const gateways = times(counts.gateway, (index) => make('gateway', `GW-${index + 1}`));
  const switches = times(counts.switch, (index) =>
    make('switch', index === 0 ? 'SW-Core' : `SW-Access-${index}`, index % place.buildings.length),
  );
  const gateway = gateways[0] ?? null;
  const core = switches[0] ?? gateway;
  const access = switches.length > 1 ? switches.slice(1) : switches;
  attach(switches[0], gateway);
  for (const [index, one] of switches.entries()) if (index > 0) attach(one, switches[0] ?? null);
  for (const [index, one] of gateways.entries()) if (index > 0) attach(one, core);

  const controllers = times(counts.ac, (index) => make('ac', `AC-${index + 1}`));
  for (const one of controllers) attach(one, core);
  pairUp(controllers);
  const imControllers = times(counts.controller, (index) => make('controller', `IMC-${index + 1}`));
  for (const one of imControllers) attach(one, core);

  const hang = (node: Node, index: number): void => {
    attach(node, access[index % Math.max(1, access.length)] ?? core);
  };
  let hung = 0;
  for (const node of times(counts.ap, (index) => makeAp(make, place, 'ap', index))) hang(node, hung++);
  hangMesh(
    times(counts.smart, (index) => makeAp(make, place, 'smart', index)),
    (node) => hang(node, hung++),
  );
  for (const manager of managersOf(controllers, gateway, imControllers, counts)) {
    for (const node of times(THIN_PER_CONTROLLER, (index) => makeAp(make, place, 'ap', index, THIN_AP))) {
      node.manager = manager;
      manager.members.push(node);
      hang(node, hung++);
    }
  }
  for (const node of nodes) {
    const wired = node.kind === 'switch' && !node.children.some((child) => child.kind === 'switch') ? 4 : 0;
    node.ports = node.model.ports(
      node.children.filter((child) => child.parentPort !== null).length + 1 + wired,
    );
  }
  return nodes;
}

/** Devices that manage access points: all controllers and half of the gateways. */
function managersOf(acs: Node[], gateway: Node | null, others: Node[], counts: KindCounts): Node[] {
  const active = acs.filter((ac) => ac.pair === null || ac.pair.role === 'active');
  const alone = gateway && counts.ac + counts.controller === 0 && gateway.site % 2 === 1 ? [gateway] : [];
  return [...active, ...others, ...alone];
}

function makeAp(
  make: (kind: DeviceKind, name: string, building: number, model?: Model) => Node,
  place: Place,
  kind: 'ap' | 'smart',
  index: number,
  model?: Model,
): Node {
  const building = index % place.buildings.length;
  const room = pick(ROOMS, ((index * 5) % ROOMS.length) / ROOMS.length).replaceAll(' ', '');
  const house = (place.buildings[building] ?? '').replaceAll(' ', '');
  const prefix = model === THIN_AP ? 'TAP' : kind === 'ap' ? 'AP' : 'MESH';
  return make(kind, `${prefix}-${house}-${room}-${index + 1}`, building, model);
}

function pairUp(controllers: readonly Node[]): void {
  for (let at = 0; at + 1 < controllers.length; at += 2) {
    const [active, standby] = [controllers[at], controllers[at + 1]];
    if (!active || !standby) continue;
    active.pair = { peer: standby, role: 'active' };
    standby.pair = { peer: active, role: 'standby' };
  }
}

/** Mesh chains of three: the first is wired, the second connects to it, the third to the second. */
function hangMesh(nodes: readonly Node[], wire: (node: Node) => void): void {
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    if (index % 3 === 0 || !before) {
      wire(node);
      continue;
    }
    node.parent = before;
    before.children.push(node);
  }
}

/** The next free port; the first port is the uplink. */
function attach(node: Node | undefined, parent: Node | null): void {
  if (!node || !parent || node === parent) return;
  const taken = parent.children.filter((child) => child.parentPort !== null).length;
  const ports = parent.model.ports(taken + 2);
  node.parent = parent;
  node.parentPort = ports[taken + 1] ?? null;
  parent.children.push(node);
}

function makeNode(
  plan: SitePlan,
  index: number,
  kind: DeviceKind,
  name: string,
  building: number,
  fixedModel: Model | undefined,
): Node {
  const { seed, place } = plan;
  const chance = new Chance(hash('device', seed, plan.index, index));
  const model = fixedModel ?? plan.models?.[kind] ?? chance.of(MODELS[kind]);
  const serial = deviceSerial(seed, plan.firstDevice + index);
  return {
    index,
    kind,
    model,
    serial,
    mac: colonMacOf(serial),
    sn: serialNumber(kind, chance),
    site: plan.index,
    building,
    x: (index % 4) * HALL_METRES + chance.between(0, HALL_METRES / 2),
    y: (Math.floor(index / 4) % 5) * HALL_METRES + chance.between(0, HALL_METRES / 2),
    ip: `10.${64 + (plan.index % 128)}.${Math.floor(index / 200)}.${(index % 200) + 2}`,
    key: hash('noise', seed, plan.index, index),
    factoryName: name,
    name,
    firmware: model.firmware,
    manager: null,
    members: [],
    pair: null,
    parent: null,
    parentPort: null,
    children: [],
    hosts: new Map(),
    ports: [],
    radios: model.bands.map((band, at) => makeRadio(band, at, index)),
    networks: factoryNetworks(place.kind, model),
    hasFactoryNetworks: true,
    interfaces: FACTORY_INTERFACES,
    staticAddress: null,
    portsOff: new Set(),
    fixedPorts: new Set(),
    configuredPorts: null,
    isolatedPorts: [],
    staticRoutes: [],
    powerOff: new Set(),
    isUp: true,
    startedAt: plan.startedAt - chance.whole(3600, 20 * 86_400) * 1000,
    ranMs: 0,
    hostEnded: new Map(),
    baseline: NO_BASELINE,
  };
}

function makeRadio(band: Band, index: number, at: number): Radio {
  return { index, band, ...factoryRadio(band, at), ended: new Map(), clients: new Set() };
}
