import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { ChangeDevice } from '@airloom/contract/configuration/configuration.model';
import type {
  CancelReason,
  ChangeState,
  DeviceFailure,
  DeviceState,
  RevertFailure,
} from '@airloom/contract/configuration/configuration.states';
import { DAY, MINUTE } from '@airloom/contract/time';
import type { Translate } from '@airloom/messages';
import { bandName } from '../../shared/configuration/band-name.ts';
import { SKIP_KEYS } from '../../shared/configuration/configuration-names.ts';
import type { MessageKey } from '../../shared/i18n/i18n.ts';
import type { Tone } from '../../shared/ui/StatusDot.tsx';

export const CHANGE_TONES: Readonly<Record<ChangeState, Tone>> = {
  scheduled: 'processing',
  preparing: 'processing',
  rollingOut: 'processing',
  paused: 'warn',
  done: 'ok',
  doneWithFailures: 'error',
  cancelled: 'offline',
};

export const CHANGE_STATE_KEYS = {
  scheduled: 'configuration-pages.changeState.scheduled',
  preparing: 'configuration-pages.changeState.preparing',
  rollingOut: 'configuration-pages.changeState.rollingOut',
  paused: 'configuration-pages.changeState.paused',
  done: 'configuration-pages.changeState.done',
  doneWithFailures: 'configuration-pages.changeState.doneWithFailures',
  cancelled: 'configuration-pages.changeState.cancelled',
} as const satisfies Record<ChangeState, MessageKey>;

export const CANCEL_REASON_KEYS = {
  settingChanged: 'configuration-pages.cancelReason.settingChanged',
  placeGone: 'configuration-pages.cancelReason.placeGone',
  notValid: 'configuration-pages.cancelReason.notValid',
  authorNotPermitted: 'configuration-pages.cancelReason.authorNotPermitted',
} as const satisfies Record<CancelReason, MessageKey>;

export const DEVICE_TONES: Readonly<Record<DeviceState, Tone>> = {
  waiting: 'offline',
  offline: 'offline',
  sent: 'processing',
  accepted: 'processing',
  verified: 'ok',
  rejected: 'error',
  noAnswer: 'error',
  notVerified: 'error',
  reverting: 'warn',
  reverted: 'error',
  revertFailed: 'error',
  stopped: 'warn',
  superseded: 'offline',
  cancelled: 'offline',
  skipped: 'offline',
};

export const DEVICE_STATE_KEYS = {
  waiting: 'configuration-pages.deviceState.waiting',
  offline: 'configuration-pages.deviceState.offline',
  sent: 'configuration-pages.deviceState.sent',
  accepted: 'configuration-pages.deviceState.accepted',
  verified: 'configuration-pages.deviceState.verified',
  rejected: 'configuration-pages.deviceState.rejected',
  noAnswer: 'configuration-pages.deviceState.noAnswer',
  notVerified: 'configuration-pages.deviceState.notVerified',
  reverting: 'configuration-pages.deviceState.reverting',
  reverted: 'configuration-pages.deviceState.reverted',
  revertFailed: 'configuration-pages.deviceState.revertFailed',
  stopped: 'configuration-pages.deviceState.stopped',
  superseded: 'configuration-pages.deviceState.superseded',
  cancelled: 'configuration-pages.deviceState.cancelled',
  skipped: 'configuration-pages.deviceState.skipped',
} as const satisfies Record<DeviceState, MessageKey>;

const PORT_KEYS: Readonly<Partial<Record<ChangeDevice['missing'][number]['what'], MessageKey>>> = {
  portEnabled: 'configuration-pages.missing.portEnabled',
  portSpeed: 'configuration-pages.missing.portSpeed',
  portPoe: 'configuration-pages.missing.portPoe',
  portVlan: 'configuration-pages.missing.portVlan',
  portDuplex: 'configuration-pages.missing.portDuplex',
  portIsolation: 'configuration-pages.missing.portIsolation',
  route: 'configuration-pages.missing.route',
  removedRoute: 'configuration-pages.missing.removedRoute',
};

/** What the reports of a device do not show. */
export function missingWords({ what, name, band }: ChangeDevice['missing'][number], t: Translate): string {
  if (what === 'version') return t('configuration-pages.missing.version');
  const ofPort = PORT_KEYS[what];
  if (ofPort !== undefined) return t(ofPort, { name });
  if (what === 'channel')
    return t('configuration-pages.missing.channel', { band: band === null ? name : bandName(band, t) });
  if (what === 'removedNetwork')
    return t('configuration-pages.missing.removedNetwork', {
      name,
      band: band === null ? '' : bandName(band, t),
    });
  if (band === null) return t('configuration-pages.missing.network', { name });
  return t('configuration-pages.missing.networkOn', { name, band: bandName(band, t) });
}

const FAILURE_KEYS = {
  rejected: 'configuration-pages.failure.rejected',
  notKept: 'configuration-pages.failure.notKept',
  noAnswer: 'configuration-pages.failure.noAnswer',
  connectionLost: 'configuration-pages.failure.connectionLost',
  notShown: 'configuration-pages.failure.notShown',
} as const satisfies Record<DeviceFailure, MessageKey>;

const REVERT_FAILURE_KEYS = {
  rejected: 'configuration-pages.revertFailure.rejected',
  notKept: 'configuration-pages.revertFailure.notKept',
  noAnswer: 'configuration-pages.revertFailure.noAnswer',
  notShown: 'configuration-pages.revertFailure.notShown',
  notReturned: 'configuration-pages.revertFailure.notReturned',
} as const satisfies Record<RevertFailure, MessageKey>;

const { answerWithinMs, offlineWaitMs } = CONFIGURATION_LIMITS;

/** Why the device is in its state: why it was skipped or failed, in its own words where it gave any. */
export function detailsOf(device: ChangeDevice, t: Translate): string[] {
  const { state, skipped, failure, revertFailure, rejected, missing } = device;
  const specific = [...rejected, ...missing.map((one) => missingWords(one, t))];
  const lines = skipped === null ? [] : [t(SKIP_KEYS[skipped])];
  // Rejected parts and missing networks say more than the reason, unless they are of the revert.
  const isOfRevert = revertFailure === 'rejected';
  if (failure !== null && (specific.length === 0 || isOfRevert))
    lines.push(t(FAILURE_KEYS[failure], { number: answerWithinMs / MINUTE }));
  if (!isOfRevert) lines.push(...specific);
  if (revertFailure !== null)
    lines.push(t(REVERT_FAILURE_KEYS[revertFailure], { number: offlineWaitMs / DAY }));
  if (isOfRevert) lines.push(...specific);
  if (state === 'offline') lines.push(t('configuration-pages.deviceNote.offline'));
  if (state === 'stopped') lines.push(t('configuration-pages.deviceNote.stopped'));
  if (state === 'reverting' && (failure === 'noAnswer' || failure === 'connectionLost'))
    lines.push(t('configuration-pages.deviceNote.reverting'));
  return [...new Set(lines)];
}
