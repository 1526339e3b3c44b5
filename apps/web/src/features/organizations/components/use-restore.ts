import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { BinItem } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { undoToast } from '../../../shared/ui/feedback/undo-toast.ts';
import { REFRESHED_CALLS } from '../refreshed-calls.ts';

type Restorable = Pick<BinItem, 'id' | 'kind' | 'name'>;

export function useRestore() {
  const { t } = useTranslation();
  const command = useCommand(organizationCalls.restore, { refresh: REFRESHED_CALLS });

  async function bringBack({ id, kind, name }: Restorable): Promise<void> {
    await command.run({ id, kind });
    toast.success(t('organizations.bin.restored', { name }));
  }

  return {
    pending: command.pending,
    restore: (item: Restorable) => void ignoreCallFailure(bringBack(item)),
    /** After a deletion: tells it, and offers to take it back. */
    offerUndo: (item: Restorable, text: string) =>
      void undoToast({
        text,
        label: t('organizations.undo'),
        undo: () => void ignoreCallFailure(bringBack(item)),
      }),
  };
}
