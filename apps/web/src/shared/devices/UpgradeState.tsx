import type { Upgrade } from '@airloom/contract/firmware/firmware.model';
import type { UpgradeState as State, UpgradeReason } from '@airloom/contract/firmware/firmware.states';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../i18n/i18n.ts';
import { useUnits } from '../i18n/use-units.ts';
import { StatusDot, type Tone } from '../ui/StatusDot.tsx';

const TONES: Readonly<Record<State, Tone>> = {
  waiting: 'offline',
  upgrading: 'processing',
  succeeded: 'ok',
  failed: 'error',
  cancelled: 'offline',
};

export const UPGRADE_STATE_KEYS = {
  waiting: 'firmware.state.waiting',
  upgrading: 'firmware.state.upgrading',
  succeeded: 'firmware.state.succeeded',
  failed: 'firmware.state.failed',
  cancelled: 'firmware.state.cancelled',
} as const satisfies Record<State, MessageKey>;

const REASON_KEYS = {
  alreadyRuns: 'firmware.reason.alreadyRuns',
  late: 'firmware.reason.late',
  byItself: 'firmware.reason.byItself',
  refused: 'firmware.reason.refused',
  deviceFailed: 'firmware.reason.deviceFailed',
  sameVersion: 'firmware.reason.sameVersion',
  otherVersion: 'firmware.reason.otherVersion',
  timeout: 'firmware.reason.timeout',
  notSent: 'firmware.reason.notSent',
  takenBack: 'firmware.reason.takenBack',
  unsupported: 'firmware.reason.unsupported',
  underController: 'firmware.reason.underController',
  observeOnly: 'firmware.reason.observeOnly',
  neverConnected: 'firmware.reason.neverConnected',
  wrongModel: 'firmware.reason.wrongModel',
  deviceGone: 'firmware.reason.deviceGone',
  neverReturned: 'firmware.reason.neverReturned',
  campaignStopped: 'firmware.reason.campaignStopped',
  siteCancelled: 'firmware.reason.siteCancelled',
  noSite: 'firmware.reason.noSite',
  windowsMissed: 'firmware.reason.windowsMissed',
  authorNotPermitted: 'firmware.reason.authorNotPermitted',
} as const satisfies Record<UpgradeReason, MessageKey>;

/** How a device's upgrade stands, and how far it has come. */
export function UpgradeState({ upgrade }: { upgrade: Pick<Upgrade, 'state' | 'percent'> }) {
  const { t } = useTranslation();
  const units = useUnits();
  const { state, percent } = upgrade;
  const far = state === 'upgrading' && percent !== null ? ` ${units.percent(percent)}` : '';
  return <StatusDot tone={TONES[state]}>{`${t(UPGRADE_STATE_KEYS[state])}${far}`}</StatusDot>;
}

/** Reason of the state, with the text of the device. */
export function useUpgradeReason(): (upgrade: Pick<Upgrade, 'reason' | 'text'>) => string {
  const { t } = useTranslation();
  return ({ reason, text }) =>
    [reason === null ? '' : t(REASON_KEYS[reason]), text].filter(Boolean).join(' ');
}
