import type { Band } from './effective.ts';

/** Why a device cannot do what a setting asks for. */
export const UNSUPPORTED_REASONS = [
  'noRadio',
  'bandNotAllowed',
  'channelNotAllowed',
  'widthNotSupported',
  'powerAboveLimit',
  'totalBandwidth',
  'bandwidthRounded',
  'vlanReserved',
  'tooManyNetworks',
  'ssidTaken',
  'noSuchPort',
  'noPoe',
  'opticalSkipped',
  'uplinkProtected',
  'addressProtected',
  'noUplinkPort',
] as const;
export type UnsupportedReason = (typeof UNSUPPORTED_REASONS)[number];

/** A part of a setting that is not in the document of a device. */
export interface Unsupported {
  readonly settingId: string | null;
  readonly reason: UnsupportedReason;
  readonly band: Band | null;
  /** Of a switch. */
  readonly port?: string;
  /** What the document has instead, if anything. */
  readonly instead: string | number | null;
}
