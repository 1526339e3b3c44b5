import { Heap } from '../heap.ts';
import { localTime } from './calendar.ts';
import { type Client, type Stay, segmentBytes } from './client.ts';
import { isLinked, type Node, type Radio, type Totals } from './node.ts';
import { gather, habitOf, nextActivity } from './people.ts';
import { type Place, PRESENCE } from './places.ts';
import { CHANNEL_PLANS, rateAt, signalAt } from './radio-waves.ts';
import { Chance, hash } from './random.ts';
import { add, beginCounters, ranMs } from './traffic.ts';

/** Something that happened in the world, at a device. */
export type Incident =
  | {
      readonly type: 'join' | 'leave' | 'refused';
      readonly node: Node;
      readonly at: number;
      readonly client: Client;
      readonly stay: Stay;
    }
  | { readonly type: 'down' | 'up'; readonly node: Node; readonly at: number; readonly cause: string }
  | { readonly type: 'portDown' | 'portUp'; readonly node: Node; readonly at: number; readonly port: string };

/** A stay that is over. */
export interface Session {
  readonly mac: string;
  readonly serial: string;
  readonly network: string;
  readonly band: string;
  readonly visit: number;
  readonly from: number;
  readonly to: number;
  readonly down: number;
  readonly up: number;
}

export interface SiteOptions {
  readonly seed: number;
  readonly index: number;
  readonly name: string;
  readonly place: Place;
  readonly nodes: Node[];
  readonly firstClient: number;
  readonly perAccessPoint: number;
  readonly startedAt: number;
  /** Devices restart by themselves now and then up to this moment. */
  readonly restartsUntil: number;
  readonly tell: (incident: Incident) => void;
  readonly sessionOver: (session: Session) => void;
  readonly hourOver: (site: Site, hour: number) => void;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RESTART_EVERY = 14 * DAY;
const WALK_METRES = 22;
const NEIGHBOURHOOD = 6;
/** Below this a device tries the wider bands' slower sister. */
const WEAK = -74;

type Moment =
  | { readonly client: Client; readonly plan: number }
  | { readonly restart: Node }
  | { readonly start: Node; readonly cause: string };

/** One site: its devices and the people in it. Time only moves forward, from one happening to the next. */
export class Site {
  readonly index: number;
  readonly name: string;
  readonly place: Place;
  readonly nodes: readonly Node[];
  readonly clients: readonly Client[];
  readonly #options: SiteOptions;
  readonly #moments = new Heap<Moment>();
  readonly #accessPoints: readonly (readonly Node[])[];
  #now: number;
  #nextHour: number;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.index = options.index;
    this.name = options.name;
    this.place = options.place;
    this.nodes = options.nodes;
    this.clients = gather(
      {
        seed: options.seed,
        site: options.index,
        firstClient: options.firstClient,
        buildings: options.place.buildings.length,
        perAccessPoint: options.perAccessPoint,
      },
      options.nodes,
    );
    this.#now = options.startedAt;
    this.#nextHour = (Math.floor(options.startedAt / HOUR) + 1) * HOUR;
    this.#accessPoints = options.place.buildings.map((_, building) =>
      options.nodes.filter((node) => node.radios.length > 0 && node.building === building),
    );
    for (const client of this.clients) this.#plan(client, this.#now + client.chance.between(0, 15 * MINUTE));
    for (const node of this.nodes) this.#planRestart(node, new Chance(hash('restart', node.key)));
  }

  get now(): number {
    return this.#now;
  }

  advanceTo(t: number): void {
    while (this.#nextHour <= t) {
      this.#run(this.#nextHour);
      this.#options.hourOver(this, this.#nextHour);
      this.#nextHour += HOUR;
    }
    this.#run(t);
  }

  #run(t: number): void {
    while (this.#moments.nextTime <= t) {
      const at = Math.max(this.#now, this.#moments.nextTime);
      const moment = this.#moments.pop();
      if (moment === undefined) break;
      this.#now = at;
      if ('client' in moment) {
        if (moment.client.plan === moment.plan) this.#live(moment.client, at);
      } else if ('restart' in moment) {
        this.stop(moment.restart, at, 'crash');
        this.startLater(moment.restart, at + 90_000, 'reboot');
      } else this.start(moment.start, at, moment.cause);
    }
    this.#now = Math.max(this.#now, t);
  }

  #plan(client: Client, at: number): void {
    client.plan += 1;
    this.#moments.push(Math.round(at), { client, plan: client.plan });
  }

  #planRestart(node: Node, chance: Chance): void {
    let at = this.#now + chance.between(0, RESTART_EVERY);
    for (; at < this.#options.restartsUntil; at += chance.between(0.5, 1.5) * RESTART_EVERY) {
      this.#moments.push(Math.round(at), { restart: node });
    }
  }

  /** The share of the people who would be here now. */
  #attraction(t: number): number {
    const { hour, isWeekend } = localTime(this.place.zone, t);
    const curve = PRESENCE[this.place.kind][isWeekend ? 'end' : 'week'];
    const at = Math.floor(hour);
    const part = hour - at;
    return (curve[at] ?? 0) * (1 - part) + (curve[(at + 1) % 24] ?? 0) * part;
  }

  #live(client: Client, t: number): void {
    const habit = habitOf(client);
    const share = habit.stays ? 1 : this.#attraction(t);
    const decision = client.chance.next();
    const pause = client.chance.between(6, 34) * MINUTE;
    const { stay } = client;
    if (stay === null) {
      if (t >= client.refusedUntil && decision < 0.5 * share + (habit.stays ? 0.5 : 0)) {
        client.visit += 1;
        this.#join(client, t);
      }
    } else if (decision < 0.35 * (1 - share)) {
      this.#leave(client, t);
    } else if (stay.radio && client.chance.next() < habit.roams) {
      const place = this.#placeFor(client, stay.node);
      if (place) {
        this.#leave(client, t);
        this.#settle(client, place, t);
      } else this.#continue(client, stay, t);
    } else this.#continue(client, stay, t);
    this.#plan(client, t + pause);
  }

  #continue(client: Client, stay: Stay, t: number): void {
    closeSegment(client, stay, t);
    stay.segment = this.#segmentFor(client, stay, t);
  }

  #segmentFor(client: Client, stay: Pick<Stay, 'radio' | 'metres' | 'shadow'>, t: number): Stay['segment'] {
    const does = nextActivity(client);
    const swing = client.chance.between(0.4, 1.6);
    const most = stay.radio ? fairShare(stay.radio, stay) : Number.POSITIVE_INFINITY;
    return {
      from: t,
      down: Math.round(Math.min(does.down * swing, most)),
      up: Math.round(Math.min(does.up * swing, most)),
    };
  }

  #join(client: Client, t: number): void {
    if (client.wired) {
      const { node, port } = client.wired;
      if (node.isUp && isLinked(node, port))
        this.#settle(client, { node, radio: null, network: '', metres: 0, shadow: 0 }, t);
      return;
    }
    const place = this.#placeFor(client, null);
    if (place) {
      this.#settle(client, place, t);
      if (mistypes(client) && client.stay)
        this.#options.tell({ type: 'refused', node: place.node, at: t, client, stay: client.stay });
    }
  }

  #settle(client: Client, place: StayPlace, t: number): void {
    const stay: Stay = {
      ...place,
      since: t,
      ended: { down: 0, up: 0 },
      segment: this.#segmentFor(client, place, t),
    };
    client.stay = stay;
    place.radio?.clients.add(client);
    this.#options.tell({ type: 'join', node: place.node, at: t, client, stay });
  }

  /** The best access point from where the client stands now, other than the one it leaves. */
  #placeFor(client: Client, leaving: Node | null): StayPlace | null {
    const all = this.#accessPoints[client.building] ?? [];
    const home = client.chance.whole(0, Math.max(0, all.length - 1));
    const x = client.chance.between(-WALK_METRES, WALK_METRES) / 2;
    const y = client.chance.between(-WALK_METRES, WALK_METRES) / 2;
    const around = all.slice(Math.max(0, home - NEIGHBOURHOOD), home + NEIGHBOURHOOD);
    const centre = all[home];
    let best: { readonly node: Node; readonly metres: number } | null = null;
    for (const node of around) {
      if (!node.isUp || node === leaving || node.networks.length === 0 || !centre) continue;
      const metres = Math.hypot(node.x - centre.x - x, node.y - centre.y - y) + 1;
      if (best === null || metres < best.metres) best = { node, metres };
    }
    if (best === null) return null;
    const { node, metres } = best;
    const network = node.networks[client.network % node.networks.length];
    const radios = node.radios.filter((radio) => network?.bands.includes(radio.band));
    const shadow = client.chance.between(-4, 10);
    const strong = radios.findLast((radio) => signalAt(radio.band, radio.txPower, metres, shadow) > WEAK);
    const radio = (client.type === 'sensor' ? radios[0] : strong) ?? radios[0];
    return radio && network ? { node, radio, network: network.name, metres, shadow } : null;
  }

  #leave(client: Client, t: number, silently = false): void {
    const { stay } = client;
    if (!stay) return;
    closeSegment(client, stay, t);
    stay.radio?.clients.delete(client);
    client.stay = null;
    const seconds = Math.floor((t - stay.since) / 1000);
    add(client.life, stay.ended);
    client.life.seconds += seconds;
    client.life.stays += 1;
    this.#options.sessionOver({
      mac: client.mac,
      serial: stay.node.serial,
      network: stay.network,
      band: stay.radio?.band ?? '',
      visit: client.visit,
      from: stay.since,
      to: t,
      ...stay.ended,
    });
    if (!silently) this.#options.tell({ type: 'leave', node: stay.node, at: t, client, stay });
  }

  clientsAt(node: Node): Client[] {
    if (node.radios.length > 0) return node.radios.flatMap((radio) => [...radio.clients]);
    return [...node.hosts.values()].filter((client) => client.stay !== null);
  }

  #dropClients(node: Node, t: number, silently: boolean): void {
    for (const client of this.clientsAt(node)) {
      this.#leave(client, t, silently);
      this.#plan(client, t + client.chance.between(1, 20) * 1000);
    }
  }

  /** Takes a device out of service; what was connected to it looks for another. */
  stop(node: Node, t: number, cause: string): void {
    if (!node.isUp) return;
    this.#dropClients(node, t, true);
    node.ranMs = ranMs(node, t);
    node.isUp = false;
    this.#options.tell({ type: 'down', node, at: t, cause });
    this.#tellOfLink(node, 'portDown', t);
  }

  start(node: Node, t: number, cause: string): void {
    if (node.isUp) return;
    node.isUp = true;
    node.startedAt = t;
    beginCounters(node, t);
    this.#options.tell({ type: 'up', node, at: t, cause });
    this.#tellOfLink(node, 'portUp', t);
  }

  startLater(node: Node, at: number, cause: string): void {
    this.#moments.push(at, { start: node, cause });
  }

  #tellOfLink(node: Node, type: 'portDown' | 'portUp', at: number): void {
    const { parent, parentPort } = node;
    if (parent?.isUp && parentPort && !parent.portsOff.has(parentPort)) {
      this.#options.tell({ type, node: parent, at, port: parentPort });
    }
  }

  setPort(node: Node, port: string, isOn: boolean, t: number): void {
    if (node.portsOff.has(port) !== isOn) return;
    if (isOn) node.portsOff.delete(port);
    else node.portsOff.add(port);
    const host = node.hosts.get(port);
    if (host && !isOn) {
      this.#leave(host, t);
      this.#plan(host, t + MINUTE);
    }
    this.#options.tell({ type: isOn ? 'portUp' : 'portDown', node, at: t, port });
  }

  /** Sends a client away and keeps it out for a while; false when it is not there. */
  kick(node: Node, mac: string, banMs: number, t: number): boolean {
    const client = this.clientsAt(node).find((one) => one.mac === mac);
    if (!client) return false;
    client.refusedUntil = t + banMs;
    this.#leave(client, t);
    this.#plan(client, t + Math.max(banMs, 1000));
    return true;
  }

  /** Other networks or channels: everybody has to join again. */
  rejoin(node: Node, t: number): void {
    this.#dropClients(node, t, false);
  }
}

/** Now and then somebody gets the password wrong before they get it right. */
const MISTYPED_EVERY = 40;

function mistypes({ mac, visit }: Client): boolean {
  return hash('mistyped', mac, visit) % MISTYPED_EVERY === 0;
}

type StayPlace = Pick<Stay, 'node' | 'radio' | 'network' | 'metres' | 'shadow'>;

function closeSegment(client: Client, stay: Stay, t: number): void {
  const bytes = segmentBytes(stay.segment, t);
  add(stay.ended, bytes);
  if (stay.radio) addTo(stay.radio.ended, stay.network, bytes);
  else if (client.wired) addTo(client.wired.node.hostEnded, client.wired.port, bytes);
  stay.segment = { from: t, down: 0, up: 0 };
}

function addTo(ended: Map<string, Totals>, key: string, bytes: Totals): void {
  const totals = ended.get(key) ?? { down: 0, up: 0 };
  add(totals, bytes);
  ended.set(key, totals);
}

/** Bytes per second that one client gets of a radio it shares. */
function fairShare(radio: Radio, { metres, shadow }: Pick<Stay, 'metres' | 'shadow'>): number {
  const signal = signalAt(radio.band, radio.txPower, metres, shadow);
  const { kbps } = rateAt(signal, CHANNEL_PLANS[radio.band].noise, radio.width);
  return (kbps * 1000 * 0.45) / 8 / (radio.clients.size + 1);
}
