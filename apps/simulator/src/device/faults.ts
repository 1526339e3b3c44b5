import { NO_STRAIN, type Strain } from '../simulation/system-metrics.ts';

/** Injected faults of a device. */
export interface Faults {
  strain: Strain;
  /** Result of the next configurations. */
  configuration: 'none' | 'partly' | 'refused';
  /** Step at which the next upgrade fails. */
  firmware: 'none' | 'download' | 'install' | 'boot';
  /** Clock offset. */
  skewMs: number;
  /** Delay of each frame. */
  slowMs: number;
  /** Delay of reports. */
  lateMs: number;
  /** Percentage of frames. */
  dropPercent: number;
  duplicatePercent: number;
}

export function noFaults(): Faults {
  return {
    strain: NO_STRAIN,
    configuration: 'none',
    firmware: 'none',
    skewMs: 0,
    slowMs: 0,
    lateMs: 0,
    dropPercent: 0,
    duplicatePercent: 0,
  };
}
