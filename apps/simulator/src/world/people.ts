import { colonMacOf } from '@airloom/device-protocol/identity';
import type { Client, ClientType } from './client.ts';
import { type Node, uplinkPort } from './node.ts';
import { clientSerial } from './numbering.ts';
import { Chance, hash } from './random.ts';

interface Habit {
  readonly hostnames: readonly string[];
  /** It never leaves. */
  readonly stays: boolean;
  /** How likely it walks to another access point between two things it does. */
  readonly roams: number;
  readonly does: readonly Activity[];
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
const TELL = { weight: 1, down: 60, up: 140 };
const WATCH = { weight: 1, down: 2_000, up: 90_000 };
const PRINT = { weight: 0.3, down: 60_000, up: 1_500 };

const HABITS: Readonly<Record<ClientType, Habit>> = {
  phone: {
    hostnames: ['phone', 'mobile', 'handset'],
    stays: false,
    roams: 0.12,
    does: [IDLE, IDLE, BROWSE, STREAM, CALL],
  },
  laptop: {
    hostnames: ['laptop', 'notebook', 'workbook'],
    stays: false,
    roams: 0.03,
    does: [IDLE, BROWSE, STREAM, CALL, UPLOAD],
  },
  tablet: { hostnames: ['tablet', 'pad', 'slate'], stays: false, roams: 0.06, does: [IDLE, BROWSE, STREAM] },
  sensor: { hostnames: ['sensor', 'meter', 'lock', 'thermostat'], stays: true, roams: 0, does: [TELL] },
  camera: { hostnames: ['camera'], stays: true, roams: 0, does: [WATCH] },
  printer: { hostnames: ['printer'], stays: true, roams: 0, does: [IDLE, PRINT] },
  desktop: {
    hostnames: ['desktop', 'till', 'terminal'],
    stays: true,
    roams: 0,
    does: [IDLE, BROWSE, UPLOAD],
  },
};

export function habitOf(client: Client): Habit {
  return HABITS[client.type];
}

export function nextActivity(client: Client): Activity {
  const { does } = habitOf(client);
  let at = client.chance.next() * does.reduce((sum, one) => sum + one.weight, 0);
  for (const activity of does) {
    at -= activity.weight;
    if (at < 0) return activity;
  }
  return IDLE;
}

const WIRELESS: readonly ClientType[] = ['phone', 'phone', 'phone', 'laptop', 'laptop', 'tablet', 'sensor'];
const WIRED: readonly ClientType[] = ['camera', 'desktop', 'printer'];

export interface Crowd {
  readonly seed: number;
  readonly site: number;
  readonly firstClient: number;
  readonly buildings: number;
  readonly perAccessPoint: number;
}

/** Everyone who may show up at the site: most over the air, a few at free ports of the access switches. */
export function gather(crowd: Crowd, nodes: readonly Node[]): Client[] {
  const clients: Client[] = [];
  const add = (types: readonly ClientType[], wired: Client['wired']): Client => {
    const client = makeClient(crowd, clients.length, types, wired);
    clients.push(client);
    return client;
  };
  const accessPoints = nodes.filter((node) => node.radios.length > 0);
  for (let count = accessPoints.length * crowd.perAccessPoint; count > 0; count -= 1) add(WIRELESS, null);
  for (const node of nodes) {
    if (node.kind !== 'switch') continue;
    const taken = new Set([uplinkPort(node), ...node.children.map((child) => child.parentPort)]);
    const free = node.ports.filter((port) => !taken.has(port)).slice(-3);
    if (!node.children.some((child) => child.kind === 'switch')) {
      for (const port of free) node.hosts.set(port, add(WIRED, { node, port }));
    }
  }
  return clients;
}

function makeClient(crowd: Crowd, at: number, types: readonly ClientType[], wired: Client['wired']): Client {
  const chance = new Chance(hash('client', crowd.seed, crowd.site, at));
  const type = chance.of(types);
  return {
    mac: colonMacOf(clientSerial(crowd.seed, crowd.firstClient + at)),
    ip: `10.${64 + (crowd.site % 128)}.${100 + Math.floor(at / 250)}.${(at % 250) + 2}`,
    hostname: `${chance.of(HABITS[type].hostnames)}-${String(at + 1).padStart(3, '0')}`,
    type,
    network: chance.next() < 0.7 || HABITS[type].stays ? 0 : 1,
    building: wired?.node.building ?? chance.whole(0, crowd.buildings - 1),
    wired,
    chance,
    stay: null,
    visit: 0,
    refusedUntil: 0,
    plan: 0,
    life: { down: 0, up: 0, seconds: 0, stays: 0 },
  };
}
