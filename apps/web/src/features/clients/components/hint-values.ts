import type { Hint } from '@airloom/contract/clients/client-problems';
import type { Units } from '@airloom/contract/formats/figures/units';

/** Measured value with its unit. */
export const HINT_VALUES: Readonly<Record<Hint, (value: number, units: Units) => string>> = {
  weakSignal: (value, units) => units.dbm(value),
  crowdedChannel: (value, units) => units.percent(value),
  manyRetries: (value, units) => units.percent(value),
  slowBand: () => '',
  crowdedDevice: (value, units) => units.count(value),
  busyDevice: (value, units) => units.percent(value),
  roamsOften: (value, units) => units.count(value),
  lowRate: (value, units) => units.rate(value),
  refused: (value, units) => units.count(value),
};
