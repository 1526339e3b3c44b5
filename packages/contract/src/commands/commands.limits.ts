import { DAY, HOUR } from '../time.ts';
import { MEGABYTE } from '../units.ts';

export const COMMAND_LIMITS = {
  /** Devices of one command. */
  devicesMax: 500,
  /** Devices of one scheduled command, however they were selected. */
  scheduledDevicesMax: 10_000,
  batchesAtOnceMax: 100,
  queuedMaxMs: 4 * HOUR,
  keptMs: 90 * DAY,
  /** Maximum stored length of a device's answer or output. */
  textMax: 1_000,
  outputMaxBytes: 64 * 1024,
  captureMaxBytes: 32 * MEGABYTE,
  locateMinSeconds: 5,
  locateMaxSeconds: 600,
  traceMinSeconds: 5,
  traceMaxSeconds: 120,
  scriptMax: 20_000,
  /** A switch tests one cable after another, each for some seconds. */
  cableTestPortsMax: 8,
} as const;
