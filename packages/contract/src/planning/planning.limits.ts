import { MEGABYTE } from '../units.ts';

export const FLOOR_PLAN_LIMITS = {
  nameMax: 64,
  imageMaxBytes: 3 * MEGABYTE,
  imageMaxWidthPx: 4_000,
  imageMaxHeightPx: 4_000,
  defaultImageWidthPx: 1_020,
  defaultImageHeightPx: 530,
  exportMax: 10,
  scaleDistanceMin: 1,
  apNameMax: 30,
  modelNameMax: 64,
  bandsGhz: [2.4, 5, 6],
} as const;

export const SCENE_LIMITS = {
  signalMinDbm: -95,
  signalMaxDbm: 0,
  rssiMin: 0,
  rssiMax: 95,
  clientsMin: 1,
  clientsMax: 200,
  beaconIntervalMin: 20,
  beaconIntervalMax: 2_000,
} as const;
