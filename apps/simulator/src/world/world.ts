import { type KindCounts, layOut } from './layout.ts';
import { Ledger } from './ledger.ts';
import { spreadKinds, usualMix } from './mix.ts';
import type { DeviceKind, Model } from './models.ts';
import type { Node } from './node.ts';
import { PLACES, type Place } from './places.ts';
import { pick } from './random.ts';
import { type Incident, Site } from './site.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly devices: number;
  readonly sites: number;
  /** Where the sites are; the usual places otherwise. */
  readonly places?: readonly Place[];
  /** Instead of the usual mix; then `devices` does not count. */
  readonly kinds?: Partial<KindCounts>;
  /** The model of all devices of a kind, where it is not left to chance. */
  readonly models?: Partial<Record<DeviceKind, Model>>;
  /** When its time begins, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly clientsPerAccessPoint?: number;
  /** Up to when devices restart by themselves now and then. */
  readonly restartsUntil?: number;
}

const CLIENTS_PER_ACCESS_POINT = 8;
/** A ledger of single stays and hours is kept up to this many devices. */
const KEEPS_HISTORY_UP_TO = 1000;

/**
 * A world made from a seed, whose time moves forward when it is asked for: the same seed and the same
 * interference give the same world to the last byte, in whatever steps its time is moved.
 */
export class World {
  readonly sites: readonly Site[];
  /** The devices that connect themselves. */
  readonly devices: readonly Node[];
  readonly ledger: Ledger;
  readonly #bySerial: ReadonlyMap<string, Node>;
  #listener: (incident: Incident) => void = () => undefined;

  constructor(options: WorldOptions) {
    const counts = countsOf(options);
    const wanted = counts.reduce((sum, count) => sum + total(count), 0);
    this.ledger = new Ledger(wanted <= KEEPS_HISTORY_UP_TO);
    this.sites = this.#makeSites(options, counts);
    this.ledger.openFor(this.sites);
    const all = this.sites.flatMap((site) => site.nodes);
    this.devices = all.filter((node) => node.manager === null);
    this.#bySerial = new Map(all.map((node) => [node.serial, node]));
  }

  #makeSites(options: WorldOptions, counts: readonly KindCounts[]): Site[] {
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
        tell: (incident) => this.#listener(incident),
        sessionOver: (session) => this.ledger.sessionOver(session),
        hourOver: (one, hour) => this.ledger.hourOver(one, hour),
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

function countsOf({ devices, sites, kinds, places }: WorldOptions): KindCounts[] {
  if (kinds) return spreadKinds(kinds, sites);
  return Array.from({ length: sites }, (_, index) => {
    const own = Math.floor(devices / sites) + (index < devices % sites ? 1 : 0);
    return usualMix(placeOf(index, places).kind, own);
  });
}
