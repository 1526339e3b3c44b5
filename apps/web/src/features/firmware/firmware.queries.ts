import type { Call } from '@airloom/contract/call';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../shared/ui/StatusDot.tsx';

/** Calls whose results change with a campaign. */
export const CAMPAIGN_CALLS: readonly Call[] = [
  firmwareCalls.listCampaigns,
  firmwareCalls.viewCampaign,
  firmwareCalls.listUpgrades,
  deviceCalls.viewDevice,
];

export const CAMPAIGN_TONES: Readonly<Record<RolloutState, Tone>> = {
  scheduled: 'processing',
  running: 'processing',
  paused: 'warn',
  stopped: 'error',
  finished: 'ok',
};

export function useCampaignStateNames(): Record<RolloutState, string> {
  const { t } = useTranslation();
  return {
    scheduled: t('firmware.campaignState.scheduled'),
    running: t('firmware.campaignState.running'),
    paused: t('firmware.campaignState.paused'),
    stopped: t('firmware.campaignState.stopped'),
    finished: t('firmware.campaignState.finished'),
  };
}
