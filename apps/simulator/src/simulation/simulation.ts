import { spreadKinds, usualMix } from './device-mix.ts';
import { type KindCounts, layOut } from './layout.ts';
import { Ledger } from './ledger.ts';
import type { DeviceKind, Model } from './models.ts';
import type { Node } from './node.ts';
import { PLACES, type Place } from './places.ts';
import { pick } from './random.ts';
import { type Incident, Site } from './site.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly devices: number;
  readonly sites: number;
  /** Locations of the sites; by default the built-in places. */
  readonly places?: readonly Place[];
  /** Devices per kind, instead of the usual mix of `devices`. */
  readonly kinds?: Partial<KindCounts>;
  /** Fixed model per kind; otherwise random. */
  readonly models?: Partial<Record<DeviceKind, Model>>;
  /** Start of the simulated time, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly clientsPerAccessPoint?: number;
  /** Devices restart by themselves occasionally until this time. */
  readonly restartsUntil?: number;
  /** Devices and the power of sites fail for hours occasionally until this time. */
  readonly outagesUntil?: number;
}

const CLIENTS_PER_ACCESS_POINT = 8;
/** Up to this many devices the ledger keeps single sessions and hours. */
const HISTORY_DEVICES_MAX = 1000;

/**
 * A deterministic simulation of sites, devices and clients. The same seed and the same interventions give the same
 * result to the byte, independent of the steps in which time advances.
 */
export class Simulation {
  readonly sites: readonly Site[];
  /** Devices with their own connection. */
  readonly devices: readonly Node[];
  readonly ledger: Ledger;
  readonly #bySerial: ReadonlyMap<string, Node>;
  #listener: (incident: Incident) => void = () => undefined;

  constructor(options: SimulationOptions) {
    const counts = countsOf(options);
    const wanted = counts.reduce((sum, count) => sum + total(count), 0);
    this.ledger = new Ledger(wanted <= HISTORY_DEVICES_MAX);
    this.sites = this.#makeSites(options, counts);
    this.ledger.openFor(this.sites);
    const all = this.sites.flatMap((site) => site.nodes);
    this.devices = all.filter((node) => node.manager === null);
    this.#bySerial = new Map(all.map((node) => [node.serial, node]));
  }

  #makeSites(options: SimulationOptions, counts: readonly KindCounts[]): Site[] {
    let firstDevice = 0;
    let firstClient = 0;
    return counts.map((count, index) => {
      const { seed, startedAt, places, models = {} } = options;
      const place = placeOf(index, places);
      const nodes = layOut({ seed, index, place, counts: count, models, firstDevice, startedAt });
      const site = new Site({
        seed,
        index,
        name: siteName(index, places),
        place,
        nodes,
        firstClient,
        perAccessPoint: options.clientsPerAccessPoint ?? CLIENTS_PER_ACCESS_POINT,
        startedAt,
        restartsUntil: options.restartsUntil ?? 0,
        outagesUntil: options.outagesUntil ?? 0,
        emit: (incident) => this.#listener(incident),
        sessionEnded: (session) => this.ledger.sessionEnded(session),
        hourEnded: (one, hour) => this.ledger.hourEnded(one, hour),
      });
      firstDevice += nodes.length;
      firstClient += site.clients.length;
      return site;
    });
  }

  onIncident(listener: (incident: Incident) => void): void {
    this.#listener = listener;
  }

  node(serial: string): Node | undefined {
    return this.#bySerial.get(serial);
  }

  siteOf(node: Node): Site {
    const site = this.sites[node.site];
    if (!site) throw new Error(`no site ${node.site}`);
    return site;
  }

  advanceTo(t: number): void {
    for (const site of this.sites) site.advanceTo(t);
  }
}

function placeOf(index: number, places: readonly Place[] = PLACES): Place {
  return pick(places, (index % places.length) / places.length);
}

export function siteName(index: number, places: readonly Place[] = PLACES): string {
  const round = Math.floor(index / places.length);
  const { name } = placeOf(index, places);
  return round === 0 ? name : `${name} ${round + 1}`;
}

function total(counts: KindCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function countsOf({ devices, sites, kinds, places }: SimulationOptions): KindCounts[] {
  if (kinds) return spreadKinds(kinds, sites);
  return Array.from({ length: sites }, (_, index) => {
    const own = Math.floor(devices / sites) + (index < devices % sites ? 1 : 0);
    return usualMix(placeOf(index, places).kind, own);
  });
}
