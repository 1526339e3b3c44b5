import { stayBytes } from './client.ts';
import { type Node, uplinkPort } from './node.ts';
import type { Session, Site } from './site.ts';
import { ToldStays } from './told-stays.ts';
import { portCounter, ranMs, throughTotals } from './traffic.ts';

/** What the reports of a device make: all that can be known of it from them. */
export interface Told {
  readonly reports: number;
  /** What passed its way up from each report to the next; who restarts counts anew. */
  readonly down: number;
  readonly up: number;
  /** Those of every report together. */
  readonly clients: number;
}

const NOTHING_TOLD: Told = { reports: 0, down: 0, up: 0, clients: 0 };

interface Counter {
  readonly startedAt: number;
  readonly down: number;
  readonly up: number;
}

interface LastTold {
  readonly second: number;
  readonly counter: Counter;
  /** As it was before that report. */
  readonly before: { readonly counter: Counter | null; readonly told: Told };
}

/** What the fleet did with one device. */
export interface Deeds {
  connects: number;
  connectedMs: number;
  reportsSent: number;
  reportsAcknowledged: number;
  /** Kept reports thrown away because there was no room to keep more. */
  reportsLost: number;
  eventsSent: number;
  restarts: number;
  readonly commands: Map<string, number>;
}

/** A device was connected; to is null while it is. */
export interface LinkSpan {
  readonly from: number;
  readonly to: number | null;
}

export interface HourMark {
  readonly hour: number;
  /** All that passed its way up until then. */
  readonly down: number;
  readonly up: number;
  readonly clients: number;
  /** By the reports before then. */
  readonly told: Told;
}

export interface DeviceTruth extends Deeds {
  readonly serial: string;
  readonly name: string;
  readonly site: string;
  readonly down: number;
  readonly up: number;
  readonly ranSeconds: number;
  readonly clients: number;
}

export interface ClientTruth {
  readonly mac: string;
  readonly down: number;
  readonly up: number;
  readonly seconds: number;
  readonly stays: number;
  /** Serial of the device it is at; null when away. */
  readonly at: string | null;
}

export interface SiteTruth {
  readonly name: string;
  readonly down: number;
  readonly up: number;
  readonly devices: number;
  readonly clientsNow: number;
  readonly sessions: number;
}

/** The truth about the world, to hold the product's figures against. */
export class Ledger {
  /** Stays that are over; empty when the world is too large to keep them. */
  readonly sessions: Session[] = [];
  readonly stays = new ToldStays();
  readonly #hours = new Map<string, HourMark[]>();
  readonly #deeds = new Map<string, Deeds>();
  readonly #links = new Map<string, LinkSpan[]>();
  readonly #told = new Map<string, Told>();
  readonly #lastTold = new Map<string, LastTold>();
  readonly #sessionCounts = new Map<number, number>();
  readonly #nodes = new Map<string, Node>();
  readonly #keepsHistory: boolean;
  #sites: readonly Site[] = [];

  constructor(keepsHistory: boolean) {
    this.#keepsHistory = keepsHistory;
  }

  openFor(sites: readonly Site[]): void {
    this.#sites = sites;
    for (const site of sites) for (const node of site.nodes) this.#nodes.set(node.serial, node);
  }

  sessionOver(session: Session): void {
    const site = this.#nodes.get(session.serial)?.site ?? -1;
    this.#sessionCounts.set(site, (this.#sessionCounts.get(site) ?? 0) + 1);
    if (this.#keepsHistory) this.sessions.push(session);
  }

  hourOver(site: Site, hour: number): void {
    if (!this.#keepsHistory) return;
    for (const node of site.nodes) {
      const marks = this.#hours.get(node.serial) ?? [];
      const clients = site.clientsAt(node).length;
      marks.push({ hour, ...throughTotals(node, hour), clients, told: this.told(node.serial) });
      this.#hours.set(node.serial, marks);
    }
  }

  /** A device reports what its counters say; of reports of the same second the last one counts. */
  reports(node: Node, site: Site, t: number): void {
    const { serial, startedAt } = node;
    const second = Math.floor(t / 1000);
    const counter = { startedAt, ...portCounter(node, uplinkPort(node), t) };
    const last = this.#lastTold.get(serial);
    const before =
      last?.second === second ? last.before : { counter: last?.counter ?? null, told: this.told(serial) };
    const since = before.counter ?? counter;
    const isAnew = since.startedAt !== startedAt;
    this.#lastTold.set(serial, { second, counter, before });
    this.#told.set(serial, {
      reports: before.told.reports + 1,
      down: before.told.down + counter.down - (isAnew ? 0 : since.down),
      up: before.told.up + counter.up - (isAnew ? 0 : since.up),
      clients: before.told.clients + site.clientsAt(node).length,
    });
    if (this.#keepsHistory) this.stays.reports(node, site, t);
  }

  told(serial: string): Told {
    return this.#told.get(serial) ?? NOTHING_TOLD;
  }

  /** Where the counters of a device stood at each full hour. */
  hours(serial: string): readonly HourMark[] {
    return this.#hours.get(serial) ?? [];
  }

  deeds(serial: string): Deeds {
    const known = this.#deeds.get(serial);
    if (known) return known;
    const made: Deeds = {
      connects: 0,
      connectedMs: 0,
      reportsSent: 0,
      reportsAcknowledged: 0,
      reportsLost: 0,
      eventsSent: 0,
      restarts: 0,
      commands: new Map(),
    };
    this.#deeds.set(serial, made);
    return made;
  }

  linked(serial: string, at: number): void {
    this.deeds(serial).connects += 1;
    if (this.#keepsHistory) this.#links.set(serial, [...this.links(serial), { from: at, to: null }]);
  }

  unlinked(serial: string, from: number, at: number): void {
    this.deeds(serial).connectedMs += at - from;
    if (this.#keepsHistory) this.#links.set(serial, [...this.links(serial).slice(0, -1), { from, to: at }]);
  }

  /** When it was connected. */
  links(serial: string): readonly LinkSpan[] {
    return this.#links.get(serial) ?? [];
  }

  obeyed(serial: string, method: string): void {
    const { commands } = this.deeds(serial);
    commands.set(method, (commands.get(method) ?? 0) + 1);
  }

  device(serial: string): DeviceTruth | null {
    const node = this.#nodes.get(serial);
    const site = node && this.#sites[node.site];
    if (!site) return null;
    return {
      ...this.deeds(serial),
      serial,
      name: node.name,
      site: site.name,
      ...throughTotals(node, site.now),
      ranSeconds: Math.floor(ranMs(node, site.now) / 1000),
      clients: site.clientsAt(node).length,
    };
  }

  client(mac: string): ClientTruth | null {
    for (const site of this.#sites) {
      const client = site.clients.find((one) => one.mac === mac);
      if (!client) continue;
      const { life, stay } = client;
      const running = stay ? stayBytes(stay, site.now) : { down: 0, up: 0 };
      return {
        mac,
        down: life.down + running.down,
        up: life.up + running.up,
        seconds: life.seconds + (stay ? Math.floor((site.now - stay.since) / 1000) : 0),
        stays: life.stays + (stay ? 1 : 0),
        at: stay?.node.serial ?? null,
      };
    }
    return null;
  }

  site(name: string): SiteTruth | null {
    const site = this.#sites.find((one) => one.name === name);
    if (!site) return null;
    const totals = { down: 0, up: 0 };
    for (const node of site.nodes) {
      if (node.parent !== null) continue;
      const own = throughTotals(node, site.now);
      totals.down += own.down;
      totals.up += own.up;
    }
    return {
      name,
      ...totals,
      devices: site.nodes.length,
      clientsNow: site.clients.filter((client) => client.stay !== null).length,
      sessions: this.#sessionCounts.get(site.index) ?? 0,
    };
  }
}
