import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { type ReactNode, useState } from 'react';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { ReviewChange } from '../../../shared/configuration/ReviewChange.tsx';

interface Reviewing {
  review(edit: SettingEdit): void;
  start(source: ChangeSource): void;
  dialog: ReactNode;
}

/** The review of a change, from which it is applied. */
export function useReview(onApplied?: () => void): Reviewing {
  const [source, setSource] = useState<ChangeSource | null>(null);
  return {
    review: (edit) => setSource({ kind: 'edits', edits: [edit] }),
    start: setSource,
    dialog: (
      <ReviewChange
        source={source}
        onClose={() => {
          setSource(null);
          // The review may have shown a newer version, which the form then shows too.
          void refreshCalls(settingCalls.listSettings);
        }}
        onApplied={() => {
          setSource(null);
          onApplied?.();
        }}
      />
    ),
  };
}
