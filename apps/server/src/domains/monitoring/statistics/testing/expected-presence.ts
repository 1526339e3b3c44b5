import { type Counted, share, stepsOf, sum } from './arithmetic.ts';
import type { SimulatedNetwork } from './simulated-network.ts';

/** Expected availability of devices, computed from the simulated outages. */
export class ExpectedPresence {
  readonly #simulated: SimulatedNetwork;
  readonly #sites: readonly string[];

  constructor(simulated: SimulatedNetwork, sites: readonly string[]) {
    this.#simulated = simulated;
    this.#sites = sites;
  }

  /** Spans in which a device was placed in these sites, clipped. */
  placedIn(key: string, from: number, to: number): { from: number; to: number }[] {
    return this.#simulated
      .placesOf(key)
      .filter(({ siteId }) => this.#sites.includes(siteId))
      .map((place) => ({ from: Math.max(from, place.from), to: Math.min(to, place.to) }))
      .filter((place) => place.from < place.to)
      .reduce<{ from: number; to: number }[]>((all, { from: since, to: until }) => {
        const last = all.at(-1);
        if (last?.to === since) last.to = until;
        else all.push({ from: since, to: until });
        return all;
      }, []);
  }

  /** Counted time of devices and the lengths of their outages, clipped. */
  #outagePeriods(from: number, to: number, keys?: readonly string[]) {
    const devices = [...this.#simulated.devices.values()]
      .filter(({ key }) => keys === undefined || keys.includes(key))
      .map(({ key, firstOnlineAt, outagePeriods }) => {
        const spans = this.placedIn(key, Math.max(from, firstOnlineAt), to);
        const partsOf = (away: { from: number; to: number | null }) =>
          spans
            .map((span) => Math.min(away.to ?? to, span.to) - Math.max(away.from, span.from))
            .filter((length) => length > 0);
        return {
          counted: sum(spans.map((span) => span.to - span.from)),
          lengths: outagePeriods.flatMap(partsOf),
        };
      })
      .filter(({ counted }) => counted > 0);
    return { devices, lengths: devices.flatMap(({ lengths }) => lengths) };
  }

  of(from: number, to: number, keys?: readonly string[]) {
    const { devices, lengths } = this.#outagePeriods(from, to, keys);
    const all = sum(devices.map(({ counted }) => counted));
    const away = sum(lengths);
    return {
      devices: devices.length,
      percent: share(all - away, all),
      onlineSeconds: Math.round((all - away) / 1000),
      awaySeconds: Math.round(away / 1000),
      outages: lengths.length,
    };
  }

  longestSeconds(from: number, to: number, key: string): number {
    return Math.round(Math.max(0, ...this.#outagePeriods(from, to, [key]).lengths) / 1000);
  }

  series(counted: Counted): (number | null)[] {
    return stepsOf(counted).map(({ from, to }) => this.of(from, to).percent);
  }
}
