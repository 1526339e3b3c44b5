import { BANDS } from '@airloom/contract/devices/devices.model';
import {
  BAND_METRICS,
  NETWORK_METRICS,
  type NetworkStatistics,
  SIGNAL_GRADES,
} from '@airloom/contract/statistics/statistics.model';
import type { ChartWindow } from '../../telemetry/index.ts';
import type { MeasuredAir, TrafficFigures } from './site-figures.repository.ts';
import type { WifiPart } from './wifi.repository.ts';
import { kbps, overlapping, percentOf, rounded, type Span, shownSteps, stepsOf } from './window.ts';

export interface NetworkParts {
  readonly traffic: readonly TrafficFigures[];
  readonly air: readonly MeasuredAir[];
  readonly wifi: readonly WifiPart[];
}

const sumOf = <T>(rows: readonly T[], figure: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);

const meanOf = (sum: number, count: number): number | null => (count === 0 ? null : rounded(sum / count));

/** Rows by step. */
function byStep<T extends { readonly at: number }>(
  window: ChartWindow,
  rows: readonly T[],
): Map<number, T[]> {
  return Map.groupBy(rows, ({ at }) => Math.floor((at - window.first) / window.stepMs));
}

type NetworkMetric = (typeof NETWORK_METRICS)[number];
const OF_NETWORK: Readonly<
  Record<NetworkMetric, (traffic: readonly TrafficFigures[], step: Span) => number | null>
> = {
  trafficDown: (traffic, step) =>
    kbps(
      sumOf(traffic, ({ down }) => down),
      step,
    ),
  trafficUp: (traffic, step) =>
    kbps(
      sumOf(traffic, ({ up }) => up),
      step,
    ),
  clients: (traffic) =>
    meanOf(
      sumOf(traffic, ({ clients }) => clients),
      traffic.length,
    ),
};

/** A step shorter than its row shows the value of the row. */
function bandsOf(window: ChartWindow, { air, wifi }: NetworkParts): NetworkStatistics['bands'] {
  const steps = stepsOf(window);
  return BANDS.flatMap((band) => {
    const measured = air.filter((row) => row.band === band);
    const sent = wifi.filter((row) => row.band === band);
    if (measured.length === 0 && sent.length === 0) return [];
    const values: Record<(typeof BAND_METRICS)[number], (number | null)[]> = {
      utilisationPercent: [],
      noise: [],
      retryPercent: [],
    };
    for (const step of steps) {
      const own = overlapping(measured, step);
      values.utilisationPercent.push(
        meanOf(
          sumOf(own, (row) => row.utilisationSum),
          sumOf(own, (row) => row.utilisationSamples),
        ),
      );
      values.noise.push(
        meanOf(
          sumOf(own, (row) => row.noiseSum),
          sumOf(own, (row) => row.noiseSamples),
        ),
      );
      const passed = overlapping(sent, step);
      values.retryPercent.push(
        percentOf(
          sumOf(passed, (row) => row.retries),
          sumOf(passed, (row) => row.packets),
        ),
      );
    }
    return [{ band, series: BAND_METRICS.map((metric) => ({ metric, values: values[metric] })) }];
  });
}

function signalOf(wifi: readonly WifiPart[]): NetworkStatistics['signal'] {
  return BANDS.flatMap((band) => {
    const own = wifi.filter((row) => row.band === band);
    if (own.length === 0) return [];
    return SIGNAL_GRADES.map(({ key }) => ({
      grade: key,
      band,
      seconds: Math.round(sumOf(own, ({ measured }) => measured[key])),
    }));
  });
}

export function networkOf(window: ChartWindow, parts: NetworkParts): NetworkStatistics {
  const { traffic, wifi } = parts;
  const steps = byStep(window, traffic);
  return {
    ...shownSteps(window),
    downBytes: sumOf(traffic, ({ down }) => down),
    upBytes: sumOf(traffic, ({ up }) => up),
    clientsMean: meanOf(
      sumOf(traffic, ({ clients }) => clients),
      traffic.length,
    ),
    clientsMost: Math.max(0, ...traffic.map(({ most }) => most)),
    series: NETWORK_METRICS.map((metric) => ({
      metric,
      values: stepsOf(window).map((step, place) => {
        const own = steps.get(place);
        return own === undefined ? null : OF_NETWORK[metric](own, step);
      }),
    })),
    bands: bandsOf(window, parts),
    signal: signalOf(wifi),
  };
}
