import type { DeviceChart, DeviceMetric, RadioMetric } from '@airloom/contract/telemetry/telemetry.model';
import { hasValues, type Line } from '../../../shared/chart/series.ts';

/** What a device measured of these, under the names given. */
export function deviceLines(
  chart: DeviceChart,
  names: readonly (readonly [metric: DeviceMetric, name: string])[],
): Line[] {
  return names.flatMap(([metric, name]) => {
    const series = chart.series.find((one) => one.metric === metric);
    return series ? [{ name, values: series.values }] : [];
  });
}

/** The same measure of every radio, a line each. */
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

/** A chart of what this device never measures would stay empty for ever. */
export function worthDrawing(lines: readonly Line[], always: boolean): boolean {
  return always || hasValues(lines);
}
