import type { Hint } from '@airloom/contract/clients/client-problems';

/** Wireless service of a client, from the last report of its access point; null where not reported. */
export interface Served {
  readonly signal: number | null;
  readonly downRateKbps: number | null;
  /** Of packets sent to it in the last minutes. */
  readonly retryPercent: number | null;
  readonly utilisationPercent: number | null;
  readonly deviceClients: number | null;
  readonly cpuPercent: number | null;
}

/** Recent events of a client. */
export interface RecentEvents {
  /** It is on 2.4 GHz and was on a higher band at the same site before. */
  readonly wasOnBetterBand: boolean;
  /** In the last hour. */
  readonly roams: number;
  /** In the last day. */
  readonly refusals: number;
}

export interface GivenHint {
  readonly hint: Hint;
  readonly value: number | null;
}

interface Trait {
  readonly hint: Hint;
  readonly of: (served: Served) => number | null;
  /** No cost up to `fine`, full cost from `bad` on. */
  readonly fine: number;
  readonly bad: number;
  readonly costs: number;
  /** Compared on a logarithmic scale. */
  readonly byTimes?: true;
}

const TRAITS: readonly Trait[] = [
  { hint: 'weakSignal', of: ({ signal }) => signal, fine: -65, bad: -85, costs: 45 },
  { hint: 'manyRetries', of: ({ retryPercent }) => retryPercent, fine: 10, bad: 50, costs: 20 },
  {
    hint: 'crowdedChannel',
    of: ({ utilisationPercent }) => utilisationPercent,
    fine: 50,
    bad: 90,
    costs: 20,
  },
  {
    hint: 'lowRate',
    of: ({ downRateKbps }) => downRateKbps,
    fine: 65_000,
    bad: 2_000,
    costs: 20,
    byTimes: true,
  },
  { hint: 'crowdedDevice', of: ({ deviceClients }) => deviceClients, fine: 30, bad: 90, costs: 10 },
  { hint: 'busyDevice', of: ({ cpuPercent }) => cpuPercent, fine: 70, bad: 100, costs: 10 },
];

/** A hint is given from half of its maximum cost. */
const HINT_SHARE = 0.5;
const ROAMS_OFTEN = 5;
const BEST = 100;

function shareOf({ fine, bad, byTimes }: Trait, value: number): number {
  const on = byTimes ? (figure: number) => Math.log2(Math.max(figure, 1)) : (figure: number) => figure;
  return Math.min(1, Math.max(0, (on(value) - on(fine)) / (on(bad) - on(fine))));
}

function costsOf(served: Served) {
  return TRAITS.flatMap((trait) => {
    const value = trait.of(served);
    if (value === null) return [];
    const share = shareOf(trait, value);
    return [{ hint: trait.hint, value, share, cost: trait.costs * share }];
  });
}

/** From 0 to 100; null when the signal is unknown. */
export function scoreOf(served: Served): number | null {
  if (served.signal === null) return null;
  const cost = costsOf(served).reduce((sum, one) => sum + one.cost, 0);
  return Math.round(Math.max(0, BEST - cost));
}

/** Reasons for slow service, most expensive first. */
export function hintsOf(served: Served | null, lately: RecentEvents): GivenHint[] {
  const costs = served === null ? [] : costsOf(served);
  const hints: GivenHint[] = costs
    .filter(({ share }) => share >= HINT_SHARE)
    .sort((one, other) => other.cost - one.cost)
    .map(({ hint, value }) => ({ hint, value }));
  if (lately.wasOnBetterBand) hints.push({ hint: 'slowBand', value: null });
  if (lately.roams >= ROAMS_OFTEN) hints.push({ hint: 'roamsOften', value: lately.roams });
  if (lately.refusals > 0) hints.push({ hint: 'refused', value: lately.refusals });
  return hints;
}
