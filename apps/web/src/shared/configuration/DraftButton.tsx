import { Suspense } from 'react';
import type { DraftButtonProps } from './AddToDraft.tsx';
import { lazyPart } from './lazy-part.ts';

const AddToDraft = lazyPart(async () => (await import('./AddToDraft.tsx')).AddToDraft);

/** Adds edits to the draft of an organization or a site, instead of applying them now. */
export function DraftButton(props: DraftButtonProps) {
  return (
    <Suspense>
      <AddToDraft {...props} />
    </Suspense>
  );
}
