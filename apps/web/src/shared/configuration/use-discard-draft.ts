import { type DraftPlace, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../api/ignore-call-failure.ts';
import { useCommand } from '../api/use-call.ts';
import type { Action } from '../ui/actions/action.ts';
import { confirm } from '../ui/feedback/confirm.ts';

interface DraftOf {
  place: DraftPlace;
  name: string;
  /** Its edits. */
  count: number;
}

/** Discards all edits in a draft after a confirmation. */
export function useDiscardDraft({ place, name, count }: DraftOf): Action {
  const { t } = useTranslation();
  const discarding = useCommand(settingCalls.discardDraft, { refresh: [settingCalls.listDraft] });

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('configuration.draft.discardAllTitle', { count, name }),
      text: t('configuration.draft.discardAllText'),
      action: t('configuration.draft.discardAll'),
      danger: true,
    });
    if (sure) await discarding.run({ place });
  }

  return {
    id: 'discardDraft',
    label: t('configuration.draft.discardAll'),
    icon: 'delete',
    danger: true,
    needs: 'network_config:operate',
    pending: discarding.pending,
    run: () => void ignoreCallFailure(discard()),
  };
}
