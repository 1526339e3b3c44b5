import type { DeviceStatistics } from '@airloom/contract/statistics/statistics.model';
import type { ChartWindow } from '../../telemetry/index.ts';
import { type KindPresence, presenceOf, type StepPresence } from './availability.repository.ts';
import { percentOf, shownSteps, stepsOf } from './window.ts';

function valuesOf(window: ChartWindow, parts: readonly StepPresence[]): (number | null)[] {
  const byStep = new Map(parts.map((part) => [part.step, part]));
  let there = byStep.get(-1)?.came ?? 0;
  return stepsOf(window).map(({ from, to }, step) => {
    const part = byStep.get(step);
    const all = (there * (to - from)) / 1000 + (part?.seconds ?? 0);
    there += part?.came ?? 0;
    return percentOf(all - (part?.away ?? 0), all);
  });
}

export function deviceStatisticsOf(
  window: ChartWindow,
  kinds: readonly KindPresence[],
  steps: readonly StepPresence[],
): DeviceStatistics {
  const sum = (figure: (kind: KindPresence) => number) => kinds.reduce((all, kind) => all + figure(kind), 0);
  return {
    ...shownSteps(window),
    devices: sum(({ devices }) => devices),
    ...presenceOf({
      seconds: sum(({ seconds }) => seconds),
      away: sum(({ away }) => away),
      outages: sum(({ outages }) => outages),
    }),
    series: [{ metric: 'availabilityPercent', values: valuesOf(window, steps) }],
    kinds: kinds.map((kind) => ({ kind: kind.kind, devices: kind.devices, ...presenceOf(kind) })),
  };
}
