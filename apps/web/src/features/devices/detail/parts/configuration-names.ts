import type {
  ConfigurationReason,
  ConfigurationVersionState,
} from '@airloom/contract/devices/devices.states';
import type { MessageKey } from '../../../../shared/i18n/i18n.ts';
import type { Tone } from '../../../../shared/ui/StatusDot.tsx';

export const VERSION_TONES: Readonly<Record<ConfigurationVersionState, Tone>> = {
  pending: 'processing',
  applied: 'ok',
  partly: 'warn',
  refused: 'error',
  notApplied: 'error',
  superseded: 'offline',
  expired: 'offline',
};

export const VERSION_STATE_KEYS = {
  pending: 'devices.configurationState.pending',
  applied: 'devices.configurationState.applied',
  partly: 'devices.configurationState.partly',
  refused: 'devices.configurationState.refused',
  notApplied: 'devices.configurationState.notApplied',
  superseded: 'device-detail.configuration.superseded',
  expired: 'device-detail.configuration.expired',
} as const satisfies Record<ConfigurationVersionState, MessageKey>;

export const REASON_KEYS = {
  claimed: 'device-detail.configuration.because.claimed',
  renamed: 'device-detail.configuration.because.renamed',
  moved: 'device-detail.configuration.because.moved',
  positionChanged: 'device-detail.configuration.because.positionChanged',
  siteChanged: 'device-detail.configuration.because.siteChanged',
  vlanChanged: 'device-detail.configuration.because.vlanChanged',
  passwordChanged: 'device-detail.configuration.because.passwordChanged',
  restored: 'device-detail.configuration.because.restored',
  takenOver: 'device-detail.configuration.because.takenOver',
  deviceChanged: 'device-detail.configuration.because.deviceChanged',
  change: 'device-detail.configuration.because.change',
  reverted: 'device-detail.configuration.because.reverted',
  offTime: 'device-detail.configuration.because.offTime',
} as const satisfies Record<ConfigurationReason, MessageKey>;
