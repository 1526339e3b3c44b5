import { Suspense } from 'react';
import type { DraftNoteProps } from './DraftNote.tsx';
import { lazyPart } from './lazy-part.ts';

const DraftNote = lazyPart(async () => (await import('./DraftNote.tsx')).DraftNote);

/** For pages whose edits can be kept in a draft: shows that the draft has some. */
export function DraftBar(props: DraftNoteProps) {
  return (
    <Suspense>
      <DraftNote {...props} />
    </Suspense>
  );
}
