import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Change } from '@airloom/contract/configuration/configuration.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { CHANGE_CALLS } from '../../../shared/configuration/changing-calls.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { actionsIn, retriedDevices } from '../change-actions.ts';

type Controlled = Change & { controllable?: boolean };

/** Actions for a change in its state, for its row and its page. */
export function useChangeActions(review: (source: ChangeSource) => void): (change: Controlled) => Action[] {
  const { t } = useTranslation();
  const changing = useCommand(settingCalls.changeRollout, { refresh: CHANGE_CALLS });

  async function cancel({ changeUUID, number, state }: Change): Promise<void> {
    const sure = await confirm({
      title: t('configuration-pages.cancelTitle', { number }),
      text:
        state === 'scheduled'
          ? t('configuration-pages.cancelScheduledText')
          : t('configuration-pages.cancelText'),
      action: t('configuration-pages.cancel'),
      cancel: t('configuration-pages.keep'),
      danger: true,
    });
    if (sure) await changing.run({ changeUUID, action: 'cancel' });
  }

  async function retry({ changeUUID, number, counts }: Change): Promise<void> {
    const sure = await confirm({
      title: t('configuration-pages.retryTitle', { number, count: retriedDevices(counts) }),
      text: t('configuration-pages.retryText'),
      action: t('configuration-pages.retry'),
    });
    if (sure) await changing.run({ changeUUID, action: 'retryFailed' });
  }

  return (change) => {
    const { changeUUID, counts } = change;
    const shared = {
      needs: 'network_config:operate',
      blocked: change.controllable === false ? t('configuration-pages.notControllable') : undefined,
    } as const;
    const all: Record<ReturnType<typeof actionsIn>[number], Action> = {
      pause: {
        ...shared,
        id: 'pauseChange',
        label: t('configuration-pages.pause'),
        icon: 'pause',
        pending: changing.pending,
        run: () => changing.start({ changeUUID, action: 'pause' }),
      },
      resume: {
        ...shared,
        id: 'resumeChange',
        label: t('configuration-pages.resume'),
        icon: 'resume',
        pending: changing.pending,
        run: () => changing.start({ changeUUID, action: 'resume' }),
      },
      retryFailed: {
        ...shared,
        id: 'retryChange',
        frequent: true,
        label: t('configuration-pages.retryFailed', { count: retriedDevices(counts) }),
        icon: 'refresh',
        run: () => void ignoreCallFailure(retry(change)),
      },
      revert: {
        ...shared,
        id: 'revertChange',
        label: t('configuration-pages.revert'),
        icon: 'restore',
        run: () => review({ kind: 'revert', changeUUID }),
      },
      cancel: {
        ...shared,
        id: 'cancelChange',
        label: t('configuration-pages.cancel'),
        icon: 'stop',
        danger: true,
        run: () => void ignoreCallFailure(cancel(change)),
      },
    };
    return actionsIn(change).map((name) => all[name]);
  };
}
