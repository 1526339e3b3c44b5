import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { type ReactNode, useState } from 'react';
import { refreshCalls } from '../api/query-client.ts';
import { ReviewChange } from './ReviewChange.tsx';

interface ChangeReview {
  /** Opens the review of edits, from which they are applied. */
  review(...edits: SettingEdit[]): void;
  start(source: ChangeSource): void;
  dialog: ReactNode;
}

/** The review of a change, from which it is applied. */
export function useChangeReview(onApplied?: () => void): ChangeReview {
  const [source, setSource] = useState<ChangeSource | null>(null);
  const close = () => {
    setSource(null);
    // The review may have shown a newer version, which the form then shows too.
    void refreshCalls(settingCalls.listSettings);
  };
  return {
    review: (...edits) => setSource({ kind: 'edits', edits }),
    start: setSource,
    dialog: (
      <ReviewChange
        source={source}
        onClose={close}
        onApplied={() => {
          close();
          onApplied?.();
        }}
      />
    ),
  };
}
