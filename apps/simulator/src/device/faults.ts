import { NO_STRAIN, type Strain } from '../world/vitals.ts';

/** What is wrong with a device on demand. */
export interface Faults {
  strain: Strain;
  /** What it says to the next configurations. */
  configuration: 'none' | 'partly' | 'refused';
  /** Where the next upgrade fails. */
  firmware: 'none' | 'download' | 'install' | 'boot';
  /** How far its clock is off. */
  skewMs: number;
  /** How long each frame takes to leave. */
  slowMs: number;
  /** How long reports are held back. */
  lateMs: number;
  /** Of a hundred frames. */
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
