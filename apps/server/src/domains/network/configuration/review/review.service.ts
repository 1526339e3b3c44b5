import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import type { Review } from '@airloom/contract/configuration/configuration.model';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { reviewedEdit } from '../edits/conflicts.ts';
import { prepareChange } from '../edits/prepare-change.ts';
import { reviewDevices } from './review-devices.ts';

/** What a change would do. Stores nothing. */
export function reviewChange(
  platform: Platform,
  scope: Scope,
  { source, after }: { readonly source: ChangeSource; readonly after: string | null },
): Promise<Review> {
  return platform.database.withTenant(scope, async (tx) => {
    const { edits, present, affected, names, digest, cuts } = await prepareChange(
      tx,
      platform,
      scope,
      source,
      'view',
    );
    return {
      digest,
      edits: after === null ? edits.map((edit) => reviewedEdit(edit, { edits, present }, names)) : [],
      ...(await reviewDevices(tx, scope, affected, edits, cuts, after)),
      cuts: after === null ? [...cuts] : [],
    };
  });
}
