import { type DraftPlace, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { DraftedEdit } from '@airloom/contract/configuration/configuration.model';
import { PERMISSION_OF_KIND } from '@airloom/contract/configuration/edits';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../api/ignore-call-failure.ts';
import { useCommand } from '../api/use-call.ts';
import { useSession } from '../session/session-store.ts';
import type { Action } from '../ui/actions/action.ts';
import { confirm } from '../ui/feedback/confirm.ts';

interface DraftOf {
  place: DraftPlace;
  name: string;
  /** The edits that the person sees. */
  edits: readonly DraftedEdit[];
}

/** Discards, after a confirmation, the shown edits of a draft that the person may edit. */
export function useDiscardDraft({ place, name, edits }: DraftOf): Action {
  const { t } = useTranslation();
  const permissions = useSession((state) => state.currentRole?.permissions);
  const own = edits.filter(({ edit }) => permissions?.includes(`${PERMISSION_OF_KIND[edit.kind]}:operate`));
  const count = own.length;
  const discarding = useCommand(settingCalls.discardDraft, { refresh: [settingCalls.listDraft] });

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('configuration.draft.discardAllTitle', { count, name }),
      text: t('configuration.draft.discardAllText'),
      action: t('configuration.draft.discardAll'),
      danger: true,
    });
    if (sure) await discarding.run({ place, draftUUIDs: own.map(({ draftUUID }) => draftUUID) });
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
