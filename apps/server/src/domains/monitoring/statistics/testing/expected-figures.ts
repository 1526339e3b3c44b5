import { kindOfTerminal } from '@airloom/contract/clients/client-kinds';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { gradeOf, SIGNAL_GRADES } from '@airloom/contract/statistics/statistics.model';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { type Counted, round, share, stepsOf, sum } from './arithmetic.ts';
import { ExpectedPresence } from './expected-presence.ts';
import { type Passed, type SimulatedNetwork } from './simulated-network.ts';

const SLOT = 5 * MINUTE;
const hourOf = (at: number) => at - (at % HOUR);
const slotOf = (at: number) => at - (at % SLOT);
const mean = (values: readonly number[]) => sum(values) / values.length;
const meanOrNull = (values: readonly number[]) => (values.length === 0 ? null : round(mean(values)));

const hourly = ({ siteId, at }: Passed) => `${siteId} ${hourOf(at)}`;

function within<T extends { readonly at: number }>(
  rows: readonly T[],
  step: { from: number; to: number },
): T[] {
  return rows.filter(({ at }) => at >= step.from && at < step.to);
}

const RANK: Readonly<Record<DeviceKind, number>> = {
  gateway: 1,
  ap: 2,
  smart: 2,
  switch: 3,
  ac: 3,
  controller: 3,
};

/** Expected answers, computed one by one from the simulated reports. */
export class ExpectedFigures {
  readonly presence: ExpectedPresence;
  readonly #simulated: SimulatedNetwork;
  readonly #sites: readonly string[];

  constructor(simulated: SimulatedNetwork, sites: readonly string[]) {
    this.presence = new ExpectedPresence(simulated, sites);
    this.#simulated = simulated;
    this.#sites = sites;
  }

  #entries(from: number, to: number): Passed[] {
    return this.#simulated.entries.filter(
      ({ at, siteId }) => at >= from && at < to && this.#sites.includes(siteId),
    );
  }

  /** Entries that count as traffic of their site: those of the devices closest to the uplink in that hour. */
  passing(from: number, to: number): Passed[] {
    const closest = new Map(
      [...Map.groupBy(this.#simulated.entries, hourly)].map(([hour, reported]) => [
        hour,
        Math.min(...reported.map(({ kind }) => RANK[kind])),
      ]),
    );
    return this.#entries(from, to).filter((entry) => RANK[entry.kind] === closest.get(hourly(entry)));
  }

  /** Clients of a site by slot with reports. */
  #clients(entries: readonly Passed[]): Map<number, number> {
    return new Map(
      [...Map.groupBy(entries, ({ at }) => slotOf(at))].map(([slot, own]) => [
        slot,
        sum(
          [
            ...Map.groupBy(
              own.filter(({ kind }) => kind === 'ap'),
              ({ device }) => device,
            ).values(),
          ].map((reports) => mean(reports.map(({ clients }) => clients))),
        ),
      ]),
    );
  }

  /** Clients of all sites: by slot, or by hour as sums of the sites' means and peaks. */
  #clientCounts(
    from: number,
    to: number,
    unit: 'slot' | 'hour',
  ): { at: number; clients: number; most: number }[] {
    const parts = this.#sites.flatMap((site) => {
      const own = this.#entries(from, to).filter(({ siteId }) => siteId === site);
      const slots = [...this.#clients(own)];
      if (unit === 'slot') return slots.map(([at, clients]) => ({ at, clients, most: clients }));
      return [...Map.groupBy(slots, ([at]) => hourOf(at))].map(([at, some]) => {
        const counts = some.map(([, clients]) => clients);
        return { at, clients: mean(counts), most: Math.round(Math.max(...counts)) };
      });
    });
    return [...Map.groupBy(parts, ({ at }) => at)].map(([at, own]) => ({
      at,
      clients: sum(own.map(({ clients }) => clients)),
      most: Math.round(sum(own.map(({ most }) => most))),
    }));
  }

  /** Client figures by hour, as far as they were reported. */
  #clientHours(from: number, to: number) {
    return this.#simulated.sessions.flatMap((session) => {
      if (!this.#sites.includes(this.#simulated.siteAt(session.device, session.from))) return [];
      const end = Math.min(session.to, this.#simulated.device(session.device).lastReportAt);
      const hours: (typeof session & { hour: number; seconds: number })[] = [];
      for (let hour = hourOf(session.from); hour < end; hour += HOUR) {
        if (hour < from || hour >= to) continue;
        const seconds = (Math.min(end, hour + HOUR) - Math.max(session.from, hour)) / 1000;
        if (seconds > 0) hours.push({ ...session, hour, seconds });
      }
      return hours;
    });
  }

  network(counted: Counted) {
    const [from, to] = [Date.parse(counted.from), Date.parse(counted.to)];
    const passed = this.passing(from, to);
    const entries = this.#entries(from, to);
    const clientCounts = this.#clientCounts(from, to, counted.stepSeconds * 1000 >= HOUR ? 'hour' : 'slot');
    const clientHours = this.#clientHours(hourOf(from), to);
    const steps = stepsOf(counted);
    const rate = (figure: (entry: Passed) => number) =>
      steps.map((step) => {
        if (within(clientCounts, step).length === 0) return null;
        const own = passed.filter(({ at }) => at >= step.from && at < step.to);
        return round((sum(own.map(figure)) * 8) / (step.to - step.from));
      });
    const bands = (['2G', '5G', '6G'] as const).filter(
      (band) =>
        entries.some(({ radios }) => radios.some((radio) => radio.band === band)) ||
        clientHours.some((clientHour) => clientHour.band === band),
    );
    // Over more than a week radio samples are read by the day, except for the hours before and after.
    const isLong = to - from > 7 * DAY + HOUR;
    const days = { from: Math.ceil(from / DAY) * DAY, to: Math.floor(hourOf(to - 5 * MINUTE) / DAY) * DAY };
    const known = (step: { from: number; to: number }, unit: number) => {
      const isInDay = isLong && step.from >= days.from && step.from < days.to;
      const size = isInDay ? DAY : unit;
      return { from: step.from - (step.from % size), to: Math.ceil(step.to / size) * size };
    };
    const measured = (band: string, figure: 'utilisation' | 'noise') =>
      steps.map((step) => {
        const part = known(step, SLOT);
        return meanOrNull(
          entries
            .filter(({ at }) => at >= part.from && at < part.to)
            .flatMap(({ radios }) => radios.filter((radio) => radio.band === band))
            .map((radio) => radio[figure]),
        );
      });
    const retries = (band: string) =>
      steps.map((step) => {
        const part = known(step, HOUR);
        const own = clientHours.filter(
          (clientHour) =>
            clientHour.band === band && clientHour.hour >= part.from && clientHour.hour < part.to,
        );
        return share(
          sum(own.map((clientHour) => clientHour.retries * clientHour.seconds)),
          sum(own.map((clientHour) => clientHour.packets * clientHour.seconds)),
        );
      });
    return {
      downBytes: sum(passed.map(({ down }) => down)),
      upBytes: sum(passed.map(({ up }) => up)),
      clientsMean: meanOrNull(clientCounts.map(({ clients }) => clients)),
      clientsMost: Math.max(0, ...clientCounts.map(({ most }) => most)),
      series: [
        { metric: 'trafficDown', values: rate(({ down }) => down) },
        { metric: 'trafficUp', values: rate(({ up }) => up) },
        {
          metric: 'clients',
          values: steps.map((step) => meanOrNull(within(clientCounts, step).map(({ clients }) => clients))),
        },
      ],
      bands: bands.map((band) => ({
        band,
        series: [
          { metric: 'utilisationPercent', values: measured(band, 'utilisation') },
          { metric: 'noise', values: measured(band, 'noise') },
          { metric: 'retryPercent', values: retries(band) },
        ],
      })),
      signal: bands
        .filter((band) => clientHours.some((clientHour) => clientHour.band === band))
        .flatMap((band) =>
          SIGNAL_GRADES.map(({ key }) => ({
            grade: key,
            band,
            seconds: sum(
              clientHours
                .filter((clientHour) => clientHour.band === band && gradeOf(clientHour.signal) === key)
                .map(({ seconds }) => seconds),
            ),
          })),
        ),
    };
  }

  /** Figures of one site, access point or network. */
  compared(
    counted: { readonly from: number; readonly to: number; readonly by: 'slot' | 'hour' },
    of: { site?: string; device?: string; ssid?: string },
  ) {
    const { from, to, by } = counted;
    const clientHours = this.#clientHours(hourOf(from), to);
    const sent = (own: typeof clientHours) =>
      share(
        sum(own.map((clientHour) => clientHour.retries * clientHour.seconds)),
        sum(own.map((clientHour) => clientHour.packets * clientHour.seconds)),
      );
    const utilised = (own: readonly Passed[]) =>
      meanOrNull(own.flatMap(({ radios }) => radios.map(({ utilisation }) => utilisation)));
    if (of.ssid !== undefined) {
      const own = clientHours.filter(({ ssid }) => ssid === of.ssid);
      return {
        downBytes: sum(own.map((clientHour) => clientHour.down * clientHour.seconds)),
        upBytes: sum(own.map((clientHour) => clientHour.up * clientHour.seconds)),
        clientsMost: null,
        utilisationPercent: null,
        retryPercent: sent(own),
      };
    }
    if (of.device !== undefined) {
      const own = this.#entries(hourOf(from), Math.ceil(to / HOUR) * HOUR).filter(
        ({ device }) => device === of.device,
      );
      return {
        downBytes: sum(own.map(({ down }) => down)),
        upBytes: sum(own.map(({ up }) => up)),
        clientsMean: meanOrNull(own.map(({ clients }) => clients)),
        clientsMost: own.length === 0 ? null : Math.max(...own.map(({ clients }) => clients)),
        utilisationPercent: utilised(own),
        retryPercent: sent(clientHours.filter(({ device }) => device === of.device)),
      };
    }
    const site = new ExpectedFigures(
      this.#simulated,
      this.#sites.filter((id) => id === of.site),
    );
    const clientCounts = site.#clientCounts(from, to, by);
    const passed = site.passing(from, to);
    return {
      downBytes: sum(passed.map(({ down }) => down)),
      upBytes: sum(passed.map(({ up }) => up)),
      clientsMean: meanOrNull(clientCounts.map(({ clients }) => clients)),
      clientsMost: clientCounts.length === 0 ? null : Math.max(...clientCounts.map(({ most }) => most)),
      utilisationPercent: utilised(site.#entries(from, to)),
      retryPercent: sent(site.#clientHours(hourOf(from), to)),
    };
  }

  terminals(counted: Counted) {
    const [from, to] = [Date.parse(counted.from), Date.parse(counted.to)];
    const clientHours = this.#clientHours(from, to);
    const clients = [...Map.groupBy(clientHours, ({ mac }) => mac).values()];
    const firstSeen = (mac: string) =>
      Math.min(
        ...this.#simulated.sessions.filter((session) => session.mac === mac).map((session) => session.from),
      );
    const stepMs = counted.stepSeconds * 1000;
    const first = Date.parse(counted.firstAt);
    const stepAt = (at: number) => Math.floor((at - first) / stepMs);
    const macs = new Set(clientHours.map(({ mac }) => mac));
    const kindOf = (own: typeof clientHours) => kindOfTerminal(own.at(-1)?.hostname ?? '');
    const bytes = (own: typeof clientHours) =>
      sum(own.map((clientHour) => (clientHour.up + clientHour.down) * clientHour.seconds));
    const band = (own: typeof clientHours) => {
      const seconds = sum(own.map((clientHour) => clientHour.seconds));
      return seconds < 1_800 ? 'short' : seconds < 7_200 ? 'medium' : seconds < 28_800 ? 'long' : 'longest';
    };
    return {
      terminals: macs.size,
      fresh: [...macs].filter((mac) => firstSeen(mac) >= from).length,
      downBytes: sum(clientHours.map((clientHour) => clientHour.down * clientHour.seconds)),
      upBytes: sum(clientHours.map((clientHour) => clientHour.up * clientHour.seconds)),
      series: [
        {
          metric: 'terminals',
          values: stepsOf(counted).map(
            (_, step) =>
              new Set(clientHours.filter(({ hour }) => stepAt(hour) === step).map(({ mac }) => mac)).size,
          ),
        },
        {
          metric: 'fresh',
          values: stepsOf(counted).map(
            (_, step) =>
              [...macs].filter((mac) => firstSeen(mac) >= from && stepAt(firstSeen(mac)) === step).length,
          ),
        },
      ],
      kinds: [...Map.groupBy(clients, kindOf)]
        .map(([kind, own]) => ({ kind, terminals: own.length, bytes: bytes(own.flat()) }))
        .toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
      durations: (['short', 'medium', 'long', 'longest'] as const).map((key) => ({
        band: key,
        terminals: clients.filter((own) => band(own) === key).length,
      })),
    };
  }

  top(from: number, to: number) {
    return [...Map.groupBy(this.#clientHours(from, to), ({ mac }) => mac)]
      .map(([mac, own]) => ({
        mac,
        name: own.at(-1)?.hostname,
        kind: kindOfTerminal(own.at(-1)?.hostname ?? ''),
        downBytes: sum(own.map((clientHour) => clientHour.down * clientHour.seconds)),
        upBytes: sum(own.map((clientHour) => clientHour.up * clientHour.seconds)),
        seconds: sum(own.map((clientHour) => clientHour.seconds)),
      }))
      .toSorted((one, other) => other.downBytes + other.upBytes - one.downBytes - one.upBytes);
  }

  /** Distinct clients at access points by their newest report. */
  clientsNow(): number {
    const there = this.#simulated.sessions.filter((session) => {
      const { lastReportAt, siteId } = this.#simulated.device(session.device);
      return this.#sites.includes(siteId) && session.from < lastReportAt && lastReportAt <= session.to;
    });
    return new Set(there.map(({ mac }) => mac)).size;
  }

  /** Traffic of a span in kilobits per second. */
  rates(from: number, to: number) {
    const passed = this.passing(from, to);
    const rate = (bytes: number) => round((bytes * 8) / (to - from));
    return {
      down: rate(sum(passed.map(({ down }) => down))),
      up: rate(sum(passed.map(({ up }) => up))),
      clients: round(sum(this.#clientCounts(from, to, 'hour').map(({ clients }) => clients))),
    };
  }
}
