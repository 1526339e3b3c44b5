import { type DraftPlace, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCommand } from '../api/use-call.ts';
import { ActionButton } from '../ui/actions/ActionButton.tsx';
import { useAllowedActions } from '../ui/actions/use-actions.ts';
import { actionToast } from '../ui/feedback/action-toast.ts';
import { draftPage } from './change-page.ts';
import { replacedEdits } from './replaced-edits.ts';
import { useDraft } from './use-draft.ts';

export interface DraftButtonProps {
  place: DraftPlace;
  edits: readonly SettingEdit[];
  onAdded(): void;
}

/** Adds edits to the draft of an organization or a site. */
export function AddToDraft({ place, edits, onAdded }: DraftButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: drafted } = useDraft(place);
  // As it was when the person began: an edit that somebody drafts meanwhile is not replaced unseen.
  const [seen, setSeen] = useState(drafted);
  if (seen === undefined && drafted !== undefined) setSeen(drafted);
  const adding = useCommand(settingCalls.addToDraft, {
    refresh: [settingCalls.listDraft],
    onDone() {
      setSeen(undefined);
      void actionToast({
        text: t('configuration.draft.added'),
        label: t('configuration.draft.open'),
        run: () => void navigate(draftPage(place.uuid)),
      });
      onAdded();
    },
  });

  const allowed = useAllowedActions([
    {
      id: 'addToDraft',
      label: t('configuration.draft.add'),
      icon: 'add',
      needs: 'network_config:operate',
      pending: adding.pending,
      run: () => adding.start({ place, edits: [...edits], replaces: replacedEdits(edits, seen ?? []) }),
    },
  ]);
  return allowed.map((action) => <ActionButton key={action.id} action={action} />);
}
