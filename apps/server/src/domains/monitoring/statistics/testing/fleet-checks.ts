import { expect } from 'vitest';
import type { ExpectedFleetFigures } from './expected-fleet-figures.ts';
import type { FleetSetup, Place } from './fleet-setup.ts';

type Input = { range: 'day' | 'week' | 'month' } | { from: string; to: string };

export const window = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Each grade is a whole number of seconds. */
const WHOLE = 1;

/** Compares answers of the server with the expected figures at every place. */
export class FleetChecks {
  readonly expected: ExpectedFleetFigures;
  readonly #setup: FleetSetup;
  readonly #key: { readonly as: string };

  constructor(setup: FleetSetup, expected: ExpectedFleetFigures) {
    this.#setup = setup;
    this.expected = expected;
    this.#key = { as: setup.key };
  }

  /** Traffic in total, per site and per access point, and clients per access point. */
  async traffic(input: Input, { place, sites }: Place): Promise<void> {
    const { data } = await this.#setup.server.call('networkStatistics', { ...place, ...input }, this.#key);
    const span = { from: Date.parse(data.from), to: Date.parse(data.to) };
    expect({ input, place, down: data.downBytes, up: data.upBytes }).toEqual({
      input,
      place,
      ...this.expected.traffic(sites, span),
    });
    const compare = async (what: 'sites' | 'aps') =>
      (await this.#setup.server.call('compareNetwork', { ...place, ...input, what }, this.#key)).data.rows;
    const compared = await compare('sites');
    expect(compared.map(({ id }) => id ?? '').toSorted()).toEqual(sites.toSorted());
    for (const { id, downBytes: down, upBytes: up } of compared)
      expect({ input, id, down, up }).toEqual({ input, id, ...this.expected.traffic([id ?? ''], span) });
    const aps = await compare('aps');
    expect(aps.map(({ id }) => id ?? '').toSorted()).toEqual(this.idsOf('ap', sites));
    for (const { id, downBytes, upBytes, clientsMean } of aps) {
      const own = this.expected.device(id ?? '', span);
      expect({ input, id, downBytes, upBytes, clientsMean }).toEqual({
        input,
        id,
        downBytes: own.down,
        upBytes: own.up,
        clientsMean: own.reports === 0 ? null : Math.round((100 * own.clients) / own.reports) / 100,
      });
    }
  }

  idsOf(kind: string | null, sites: readonly string[]): string[] {
    return this.#setup.devices
      .filter((device) => sites.includes(device.siteUUID) && (kind === null || device.kind === kind))
      .map(({ id }) => id)
      .toSorted();
  }

  async allTraffic(): Promise<void> {
    for (const place of this.#setup.places) {
      await this.traffic({ range: 'day' }, place);
      await this.traffic({ range: 'month' }, place);
    }
  }

  #checkSignal(
    signal: readonly { grade: string; band: string; seconds: number }[],
    band: string,
    sites: readonly string[],
  ): void {
    const known = this.expected.signal(sites, band);
    const own = signal.filter((part) => part.band === band);
    const all = own.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(Math.abs(all - known.seconds)).toBeLessThanOrEqual(own.length * WHOLE);
    for (const { grade, seconds } of own) {
      const [least, most] = [known.least, known.most].map((part) => new Map<string, number>(part).get(grade));
      expect(seconds).toBeGreaterThanOrEqual((least ?? 0) - WHOLE);
      expect(seconds).toBeLessThanOrEqual((most ?? 0) + WHOLE);
    }
  }

  /** Current number of clients of the access points. */
  async clientsNow(sites: readonly string[]): Promise<number> {
    const aps = this.#setup.devices.filter(({ kind, siteUUID }) => kind === 'ap' && sites.includes(siteUUID));
    const counts = await Promise.all(aps.map(({ serial }) => this.#setup.fleet.clientsAt(serial)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Compares device counts by place, site and kind. */
  async deviceCounts(away: readonly string[]): Promise<void> {
    const counts = (ids: readonly string[]) => ({
      devices: ids.length,
      online: ids.filter((id) => !away.includes(id)).length,
    });
    const withOffline = (ids: readonly string[]) => ({
      ...counts(ids),
      offline: ids.filter((id) => away.includes(id)).length,
    });
    const withPending = (ids: readonly string[]) => ({ ...counts(ids), neverConnected: 0 });
    for (const { place, sites } of this.#setup.places) {
      const { data } = await this.#setup.server.call('siteHealth', place, this.#key);
      expect(data.totals).toMatchObject({ sites: sites.length, ...withOffline(this.idsOf(null, sites)) });
      expect(data.sites.map(({ siteUUID }) => siteUUID).toSorted()).toEqual(sites.toSorted());
      for (const site of data.sites)
        expect(site).toMatchObject(withOffline(this.idsOf(null, [site.siteUUID])));
      const assets = await this.#setup.server.call('assetStatistics', place, this.#key);
      expect(assets.data).toMatchObject(withPending(this.idsOf(null, sites)));
      for (const { kind, ...answered } of assets.data.kinds)
        expect({ kind, ...answered }).toEqual({ kind, ...withPending(this.idsOf(kind, sites)) });
    }
  }

  async presence(from: number, to: number): Promise<void> {
    const shownAt = (real: number) => this.#setup.shownAt(real);
    const expectedPresence = (ids: readonly string[]) => {
      const { longestSeconds: _, ...presence } = this.expected.presence(ids, { from, to }, shownAt);
      return presence;
    };
    for (const { place, sites } of this.#setup.places) {
      const input = { ...place, ...window(from, to) };
      const { data } = await this.#setup.server.call('deviceStatistics', input, this.#key);
      expect([Date.parse(data.from), Date.parse(data.to)]).toEqual([from, to]);
      const ids = this.idsOf(null, sites);
      expect(data).toMatchObject({ devices: ids.length, ...expectedPresence(ids) });
      for (const { kind, ...answered } of data.kinds) {
        const own = this.idsOf(kind, sites);
        expect({ kind, ...answered }).toEqual({ kind, devices: own.length, ...expectedPresence(own) });
      }
      const listed = await this.#setup.server.call('listAvailability', input, this.#key);
      expect(listed.data.rows.map(({ deviceUUID }) => deviceUUID).toSorted()).toEqual(ids);
      for (const row of listed.data.rows)
        expect(row).toMatchObject(this.expected.presence([row.deviceUUID], { from, to }, shownAt));
    }
  }

  /** Compares clients by kind, session time and signal. */
  async terminals(): Promise<void> {
    for (const { place, sites } of this.#setup.places) {
      const input = { ...place, range: 'week' } as const;
      const { data } = await this.#setup.server.call('terminalStatistics', input, this.#key);
      const { terminals, fresh, downBytes, upBytes, durations } = data;
      const kinds = data.kinds.toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
      expect({ place, terminals, fresh, downBytes, upBytes, kinds, durations }).toEqual({
        place,
        ...this.expected.terminals(sites),
      });
      expect(terminals).toBeGreaterThan(0);
      const top = await this.#setup.server.call('topTerminals', input, this.#key);
      for (const { mac, downBytes: down, upBytes: up, seconds } of top.data ?? []) {
        const own = this.expected.client(mac);
        expect({ mac, down, up }).toEqual({ mac, down: own.down, up: own.up });
        // Whole seconds against milliseconds.
        expect(Math.abs(seconds - own.seconds)).toBeLessThan(0.51);
      }
      const { signal } = (await this.#setup.server.call('networkStatistics', input, this.#key)).data;
      for (const band of this.expected.bands) this.#checkSignal(signal, band, sites);
    }
  }
}
