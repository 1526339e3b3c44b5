import { associationBytes } from './client.ts';
import { type Node, uplinkPort } from './node.ts';
import { ReportedSessions } from './reported-sessions.ts';
import type { Session, Site } from './site.ts';
import { portCounter, ranMs, throughTotals } from './traffic.ts';

/** Sums of the reports of a device. */
export interface ReportedFigures {
  readonly reports: number;
  /** Bytes through the uplink between reports; counters reset at a restart. */
  readonly down: number;
  readonly up: number;
  /** Sum of the clients of all reports. */
  readonly clients: number;
}

const NOTHING_REPORTED: ReportedFigures = { reports: 0, down: 0, up: 0, clients: 0 };

interface Counter {
  readonly startedAt: number;
  readonly down: number;
  readonly up: number;
}

interface LastReport {
  readonly second: number;
  readonly counter: Counter;
  /** State before that report. */
  readonly before: { readonly counter: Counter | null; readonly reported: ReportedFigures };
}

/** Counters of what one device did. */
export interface DeviceActivity {
  connects: number;
  connectedMs: number;
  reportsSent: number;
  reportsAcknowledged: number;
  /** Reports dropped because the outbox was full. */
  reportsLost: number;
  eventsSent: number;
  restarts: number;
  readonly commands: Map<string, number>;
}

/** A connection period; `to` is null while it lasts. */
export interface LinkSpan {
  readonly from: number;
  readonly to: number | null;
}

export interface HourMark {
  readonly hour: number;
  /** Bytes through its uplink until then. */
  readonly down: number;
  readonly up: number;
  readonly clients: number;
  /** Sums of the reports until then. */
  readonly reported: ReportedFigures;
}

export interface DeviceRecord extends DeviceActivity {
  readonly serial: string;
  readonly name: string;
  readonly site: string;
  readonly down: number;
  readonly up: number;
  readonly ranSeconds: number;
  readonly clients: number;
}

export interface ClientRecord {
  readonly mac: string;
  readonly down: number;
  readonly up: number;
  readonly seconds: number;
  readonly sessions: number;
  /** Serial of its device; null when disconnected. */
  readonly at: string | null;
}

export interface SiteRecord {
  readonly name: string;
  readonly down: number;
  readonly up: number;
  readonly devices: number;
  readonly clientsNow: number;
  readonly sessions: number;
}

/** Actual figures of the simulation, to compare with the figures of the product. */
export class Ledger {
  /** Ended sessions; empty when the simulation is too large to keep them. */
  readonly sessions: Session[] = [];
  readonly reportedSessions = new ReportedSessions();
  readonly #hours = new Map<string, HourMark[]>();
  readonly #activity = new Map<string, DeviceActivity>();
  readonly #links = new Map<string, LinkSpan[]>();
  readonly #reported = new Map<string, ReportedFigures>();
  readonly #lastReport = new Map<string, LastReport>();
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

  sessionEnded(session: Session): void {
    const site = this.#nodes.get(session.serial)?.site ?? -1;
    this.#sessionCounts.set(site, (this.#sessionCounts.get(site) ?? 0) + 1);
    if (this.#keepsHistory) this.sessions.push(session);
  }

  hourEnded(site: Site, hour: number): void {
    if (!this.#keepsHistory) return;
    for (const node of site.nodes) {
      const marks = this.#hours.get(node.serial) ?? [];
      const clients = site.clientsAt(node).length;
      marks.push({ hour, ...throughTotals(node, hour), clients, reported: this.reported(node.serial) });
      this.#hours.set(node.serial, marks);
    }
  }

  /** Records a report of a device; of several in the same second only the last one counts. */
  reports(node: Node, site: Site, t: number): void {
    const { serial, startedAt } = node;
    const second = Math.floor(t / 1000);
    const counter = { startedAt, ...portCounter(node, uplinkPort(node), t) };
    const last = this.#lastReport.get(serial);
    const before =
      last?.second === second
        ? last.before
        : { counter: last?.counter ?? null, reported: this.reported(serial) };
    const since = before.counter ?? counter;
    const isReset = since.startedAt !== startedAt;
    this.#lastReport.set(serial, { second, counter, before });
    this.#reported.set(serial, {
      reports: before.reported.reports + 1,
      down: before.reported.down + counter.down - (isReset ? 0 : since.down),
      up: before.reported.up + counter.up - (isReset ? 0 : since.up),
      clients: before.reported.clients + site.clientsAt(node).length,
    });
    if (this.#keepsHistory) this.reportedSessions.reports(node, site, t);
  }

  reported(serial: string): ReportedFigures {
    return this.#reported.get(serial) ?? NOTHING_REPORTED;
  }

  /** Counters of a device at each full hour. */
  hours(serial: string): readonly HourMark[] {
    return this.#hours.get(serial) ?? [];
  }

  activity(serial: string): DeviceActivity {
    const known = this.#activity.get(serial);
    if (known) return known;
    const created: DeviceActivity = {
      connects: 0,
      connectedMs: 0,
      reportsSent: 0,
      reportsAcknowledged: 0,
      reportsLost: 0,
      eventsSent: 0,
      restarts: 0,
      commands: new Map(),
    };
    this.#activity.set(serial, created);
    return created;
  }

  linked(serial: string, at: number): void {
    this.activity(serial).connects += 1;
    if (this.#keepsHistory) this.#links.set(serial, [...this.links(serial), { from: at, to: null }]);
  }

  unlinked(serial: string, from: number, at: number): void {
    this.activity(serial).connectedMs += at - from;
    if (this.#keepsHistory) this.#links.set(serial, [...this.links(serial).slice(0, -1), { from, to: at }]);
  }

  /** Connection periods of a device. */
  links(serial: string): readonly LinkSpan[] {
    return this.#links.get(serial) ?? [];
  }

  commandExecuted(serial: string, method: string): void {
    const { commands } = this.activity(serial);
    commands.set(method, (commands.get(method) ?? 0) + 1);
  }

  device(serial: string): DeviceRecord | null {
    const node = this.#nodes.get(serial);
    const site = node && this.#sites[node.site];
    if (!site) return null;
    return {
      ...this.activity(serial),
      serial,
      name: node.name,
      site: site.name,
      ...throughTotals(node, site.now),
      ranSeconds: Math.floor(ranMs(node, site.now) / 1000),
      clients: site.clientsAt(node).length,
    };
  }

  client(mac: string): ClientRecord | null {
    for (const site of this.#sites) {
      const client = site.clients.find((one) => one.mac === mac);
      if (!client) continue;
      const { life, association } = client;
      const running = association ? associationBytes(association, site.now) : { down: 0, up: 0 };
      return {
        mac,
        down: life.down + running.down,
        up: life.up + running.up,
        seconds: life.seconds + (association ? Math.floor((site.now - association.since) / 1000) : 0),
        sessions: life.sessions + (association ? 1 : 0),
        at: association?.node.serial ?? null,
      };
    }
    return null;
  }

  site(name: string): SiteRecord | null {
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
      clientsNow: site.clients.filter((client) => client.association !== null).length,
      sessions: this.#sessionCounts.get(site.index) ?? 0,
    };
  }
}
