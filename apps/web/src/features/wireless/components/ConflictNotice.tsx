import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { Suspense } from 'react';
import { lazyPart } from '../../../shared/configuration/lazy-part.ts';
import { contestedFields, resolved } from '../merge-edits.ts';
import { withoutStored } from '../without-secrets.ts';

const VersionConflict = lazyPart(async () => (await import('./VersionConflict.tsx')).VersionConflict);

/** A page shows one form. */
export const CONFLICT_ID = 'version-conflict';

interface ConflictNoticeProps<T extends object> {
  /** Null: it was deleted. */
  newest: Setting | null;
  /** The values that the form was opened with, its present values and those of the newest version. */
  base: T;
  mine: T;
  /** Null: without the setting there are no values. */
  theirs: T | null;
  /** The values with which the form continues from the newest version. */
  onResolve(values: T): void;
}

/** Another person saved the setting while the form was open: the person decides which values to use. */
export function ConflictNotice<T extends object>({
  newest,
  base,
  mine,
  theirs,
  onResolve,
}: ConflictNoticeProps<T>) {
  return (
    <Suspense>
      <VersionConflict
        id={CONFLICT_ID}
        newest={newest}
        fields={theirs && contestedFields(base, mine, theirs)}
        onResolve={(fields) => {
          const values = theirs === null ? mine : resolved(theirs, fields);
          onResolve(newest === null ? withoutStored(values) : values);
        }}
      />
    </Suspense>
  );
}
