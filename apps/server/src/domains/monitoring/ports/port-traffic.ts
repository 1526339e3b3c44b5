import { PORT_LIMITS } from '@airloom/contract/ports/ports.limits';
import type { PortTraffic } from '@airloom/contract/ports/ports.model';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { type ChartRequest, chartWindow } from '../telemetry/index.ts';

/** Received and sent bytes, receive and send errors. */
export type Counters = readonly [rxBytes: number, txBytes: number, rxErrors: number, txErrors: number];

export interface PortCounters {
  readonly at: number;
  readonly counters: Counters;
}

/** Counters further apart leave a gap: the switch was offline. */
export const GAP_MS = 2 * HOUR + 30 * MINUTE;
const BITS_PER_BYTE = 8;

interface TrafficWindow {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly stepMs: number;
}

/** Quarters of an hour while they are stored, otherwise the steps of other charts over hours. */
export function trafficWindow(request: ChartRequest, now: number): TrafficWindow {
  const { from, to, stepMs: hourly } = chartWindow(request, now, 0);
  const isFine = to - from <= DAY && from >= now - PORT_LIMITS.sampleHours * HOUR;
  const stepMs = isFine ? PORT_LIMITS.sampleMinutes * MINUTE : hourly;
  return { from, to, stepMs, first: Math.floor(from / stepMs) * stepMs };
}

interface Step {
  readonly sums: [number, number, number, number];
  seconds: number;
}

/** Differences between successive counters, divided among the steps they cover by time. */
export function stepsOf(
  { first, to, stepMs }: TrafficWindow,
  samples: readonly PortCounters[],
): Pick<PortTraffic, 'rxKbps' | 'txKbps' | 'rxErrors' | 'txErrors'> {
  const count = Math.max(1, Math.ceil((to - first) / stepMs));
  const steps = Array.from({ length: count }, (): Step => ({ sums: [0, 0, 0, 0], seconds: 0 }));
  for (const [index, after] of samples.entries()) {
    const before = samples[index - 1];
    if (before === undefined || after.at <= before.at || after.at - before.at > GAP_MS) continue;
    const passed = differences(before.counters, after.counters);
    const firstStep = Math.max(0, Math.floor((before.at - first) / stepMs));
    for (let at = firstStep; at < count && first + at * stepMs < after.at; at += 1) {
      const step = steps[at];
      const start = first + at * stepMs;
      const shared = Math.min(after.at, start + stepMs) - Math.max(before.at, start);
      if (step === undefined || shared <= 0) continue;
      const part = shared / (after.at - before.at);
      for (const [which, amount] of passed.entries())
        step.sums[which] = (step.sums[which] ?? 0) + amount * part;
      step.seconds += shared / 1000;
    }
  }
  const rate = (which: 0 | 1) =>
    steps.map(({ sums, seconds }) =>
      seconds === 0 ? null : rounded((sums[which] * BITS_PER_BYTE) / 1000 / seconds),
    );
  const total = (which: 2 | 3) =>
    steps.map(({ sums, seconds }) => (seconds === 0 ? null : Math.round(sums[which])));
  return { rxKbps: rate(0), txKbps: rate(1), rxErrors: total(2), txErrors: total(3) };
}

/** A smaller counter was reset and counts from zero. */
function differences(before: Counters, after: Counters): number[] {
  return after.map((value, which) => {
    const earlier = before[which] ?? 0;
    return value < earlier ? value : value - earlier;
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
