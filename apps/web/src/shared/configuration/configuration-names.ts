import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import type { SettingKind } from '@airloom/contract/configuration/edits';
import type { Level } from '@airloom/contract/configuration/levels';
import type { UnsupportedReason } from '@airloom/contract/configuration/unsupported';
import type { Translate } from '@airloom/messages';
import type { MessageKey } from '../i18n/i18n.ts';
import { bandName } from './band-name.ts';
import type { Limitation } from './review-summary.ts';

export const KIND_KEYS = {
  wirelessNetwork: 'configuration.kind.wirelessNetwork',
  wirelessOverride: 'configuration.kind.wirelessOverride',
  radios: 'configuration.kind.radios',
  whitelist: 'configuration.kind.whitelist',
  gatewayAuth: 'configuration.kind.gatewayAuth',
  managementVlan: 'configuration.kind.managementVlan',
  switchBase: 'configuration.kind.switchBase',
  switchPorts: 'configuration.kind.switchPorts',
  switchVlans: 'configuration.kind.switchVlans',
  switchRoutes: 'configuration.kind.switchRoutes',
  portProfile: 'configuration.kind.portProfile',
} as const satisfies Record<SettingKind, MessageKey>;

export const LEVEL_KEYS = {
  organization: 'configuration.level.organization',
  site: 'configuration.level.site',
  group: 'configuration.level.group',
  device: 'configuration.level.device',
} as const satisfies Record<Level, MessageKey>;

export const ACTION_KEYS = {
  create: 'configuration.action.create',
  update: 'configuration.action.update',
  delete: 'configuration.action.delete',
} as const satisfies Record<string, MessageKey>;

export const SKIP_KEYS = {
  observeOnly: 'configuration.skip.observeOnly',
  notManaged: 'configuration.skip.notManaged',
  underController: 'configuration.skip.underController',
  notReported: 'configuration.skip.notReported',
  deviceGone: 'configuration.skip.deviceGone',
  regrouped: 'configuration.skip.regrouped',
  settingsChanged: 'configuration.skip.settingsChanged',
  uplinkNotConfirmed: 'configuration.skip.uplinkNotConfirmed',
} as const satisfies Record<SkipReason, MessageKey>;

const UNSUPPORTED_KEYS = {
  noRadio: 'configuration.unsupported.noRadio',
  bandNotAllowed: 'configuration.unsupported.bandNotAllowed',
  channelNotAllowed: 'configuration.unsupported.channelNotAllowed',
  widthNotSupported: 'configuration.unsupported.widthNotSupported',
  powerAboveLimit: 'configuration.unsupported.powerAboveLimit',
  totalBandwidth: 'configuration.unsupported.totalBandwidth',
  bandwidthRounded: 'configuration.unsupported.bandwidthRounded',
  vlanReserved: 'configuration.unsupported.vlanReserved',
  ssidTaken: 'configuration.unsupported.ssidTaken',
  tooManyNetworks: 'configuration.unsupported.tooManyNetworks',
  noSuchPort: 'configuration.unsupported.noSuchPort',
  noPoe: 'configuration.unsupported.noPoe',
  opticalSkipped: 'configuration.unsupported.opticalSkipped',
  uplinkProtected: 'configuration.unsupported.uplinkProtected',
  addressProtected: 'configuration.unsupported.addressProtected',
  noUplinkPort: 'configuration.unsupported.noUplinkPort',
} as const satisfies Record<UnsupportedReason, MessageKey>;

/** `Guest: No 6 GHz radio`, `Transmit power above the limit on 5 GHz (20 is used)` */
export function limitationWords({ name, reason, band, port, instead }: Limitation, t: Translate): string {
  const plain = t(UNSUPPORTED_KEYS[reason], {
    band: band === null ? t('configuration.unsupported.anyBand') : bandName(band, t),
  });
  const problem =
    instead === null || instead === ''
      ? plain
      : t('configuration.unsupported.instead', {
          problem: plain,
          instead: instead === 'auto' ? t('configuration.value.automatic') : instead,
        });
  const subject = [name, port === null ? '' : t('configuration.within.port', { name: port })]
    .filter((part) => part !== '')
    .join(' · ');
  return subject === '' ? problem : t('configuration.unsupported.of', { name: subject, problem });
}
