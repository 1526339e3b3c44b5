import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { Campaign, CampaignDetail } from '@airloom/contract/firmware/firmware.model';
import type { RolloutChange } from '@airloom/contract/rollout/rollout.states';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { CAMPAIGN_CALLS } from '../firmware.queries.ts';

/** Actions for a campaign in its state, for its row and its drawer. */
export function useCampaignActions(
  edit?: () => void,
): (campaign: Campaign & Partial<Pick<CampaignDetail, 'starts'>>) => Action[] {
  const { t } = useTranslation();
  const changing = useCommand(firmwareCalls.changeCampaign, { refresh: CAMPAIGN_CALLS });

  async function stop({ campaignUUID, name, waiting }: Campaign): Promise<void> {
    const sure = await confirm({
      title: t('firmware-pages.campaign.stopTitle', { name }),
      text: t('firmware-pages.campaign.stopText', { count: waiting }),
      action: t('firmware-pages.campaign.stop'),
      danger: true,
    });
    if (sure) await changing.run({ campaignUUID, change: 'stop' });
  }

  async function cancelLater({ campaignUUID, name }: Campaign): Promise<void> {
    const sure = await confirm({
      title: t('firmware-pages.campaign.cancelLaterTitle', { name }),
      text: t('firmware-pages.campaign.cancelLaterText'),
      action: t('firmware-pages.campaign.cancelLaterSites'),
      danger: true,
    });
    if (sure) await changing.run({ campaignUUID, change: 'cancelLaterSites' });
  }

  return (campaign) => {
    const { campaignUUID, state, failed } = campaign;
    const change = (to: RolloutChange) => () => changing.start({ campaignUUID, change: to });
    const shared = { needs: 'device_manage:operate', pending: changing.pending } as const;
    const isOpen = state === 'running' || state === 'paused';
    const hasLaterSites = isOpen && (campaign.starts ?? []).some(({ hasBegun }) => !hasBegun);
    const ended = state === 'stopped' || state === 'finished';
    return [
      ...(edit !== undefined && (state === 'scheduled' || hasLaterSites)
        ? [
            {
              ...shared,
              id: 'editCampaign',
              frequent: true,
              label: t('firmware-pages.campaign.edit'),
              icon: 'edit',
              run: edit,
            } satisfies Action,
          ]
        : []),
      ...(hasLaterSites
        ? [
            {
              ...shared,
              id: 'cancelLaterSites',
              label: t('firmware-pages.campaign.cancelLaterSites'),
              icon: 'close',
              run: () => void ignoreCallFailure(cancelLater(campaign)),
            } satisfies Action,
          ]
        : []),
      ...(state === 'running'
        ? [
            {
              ...shared,
              id: 'pauseCampaign',
              label: t('firmware-pages.campaign.pause'),
              icon: 'pause',
              run: change('pause'),
            } satisfies Action,
          ]
        : []),
      ...(state === 'paused'
        ? [
            {
              ...shared,
              id: 'resumeCampaign',
              label: t('firmware-pages.campaign.resume'),
              icon: 'resume',
              run: change('resume'),
            } satisfies Action,
          ]
        : []),
      ...(failed > 0
        ? [
            {
              ...shared,
              id: 'retryCampaign',
              frequent: true,
              label: t('firmware-pages.campaign.retryFailed', { count: failed }),
              icon: 'refresh',
              run: change('retryFailed'),
            } satisfies Action,
          ]
        : []),
      ...(ended
        ? []
        : [
            {
              ...shared,
              id: 'stopCampaign',
              label: t('firmware-pages.campaign.stop'),
              icon: 'stop',
              danger: true,
              run: () => void ignoreCallFailure(stop(campaign)),
            } satisfies Action,
          ]),
    ];
  };
}
