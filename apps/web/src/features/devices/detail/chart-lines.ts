import type { DeviceChart, DeviceMetric, RadioMetric } from '@airloom/contract/telemetry/telemetry.model';
import { hasValues, type Line } from '../../../shared/chart/series.ts';

/** Lines of these series, with the given names. */
export function deviceLines(
  chart: DeviceChart,
  names: readonly (readonly [metric: DeviceMetric, name: string])[],
): Line[] {
  return names.flatMap(([metric, name]) => {
    const series = chart.series.find((one) => one.metric === metric);
    return series ? [{ name, values: series.values }] : [];
  });
}

/** One line per radio. */
export function radioLines(
  chart: DeviceChart,
  metric: RadioMetric,
  nameOf: (radio: DeviceChart['radios'][number]) => string,
): Line[] {
  return chart.radios.flatMap((radio) => {
    const series = radio.series.find((one) => one.metric === metric);
    return series ? [{ name: nameOf(radio), values: series.values }] : [];
  });
}

/** A chart without values is hidden unless `always`. */
export function worthDrawing(lines: readonly Line[], always: boolean): boolean {
  return always || hasValues(lines);
}
