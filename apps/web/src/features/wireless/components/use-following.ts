import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { useEffect } from 'react';
import { isSame } from '../merge-edits.ts';
import type { Base } from './use-base.ts';

interface FollowingOf<T> {
  form: { values: T; dirty: boolean; reset(values: T): void };
  of: Base;
  newest: Setting | null;
  valuesOf(setting: Setting | null): T;
  /** Whether a person is asked what to do about a deleted setting also without changes. */
  showsDeletion?: boolean;
}

/**
 * A form that stays open after its values were applied shows the newest version while it has no other changes. Returns
 * whether it has some, so that the person decides.
 */
export function useFollowing<T extends object>({
  form,
  of,
  newest,
  valuesOf,
  showsDeletion = false,
}: FollowingOf<T>): boolean {
  const isUnchanged = isSame(form.values, valuesOf(of.base)) || (of.isApplied && !form.dirty);
  const isSettled = isUnchanged && !(showsDeletion && newest === null);
  const follows = of.outdated && isSettled;
  useEffect(() => {
    if (!follows) return;
    form.reset(valuesOf(newest));
    of.update();
  });
  return of.outdated && !isSettled;
}
