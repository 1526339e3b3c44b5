import {
  DEVICE_METRICS,
  type DeviceChart,
  type DeviceMetric,
  RADIO_METRICS,
  type RadioMetric,
} from '@airloom/contract/telemetry/telemetry.model';
import type { Band } from '@airloom/device-protocol/model';
import { RADIOS } from '../ingest/report-columns.ts';
import type { ChartWindow } from './chart-window.ts';

/** Figures of one step, with the column names of rollups. */
export interface ChartRow {
  readonly step: number;
  /** Seconds between its first report and the previous one. */
  readonly gap: number | null;
  readonly figures: Readonly<Record<string, number | null>>;
}

/** Reports further apart leave a gap; a step between closer ones is covered by the later report. */
const GAP_SECONDS = 10 * 60;

type Figures = ChartRow['figures'];

function rate(figures: Figures, bytes: string): number | null {
  const seconds = figures.seconds ?? 0;
  const passed = figures[bytes] ?? null;
  return passed === null || seconds <= 0 ? null : rounded((passed * 8) / 1000 / seconds);
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 100) / 100;
}

/** For the device, traffic received on the uplink is downstream. */
const OF_DEVICE: Readonly<Record<DeviceMetric, (figures: Figures) => number | null>> = {
  trafficDown: (figures) => rate(figures, 'rx_bytes'),
  trafficUp: (figures) => rate(figures, 'tx_bytes'),
  clients: (figures) => rounded(figures.clients_avg),
  cpuPercent: (figures) => rounded(figures.cpu_avg),
  memoryPercent: (figures) => rounded(figures.memory_avg),
  temperature: (figures) => rounded(figures.temperature_max),
  powerWatts: (figures) => rounded(figures.power_avg),
};

/** What a radio sends is downstream. */
const OF_RADIO: Readonly<Record<RadioMetric, (figures: Figures, radio: string) => number | null>> = {
  utilisationPercent: (figures, radio) => rounded(figures[`${radio}_utilisation_avg`]),
  noise: (figures, radio) => rounded(figures[`${radio}_noise_avg`]),
  radioClients: (figures, radio) => rounded(figures[`${radio}_clients_max`]),
  radioTrafficDown: (figures, radio) => rate(figures, `${radio}_tx_bytes`),
  radioTrafficUp: (figures, radio) => rate(figures, `${radio}_rx_bytes`),
};

export function chartOf(
  window: ChartWindow,
  rows: readonly ChartRow[],
  bands: ReadonlyMap<number, Band>,
): DeviceChart {
  const steps = stepsOf(window, rows);
  const radios = Array.from({ length: RADIOS }, (_, index) => index).filter((index) =>
    rows.some(({ figures }) => typeof figures[`r${index}_clients_max`] === 'number'),
  );
  return {
    from: new Date(window.from).toISOString(),
    to: new Date(window.to).toISOString(),
    stepSeconds: window.stepMs / 1000,
    firstAt: new Date(window.first).toISOString(),
    series: DEVICE_METRICS.map((metric) => ({
      metric,
      values: steps.map((figures) => figures && OF_DEVICE[metric](figures)),
    })),
    radios: radios.map((index) => ({
      index,
      band: bands.get(index) ?? null,
      series: RADIO_METRICS.map((metric) => ({
        metric,
        values: steps.map((figures) => {
          const hasRadio = typeof figures?.[`r${index}_clients_max`] === 'number';
          return figures && hasRadio ? OF_RADIO[metric](figures, `r${index}`) : null;
        }),
      })),
    })),
  };
}

/** Every step of the window, null where nothing was reported. */
function stepsOf({ first, to, stepMs }: ChartWindow, rows: readonly ChartRow[]): (Figures | null)[] {
  const count = Math.max(1, Math.ceil((to - first) / stepMs));
  const steps: (Figures | null)[] = Array.from({ length: count }, () => null);
  for (const { step, gap, figures } of rows) {
    const at = Math.round((step - first) / stepMs);
    if (at < 0 || at >= count) continue;
    steps[at] = figures;
    const covered = gap !== null && gap <= GAP_SECONDS ? Math.ceil((gap * 1000) / stepMs) : 0;
    for (let before = at - 1; before >= Math.max(0, at - covered) && steps[before] === null; before -= 1) {
      steps[before] = figures;
    }
  }
  return steps;
}
