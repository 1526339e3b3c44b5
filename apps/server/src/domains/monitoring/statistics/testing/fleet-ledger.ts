import { kindOfTerminal } from '@airloom/contract/clients/client-kinds';
import { gradeOf, SIGNAL_GRADES, type SignalGrade } from '@airloom/contract/statistics/statistics.model';
import {
  type LinkSpan,
  type PlacedDevice,
  type SimulatedFleet,
  type Told,
  type ToldFigures,
  type ToldStay,
  toldBetween,
} from '../../../../testing/simulated-fleet.ts';
import { share, sum } from './ledger.ts';
import { HOUR } from './small-world.ts';

/** Whoever comes back within this long was never away. */
const GRACE_MS = 20_000;
/** What passes a site passes the first of these of which one told anything in an hour. */
const FOREMOST = ['gateway', 'ap', 'switch'];

export interface StagedDevice extends PlacedDevice {
  readonly id: string;
  readonly siteUUID: string;
}

interface Books extends StagedDevice {
  readonly told: Told;
  readonly stays: readonly ToldStay[];
  readonly links: readonly LinkSpan[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What the simulator's ledger says, as the pages say it. */
export class FleetLedger {
  readonly #devices: readonly Books[];

  private constructor(devices: readonly Books[]) {
    this.#devices = devices;
  }

  static async read(fleet: SimulatedFleet, devices: readonly StagedDevice[]): Promise<FleetLedger> {
    const books: Books[] = [];
    for (const device of devices) {
      const { serial } = device;
      const [told, stays, links] = [fleet.told(serial), fleet.stays(serial), fleet.links(serial)];
      books.push({ ...device, told: await told, stays: await stays, links: await links });
    }
    return new FleetLedger(books);
  }

  /** All that is known from reports, device by device. */
  get told(): readonly ToldFigures[] {
    return this.#devices.map(({ told }) => told.now);
  }

  get reports(): number {
    return sum(this.#devices.map(({ told }) => told.now.reports));
  }

  /** Of every device something is known. */
  get isFull(): boolean {
    return this.#devices.every(({ told }) => told.now.reports > 100 && told.now.down > 0);
  }

  device(id: string, { from, to }: Span): ToldFigures {
    const own = this.#devices.find((device) => device.id === id);
    if (own === undefined) throw new Error(`There is no ${id}`);
    return toldBetween(own.told, from, to);
  }

  /** Hour by hour, for who is foremost may be another in each. */
  traffic(sites: readonly string[], { from, to }: Span): { down: number; up: number } {
    const first = Math.min(...this.#devices.map(({ told }) => told.hours[0]?.hour ?? to)) - HOUR;
    const parts = sites.flatMap((site) => {
      const own = this.#devices.filter(({ siteUUID }) => siteUUID === site);
      const hours: ToldFigures[] = [];
      for (let hour = Math.max(from, first); hour < to; hour += HOUR) {
        const told = own.map((device) => ({
          kind: device.kind,
          ...toldBetween(device.told, hour, hour + HOUR),
        }));
        const kind = FOREMOST.find((one) => told.some((part) => part.kind === one && part.reports > 0));
        hours.push(...told.filter((part) => part.kind === kind));
      }
      return hours;
    });
    return { down: sum(parts.map(({ down }) => down)), up: sum(parts.map(({ up }) => up)) };
  }

  /** So much was told so far by who counts for these sites. */
  total(sites: readonly string[]): { down: number; up: number } {
    const own = this.#devices.filter(({ siteUUID }) => sites.includes(siteUUID));
    const foremost = sites.flatMap((site) => {
      const there = own.filter(({ siteUUID }) => siteUUID === site);
      const kind = FOREMOST.find((one) => there.some((device) => device.kind === one));
      return there.filter((device) => device.kind === kind);
    });
    return {
      down: sum(foremost.map(({ told }) => told.now.down)),
      up: sum(foremost.map(({ told }) => told.now.up)),
    };
  }

  #stays(sites: readonly string[]) {
    return this.#devices
      .filter(({ siteUUID }) => sites.includes(siteUUID))
      .flatMap(({ serial, stays }) => stays.map((stay) => ({ ...stay, serial })))
      .filter(({ from, to, down, up }) => to > from || down + up > 0);
  }

  /** Of all the time that was told. */
  terminals(sites: readonly string[]) {
    const stays = this.#stays(sites);
    const clients = [...Map.groupBy(stays, ({ mac }) => mac).values()];
    const bytes = (own: typeof stays) => sum(own.map(({ down, up }) => down + up));
    const band = (own: typeof stays) => {
      const seconds = secondsOf(own);
      return seconds < 1_800 ? 'short' : seconds < 7_200 ? 'medium' : seconds < 28_800 ? 'long' : 'longest';
    };
    const kindOf = ([stay]: typeof stays) => kindOfTerminal(stay?.hostname ?? '');
    return {
      terminals: clients.length,
      fresh: clients.length,
      downBytes: sum(stays.map(({ down }) => down)),
      upBytes: sum(stays.map(({ up }) => up)),
      kinds: [...Map.groupBy(clients, kindOf)]
        .map(([kind, own]) => ({ kind, terminals: own.length, bytes: bytes(own.flat()) }))
        .toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
      durations: (['short', 'medium', 'long', 'longest'] as const).map((key) => ({
        band: key,
        terminals: clients.filter((own) => band(own) === key).length,
      })),
    };
  }

  client(mac: string) {
    const own = this.#stays(this.#devices.map(({ siteUUID }) => siteUUID)).filter((stay) => stay.mac === mac);
    return {
      down: sum(own.map(({ down }) => down)),
      up: sum(own.map(({ up }) => up)),
      seconds: secondsOf(own),
    };
  }

  /**
   * How long clients of a band were heard, and of each grade at least and at most: a client's hour counts for its mean,
   * which is known where all it was heard by is of one grade.
   */
  signal(sites: readonly string[], band: string) {
    const stays = this.#stays(sites).filter((stay) => stay.band === band);
    const hours = stays.flatMap((stay) => hoursOf(stay));
    const rows = Map.groupBy(hours, ({ mac, serial, hour }) => `${mac} ${serial} ${hour}`);
    const least = new Map<SignalGrade, number>();
    const most = new Map<SignalGrade, number>();
    for (const own of rows.values()) {
      const seconds = sum(own.map((part) => part.seconds));
      const best = placeOf(Math.max(...own.map(({ strongest }) => strongest)));
      const worst = placeOf(Math.min(...own.map(({ weakest }) => weakest)));
      for (const { key } of SIGNAL_GRADES.slice(best, worst + 1)) {
        most.set(key, (most.get(key) ?? 0) + seconds);
        if (best === worst) least.set(key, (least.get(key) ?? 0) + seconds);
      }
    }
    return { seconds: secondsOf(stays), least, most };
  }

  get bands(): readonly string[] {
    return [...new Set(this.#devices.flatMap(({ stays }) => stays.map(({ band }) => band)))].toSorted();
  }

  /** When a device was away, by the server's clock; null while it is. */
  #aways({ links }: Books, shownAt: (real: number) => number): { from: number; to: number | null }[] {
    return links
      .flatMap(({ to }, place) => {
        if (to === null) return [];
        const back = links[place + 1];
        return [{ from: shownAt(to), to: back === undefined ? null : shownAt(back.from) }];
      })
      .filter((away) => away.to === null || away.to - away.from >= GRACE_MS);
  }

  /** How these devices could be reached in a span throughout which they were known. */
  presence(ids: readonly string[], { from, to }: Span, shownAt: (real: number) => number) {
    const own = this.#devices.filter(({ id }) => ids.includes(id));
    const lengths = own
      .flatMap((device) => this.#aways(device, shownAt))
      .map((away) => Math.min(away.to ?? to, to) - Math.max(away.from, from))
      .filter((length) => length > 0);
    const all = own.length * (to - from);
    const away = sum(lengths);
    return {
      percent: share(all - away, all),
      onlineSeconds: Math.round((all - away) / 1000),
      awaySeconds: Math.round(away / 1000),
      outages: lengths.length,
      longestSeconds: Math.round(Math.max(0, ...lengths) / 1000),
    };
  }
}

function secondsOf(stays: readonly { readonly from: number; readonly to: number }[]): number {
  return sum(stays.map(({ from, to }) => to - from)) / 1000;
}

function placeOf(signal: number): number {
  return SIGNAL_GRADES.findIndex(({ key }) => key === gradeOf(signal));
}

function hoursOf<S extends { readonly from: number; readonly to: number }>(stay: S) {
  const hours: (S & { hour: number; seconds: number })[] = [];
  for (let hour = stay.from - (stay.from % HOUR); hour < stay.to; hour += HOUR) {
    const seconds = (Math.min(stay.to, hour + HOUR) - Math.max(stay.from, hour)) / 1000;
    hours.push({ ...stay, hour, seconds });
  }
  return hours;
}
