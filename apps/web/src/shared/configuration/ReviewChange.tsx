import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

const ReviewDialog = lazyPart(async () => (await import('./ReviewDialog.tsx')).ReviewDialog);

interface ReviewChangeProps {
  /** What to review; null while the dialog is closed. */
  source: ChangeSource | null;
  onClose(): void;
  onApplied(changeUUID: string): void;
}

/** Review of a change before it is applied. It shows by itself where the change can be followed. */
export function ReviewChange({ source, onClose, onApplied }: ReviewChangeProps) {
  if (source === null) return null;
  return (
    <Suspense>
      <ReviewDialog source={source} onClose={onClose} onApplied={onApplied} />
    </Suspense>
  );
}
