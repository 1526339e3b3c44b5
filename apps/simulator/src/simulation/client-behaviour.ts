import { colonMacOf } from '@airloom/device-protocol/identity';
import { clientSerial } from './addresses.ts';
import type { Client, ClientType } from './client.ts';
import { type Node, uplinkPort } from './node.ts';
import { Chance, hash } from './random.ts';

interface Habit {
  readonly hostnames: readonly string[];
  /** Never leaves the site. */
  readonly isStationary: boolean;
  /** Probability of roaming between two activities. */
  readonly roams: number;
  readonly activities: readonly Activity[];
}

interface Activity {
  readonly weight: number;
  /** Bytes per second. */
  readonly down: number;
  readonly up: number;
}

const IDLE = { weight: 5, down: 240, up: 90 };
const BROWSE = { weight: 3, down: 18_000, up: 2_500 };
const STREAM = { weight: 0.6, down: 380_000, up: 9_000 };
const CALL = { weight: 0.4, down: 130_000, up: 120_000 };
const UPLOAD = { weight: 0.15, down: 12_000, up: 310_000 };
const TELEMETRY = { weight: 1, down: 60, up: 140 };
const WATCH = { weight: 1, down: 2_000, up: 90_000 };
const PRINT = { weight: 0.3, down: 60_000, up: 1_500 };

const HABITS: Readonly<Record<ClientType, Habit>> = {
  phone: {
    hostnames: ['phone', 'mobile', 'handset'],
    isStationary: false,
    roams: 0.12,
    activities: [IDLE, IDLE, BROWSE, STREAM, CALL],
  },
  laptop: {
    hostnames: ['laptop', 'notebook', 'workbook'],
    isStationary: false,
    roams: 0.03,
    activities: [IDLE, BROWSE, STREAM, CALL, UPLOAD],
  },
  tablet: {
    hostnames: ['tablet', 'pad', 'slate'],
    isStationary: false,
    roams: 0.06,
    activities: [IDLE, BROWSE, STREAM],
  },
  sensor: {
    hostnames: ['sensor', 'meter', 'lock', 'thermostat'],
    isStationary: true,
    roams: 0,
    activities: [TELEMETRY],
  },
  camera: { hostnames: ['camera'], isStationary: true, roams: 0, activities: [WATCH] },
  printer: { hostnames: ['printer'], isStationary: true, roams: 0, activities: [IDLE, PRINT] },
  desktop: {
    hostnames: ['desktop', 'till', 'terminal'],
    isStationary: true,
    roams: 0,
    activities: [IDLE, BROWSE, UPLOAD],
  },
};

export function habitOf(client: Client): Habit {
  return HABITS[client.type];
}

export function nextActivity(client: Client): Activity {
  const { activities } = habitOf(client);
  let at = client.chance.next() * activities.reduce((sum, one) => sum + one.weight, 0);
  for (const activity of activities) {
    at -= activity.weight;
    if (at < 0) return activity;
  }
  return IDLE;
}

const WIRELESS: readonly ClientType[] = ['phone', 'phone', 'phone', 'laptop', 'laptop', 'tablet', 'sensor'];
const WIRED: readonly ClientType[] = ['camera', 'desktop', 'printer'];

export interface ClientGroup {
  readonly seed: number;
  readonly site: number;
  readonly firstClient: number;
  readonly buildings: number;
  readonly perAccessPoint: number;
}

/** All clients of a site: most wireless, a few at free ports of the access switches. */
export function createClients(group: ClientGroup, nodes: readonly Node[]): Client[] {
  const clients: Client[] = [];
  const add = (types: readonly ClientType[], wired: Client['wired']): Client => {
    const client = makeClient(group, clients.length, types, wired);
    clients.push(client);
    return client;
  };
  const accessPoints = nodes.filter((node) => node.radios.length > 0);
  for (let count = accessPoints.length * group.perAccessPoint; count > 0; count -= 1) add(WIRELESS, null);
  for (const node of nodes) {
    if (node.kind !== 'switch') continue;
    const used = new Set([uplinkPort(node), ...node.children.map((child) => child.parentPort)]);
    const free = node.ports.filter((port) => !used.has(port)).slice(-3);
    if (!node.children.some((child) => child.kind === 'switch')) {
      for (const port of free) node.hosts.set(port, add(WIRED, { node, port }));
    }
  }
  return clients;
}

function makeClient(
  group: ClientGroup,
  at: number,
  types: readonly ClientType[],
  wired: Client['wired'],
): Client {
  const chance = new Chance(hash('client', group.seed, group.site, at));
  const type = chance.of(types);
  return {
    mac: colonMacOf(clientSerial(group.seed, group.firstClient + at)),
    ip: `10.${64 + (group.site % 128)}.${100 + Math.floor(at / 250)}.${(at % 250) + 2}`,
    hostname: `${chance.of(HABITS[type].hostnames)}-${String(at + 1).padStart(3, '0')}`,
    type,
    network: chance.next() < 0.7 || HABITS[type].isStationary ? 0 : 1,
    building: wired?.node.building ?? chance.whole(0, group.buildings - 1),
    wired,
    chance,
    association: null,
    visit: 0,
    refusedUntil: 0,
    plan: 0,
    life: { down: 0, up: 0, seconds: 0, sessions: 0 },
  };
}
