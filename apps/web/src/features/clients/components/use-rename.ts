import { onlineCalls } from '@airloom/contract/clients/online.calls';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { undoToast } from '../../../shared/ui/feedback/undo-toast.ts';
import { TERMINAL_CALLS } from '../clients.queries.ts';

interface Named {
  mac: string;
  /** The previous name. */
  name: string;
}
export type Rename = (terminal: Named, name: string) => void;

/** Renames a client, with undo. */
export function useRename(): Rename {
  const { t } = useTranslation();
  const { run } = useCommand(onlineCalls.renameTerminal, { refresh: TERMINAL_CALLS });
  return useCallback(
    ({ mac, name: before }, name) => {
      if (name === before) return;
      const undo = async () => {
        await run({ mac, name: before, expectedName: name });
        toast.success(t('terminal-pages.rename.undone'));
      };
      const rename = async () => {
        await run({ mac, name });
        await undoToast({
          text: name === '' ? t('terminal-pages.rename.removed') : t('terminal-pages.rename.done', { name }),
          label: t('terminal-pages.undo'),
          undo: () => void ignoreCallFailure(undo()),
        });
      };
      void ignoreCallFailure(rename());
    },
    [t, run],
  );
}
