import { NO_STRAIN, type Strain } from '../simulation/system-metrics.ts';

/**
 * `partly`, `refused`: rejects a setting, or the document because of it. `silent`: disconnects without an answer and
 * returns with the previous configuration. `incomplete`: reports success, but the last network is not on air. `late`:
 * applies it, but disconnects without an answer.
 */
export const CONFIGURATION_FAULTS = ['none', 'partly', 'refused', 'silent', 'incomplete', 'late'] as const;
export type ConfigurationFault = (typeof CONFIGURATION_FAULTS)[number];

export const FIRMWARE_FAULTS = ['none', 'download', 'install', 'boot'] as const;

/** Injected faults of a device. */
export interface Faults {
  strain: Strain;
  /** Result of the next configurations. */
  configuration: ConfigurationFault;
  /** Number of configurations with this result. */
  configurationTimes: number;
  /**
   * Only configurations with this setting are rejected, as `/radios/0/channel`; `*` stands for any name or index. Null:
   * any configuration.
   */
  rejectedPath: string | null;
  rejectedText: string;
  /** How long the device is disconnected with `silent` and `late`. */
  awayMs: number;
  /** Restarts without its configuration. */
  losesConfiguration: boolean;
  /** Step at which the next upgrade fails. */
  firmware: (typeof FIRMWARE_FAULTS)[number];
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

export type FaultSettings = Partial<Omit<Faults, 'strain'>>;

export function noFaults(): Faults {
  return {
    strain: NO_STRAIN,
    configuration: 'none',
    configurationTimes: Number.POSITIVE_INFINITY,
    rejectedPath: null,
    rejectedText: 'Value was refused on demand',
    awayMs: 30_000,
    losesConfiguration: false,
    firmware: 'none',
    skewMs: 0,
    slowMs: 0,
    lateMs: 0,
    dropPercent: 0,
    duplicatePercent: 0,
  };
}
