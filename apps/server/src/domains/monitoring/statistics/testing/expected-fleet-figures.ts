import { kindOfTerminal } from '@airloom/contract/clients/client-kinds';
import { gradeOf, SIGNAL_GRADES, type SignalGrade } from '@airloom/contract/statistics/statistics.model';
import { HOUR } from '@airloom/contract/time';
import {
  type LinkSpan,
  type PlacedDevice,
  type ReportedFigures,
  type ReportedHistory,
  type ReportedSession,
  reportedBetween,
  type SimulatedFleet,
} from '../../../../testing/simulated-fleet.ts';
import { share, sum } from './arithmetic.ts';

/** A device that returns within this time has no outage. */
const GRACE_MS = 20_000;
/** Traffic of a site is that of the first of these kinds with reports in the hour. */
const TRAFFIC_ORDER = ['gateway', 'ap', 'switch'];

export interface FleetDevice extends PlacedDevice {
  readonly id: string;
  readonly siteUUID: string;
}

interface DeviceRecord extends FleetDevice {
  readonly reported: ReportedHistory;
  readonly stays: readonly ReportedSession[];
  readonly links: readonly LinkSpan[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Expected answers, from the records of the simulator. */
export class ExpectedFleetFigures {
  readonly #devices: readonly DeviceRecord[];

  private constructor(devices: readonly DeviceRecord[]) {
    this.#devices = devices;
  }

  static async read(fleet: SimulatedFleet, devices: readonly FleetDevice[]): Promise<ExpectedFleetFigures> {
    const expected: DeviceRecord[] = [];
    for (const device of devices) {
      const { serial } = device;
      const [reported, stays, links] = [fleet.figures(serial), fleet.sessions(serial), fleet.links(serial)];
      expected.push({ ...device, reported: await reported, stays: await stays, links: await links });
    }
    return new ExpectedFleetFigures(expected);
  }

  /** Reported figures of each device. */
  get reported(): readonly ReportedFigures[] {
    return this.#devices.map(({ reported }) => reported.now);
  }

  get reports(): number {
    return sum(this.#devices.map(({ reported }) => reported.now.reports));
  }

  /** Whether every device has enough reports. */
  get isFull(): boolean {
    return this.#devices.every(({ reported }) => reported.now.reports > 100 && reported.now.down > 0);
  }

  device(id: string, { from, to }: Span): ReportedFigures {
    const own = this.#devices.find((device) => device.id === id);
    if (own === undefined) throw new Error(`There is no ${id}`);
    return reportedBetween(own.reported, from, to);
  }

  /** By hour, because the traffic sources may differ. */
  traffic(sites: readonly string[], { from, to }: Span): { down: number; up: number } {
    const first = Math.min(...this.#devices.map(({ reported }) => reported.hours[0]?.hour ?? to)) - HOUR;
    const parts = sites.flatMap((site) => {
      const own = this.#devices.filter(({ siteUUID }) => siteUUID === site);
      const hours: ReportedFigures[] = [];
      for (let hour = Math.max(from, first); hour < to; hour += HOUR) {
        const reported = own.map((device) => ({
          kind: device.kind,
          ...reportedBetween(device.reported, hour, hour + HOUR),
        }));
        const kind = TRAFFIC_ORDER.find((one) =>
          reported.some((part) => part.kind === one && part.reports > 0),
        );
        hours.push(...reported.filter((part) => part.kind === kind));
      }
      return hours;
    });
    return { down: sum(parts.map(({ down }) => down)), up: sum(parts.map(({ up }) => up)) };
  }

  /** Total reported traffic of these sites. */
  total(sites: readonly string[]): { down: number; up: number } {
    const own = this.#devices.filter(({ siteUUID }) => sites.includes(siteUUID));
    const sources = sites.flatMap((site) => {
      const there = own.filter(({ siteUUID }) => siteUUID === site);
      const kind = TRAFFIC_ORDER.find((one) => there.some((device) => device.kind === one));
      return there.filter((device) => device.kind === kind);
    });
    return {
      down: sum(sources.map(({ reported }) => reported.now.down)),
      up: sum(sources.map(({ reported }) => reported.now.up)),
    };
  }

  #sessions(sites: readonly string[]) {
    return this.#devices
      .filter(({ siteUUID }) => sites.includes(siteUUID))
      .flatMap(({ serial, stays }) => stays.map((stay) => ({ ...stay, serial })))
      .filter(({ from, to, down, up }) => to > from || down + up > 0);
  }

  /** Over the whole reported time. */
  terminals(sites: readonly string[]) {
    const sessions = this.#sessions(sites);
    const clients = [...Map.groupBy(sessions, ({ mac }) => mac).values()];
    const bytes = (own: typeof sessions) => sum(own.map(({ down, up }) => down + up));
    const band = (own: typeof sessions) => {
      const seconds = secondsOf(own);
      return seconds < 1_800 ? 'short' : seconds < 7_200 ? 'medium' : seconds < 28_800 ? 'long' : 'longest';
    };
    const kindOf = ([session]: typeof sessions) => kindOfTerminal(session?.hostname ?? '');
    return {
      terminals: clients.length,
      fresh: clients.length,
      downBytes: sum(sessions.map(({ down }) => down)),
      upBytes: sum(sessions.map(({ up }) => up)),
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
    const own = this.#sessions(this.#devices.map(({ siteUUID }) => siteUUID)).filter(
      (stay) => stay.mac === mac,
    );
    return {
      down: sum(own.map(({ down }) => down)),
      up: sum(own.map(({ up }) => up)),
      seconds: secondsOf(own),
    };
  }

  /**
   * Client seconds of a band, and per grade the least and most possible: a client hour counts for its mean signal, which is
   * certain only if all its samples have the same grade.
   */
  signal(sites: readonly string[], band: string) {
    const sessions = this.#sessions(sites).filter((stay) => stay.band === band);
    const hours = sessions.flatMap((session) => hoursOf(session));
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
    return { seconds: secondsOf(sessions), least, most };
  }

  get bands(): readonly string[] {
    return [...new Set(this.#devices.flatMap(({ stays }) => stays.map(({ band }) => band)))].toSorted();
  }

  /** Outages of a device by the server's clock; `to` is null while it is offline. */
  #outagePeriods(
    { links }: DeviceRecord,
    shownAt: (real: number) => number,
  ): { from: number; to: number | null }[] {
    return links
      .flatMap(({ to }, place) => {
        if (to === null) return [];
        const back = links[place + 1];
        return [{ from: shownAt(to), to: back === undefined ? null : shownAt(back.from) }];
      })
      .filter((away) => away.to === null || away.to - away.from >= GRACE_MS);
  }

  /** Presence of these devices in a span in which all of them were known. */
  presence(ids: readonly string[], { from, to }: Span, shownAt: (real: number) => number) {
    const own = this.#devices.filter(({ id }) => ids.includes(id));
    const lengths = own
      .flatMap((device) => this.#outagePeriods(device, shownAt))
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

function secondsOf(sessions: readonly { readonly from: number; readonly to: number }[]): number {
  return sum(sessions.map(({ from, to }) => to - from)) / 1000;
}

function placeOf(signal: number): number {
  return SIGNAL_GRADES.findIndex(({ key }) => key === gradeOf(signal));
}

function hoursOf<S extends { readonly from: number; readonly to: number }>(session: S) {
  const hours: (S & { hour: number; seconds: number })[] = [];
  for (let hour = session.from - (session.from % HOUR); hour < session.to; hour += HOUR) {
    const seconds = (Math.min(session.to, hour + HOUR) - Math.max(session.from, hour)) / 1000;
    hours.push({ ...session, hour, seconds });
  }
  return hours;
}
