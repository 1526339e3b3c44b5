import { DAY, HOUR, MINUTE } from '@airloom/device-protocol/time';
import { Heap } from '../heap.ts';
import { type AssociationTarget, isStillServed, targetFor } from './association-target.ts';
import { localTime } from './calendar.ts';
import type { Association, Client } from './client.ts';
import { createClients, habitOf, nextActivity } from './client-behaviour.ts';
import { closeSegment, fairShare } from './client-segments.ts';
import { isLinked, type Node, type Radio } from './node.ts';
import { type Place, PRESENCE } from './places.ts';
import { type PlannedOutage, plannedOutages } from './planned-outages.ts';
import { Chance, hash } from './random.ts';
import { add, beginCounters, ranMs } from './traffic.ts';

/** A simulated event at a device. */
export type Incident =
  | {
      readonly type: 'join' | 'leave' | 'refused';
      readonly node: Node;
      readonly at: number;
      readonly client: Client;
      readonly association: Association;
    }
  | { readonly type: 'down' | 'up'; readonly node: Node; readonly at: number; readonly cause: string }
  | { readonly type: 'portDown' | 'portUp'; readonly node: Node; readonly at: number; readonly port: string };

/** An ended client session. */
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
  /** Devices restart by themselves occasionally until this time. */
  readonly restartsUntil: number;
  /** Devices and the power of the site fail for hours occasionally until this time. */
  readonly outagesUntil: number;
  readonly emit: (incident: Incident) => void;
  readonly sessionEnded: (session: Session) => void;
  readonly hourEnded: (site: Site, hour: number) => void;
}

const RESTART_EVERY = 14 * DAY;
/** Clients look for another network within this time. */
const REJOIN_SECONDS = 20;

type Moment =
  /** `returns`: it lost its network and looks for another one. */
  | { readonly client: Client; readonly plan: number; readonly returns: boolean }
  | { readonly restart: Node }
  | { readonly outage: PlannedOutage }
  | { readonly start: Node; readonly cause: string };

/** One site with its devices and clients. Time only moves forward, from one scheduled event to the next. */
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
    this.clients = createClients(
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
    const { seed, index, startedAt, outagesUntil } = options;
    for (const outage of plannedOutages(hash('outages', seed, index), this.nodes, startedAt, outagesUntil))
      this.#moments.push(outage.from, { outage });
  }

  get now(): number {
    return this.#now;
  }

  advanceTo(t: number): void {
    while (this.#nextHour <= t) {
      this.#run(this.#nextHour);
      this.#options.hourEnded(this, this.#nextHour);
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
        if (moment.client.plan !== moment.plan) continue;
        if (moment.returns) this.#return(moment.client, at);
        else this.#decide(moment.client, at);
      } else if ('restart' in moment) {
        this.stop(moment.restart, at, 'crash');
        this.startLater(moment.restart, at + 90_000, 'reboot');
      } else if ('outage' in moment) {
        for (const node of moment.outage.nodes) {
          this.stop(node, at, 'power');
          this.startLater(node, moment.outage.to, 'coldboot');
        }
      } else this.start(moment.start, at, moment.cause);
    }
    this.#now = Math.max(this.#now, t);
  }

  #plan(client: Client, at: number, returns = false): void {
    client.plan += 1;
    this.#moments.push(Math.round(at), { client, plan: client.plan, returns });
  }

  #planRestart(node: Node, chance: Chance): void {
    let at = this.#now + chance.between(0, RESTART_EVERY);
    for (; at < this.#options.restartsUntil; at += chance.between(0.5, 1.5) * RESTART_EVERY) {
      this.#moments.push(Math.round(at), { restart: node });
    }
  }

  /** Share of the clients that are present at this time. */
  #presence(t: number): number {
    const { hour, isWeekend } = localTime(this.place.zone, t);
    const curve = PRESENCE[this.place.kind][isWeekend ? 'end' : 'week'];
    const at = Math.floor(hour);
    const part = hour - at;
    return (curve[at] ?? 0) * (1 - part) + (curve[(at + 1) % 24] ?? 0) * part;
  }

  #decide(client: Client, t: number): void {
    const habit = habitOf(client);
    const share = habit.isStationary ? 1 : this.#presence(t);
    const decision = client.chance.next();
    const pause = client.chance.between(6, 34) * MINUTE;
    const { association } = client;
    if (association === null) {
      if (t >= client.refusedUntil && decision < 0.5 * share + (habit.isStationary ? 0.5 : 0)) {
        client.visit += 1;
        this.#join(client, t);
      }
    } else if (decision < 0.35 * (1 - share)) {
      this.#leave(client, t);
    } else if (association.radio && client.chance.next() < habit.roams) {
      const place = this.#targetFor(client, association.node);
      if (place) {
        this.#leave(client, t);
        this.#associate(client, place, t);
      } else this.#continue(client, association, t);
    } else this.#continue(client, association, t);
    this.#plan(client, t + pause);
  }

  #return(client: Client, t: number): void {
    if (client.association === null && t >= client.refusedUntil) this.#join(client, t);
    this.#plan(client, t + client.chance.between(6, 34) * MINUTE);
  }

  #targetFor(client: Client, leaving: Node | null): AssociationTarget | null {
    return targetFor(client, this.#accessPoints[client.building] ?? [], leaving);
  }

  #continue(client: Client, association: Association, t: number): void {
    closeSegment(client, association, t);
    association.segment = this.#segmentFor(client, association, t);
  }

  #segmentFor(
    client: Client,
    association: Pick<Association, 'radio' | 'metres' | 'shadow'>,
    t: number,
  ): Association['segment'] {
    const activity = nextActivity(client);
    const swing = client.chance.between(0.4, 1.6);
    const most = association.radio ? fairShare(association.radio, association) : Number.POSITIVE_INFINITY;
    return {
      from: t,
      down: Math.round(Math.min(activity.down * swing, most)),
      up: Math.round(Math.min(activity.up * swing, most)),
    };
  }

  #join(client: Client, t: number): void {
    if (client.wired) {
      const { node, port } = client.wired;
      if (node.isUp && isLinked(node, port))
        this.#associate(client, { node, radio: null, network: '', metres: 0, shadow: 0 }, t);
      return;
    }
    const place = this.#targetFor(client, null);
    if (place) {
      this.#associate(client, place, t);
      if (mistypes(client) && client.association)
        this.#options.emit({
          type: 'refused',
          node: place.node,
          at: t,
          client,
          association: client.association,
        });
    }
  }

  #associate(client: Client, place: AssociationTarget, t: number): void {
    const association: Association = {
      ...place,
      since: t,
      ended: { down: 0, up: 0 },
      segment: this.#segmentFor(client, place, t),
    };
    client.association = association;
    place.radio?.clients.add(client);
    this.#options.emit({ type: 'join', node: place.node, at: t, client, association });
  }

  #leave(client: Client, t: number, silently = false): void {
    const { association } = client;
    if (!association) return;
    closeSegment(client, association, t);
    association.radio?.clients.delete(client);
    client.association = null;
    const seconds = Math.floor((t - association.since) / 1000);
    add(client.life, association.ended);
    client.life.seconds += seconds;
    client.life.sessions += 1;
    this.#options.sessionEnded({
      mac: client.mac,
      serial: association.node.serial,
      network: association.network,
      band: association.radio?.band ?? '',
      visit: client.visit,
      from: association.since,
      to: t,
      ...association.ended,
    });
    if (!silently) this.#options.emit({ type: 'leave', node: association.node, at: t, client, association });
  }

  clientsAt(node: Node): Client[] {
    if (node.radios.length > 0) return node.radios.flatMap((radio) => [...radio.clients]);
    return [...node.hosts.values()].filter((client) => client.association !== null);
  }

  /** Stops a device; its clients look for another one. */
  stop(node: Node, t: number, cause: string): void {
    if (!node.isUp) return;
    for (const client of this.clientsAt(node)) {
      this.#leave(client, t, true);
      this.#plan(client, t + client.chance.between(1, REJOIN_SECONDS) * 1000);
    }
    node.ranMs = ranMs(node, t);
    node.isUp = false;
    this.#options.emit({ type: 'down', node, at: t, cause });
    this.#emitPortChange(node, 'portDown', t);
  }

  start(node: Node, t: number, cause: string): void {
    if (node.isUp) return;
    node.isUp = true;
    node.startedAt = t;
    beginCounters(node, t);
    this.#options.emit({ type: 'up', node, at: t, cause });
    this.#emitPortChange(node, 'portUp', t);
  }

  startLater(node: Node, at: number, cause: string): void {
    this.#moments.push(at, { start: node, cause });
  }

  #emitPortChange(node: Node, type: 'portDown' | 'portUp', at: number): void {
    const { parent, parentPort } = node;
    if (parent?.isUp && parentPort && !parent.portsOff.has(parentPort)) {
      this.#options.emit({ type, node: parent, at, port: parentPort });
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
    this.#options.emit({ type: isOn ? 'portUp' : 'portDown', node, at: t, port });
  }

  /** Disconnects a client and blocks it for `banMs`; false when it is not connected. */
  kick(node: Node, mac: string, banMs: number, t: number): boolean {
    const client = this.clientsAt(node).find((one) => one.mac === mac);
    if (!client) return false;
    client.refusedUntil = t + banMs;
    this.#leave(client, t);
    this.#plan(client, t + Math.max(banMs, 1000));
    return true;
  }

  /** After a change of its configuration; clients that lost their network or channel join another one. */
  reassociate(node: Node, moved: ReadonlySet<Radio>, t: number): void {
    for (const client of node.radios.flatMap((radio) => [...radio.clients])) {
      const { association } = client;
      if (!association?.radio) continue;
      if (!moved.has(association.radio) && isStillServed(client, association)) continue;
      this.#leave(client, t);
      this.#plan(client, t + client.chance.between(1, REJOIN_SECONDS) * 1000, true);
    }
  }

  /** The first networks of a device attract clients that found none. */
  attract(node: Node, t: number): void {
    const share = this.#presence(t);
    for (const client of this.clients) {
      if (client.association !== null || client.wired || client.building !== node.building) continue;
      if (!habitOf(client).isStationary && client.chance.next() >= share) continue;
      this.#plan(client, t + client.chance.between(1, REJOIN_SECONDS) * 1000, true);
    }
  }
}

/** One in this many visits starts with a wrong password. */
const MISTYPED_EVERY = 40;

function mistypes({ mac, visit }: Client): boolean {
  return hash('mistyped', mac, visit) % MISTYPED_EVERY === 0;
}
