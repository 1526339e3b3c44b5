import type { CancelReason } from '@airloom/contract/configuration/configuration.states';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { lockSettings } from '../../settings/index.ts';
import { prepareForStart } from '../edits/change-edits.ts';
import { conflictOf } from '../edits/conflicts.ts';
import { checkedAround } from '../edits/prepare-change.ts';
import { editsOfChange, lockChanges, setBegun } from './changes.repository.ts';
import { appliedEdits } from './inverse-edits.ts';
import { writeEdits } from './write-edits.ts';

export interface StartedChange {
  readonly tenant: string;
  readonly id: string;
  readonly createdByName: string;
}

/** Puts the settings of a scheduled change into force, or returns why it cannot start; then nothing is written. */
export async function startChange(
  tx: Transaction,
  { tenant, id, createdByName }: StartedChange,
  now: Date,
): Promise<'started' | CancelReason> {
  const scope: TenantScope = { tenant };
  await lockChanges(tx, scope);
  const stored = appliedEdits(await editsOfChange(tx, scope, id));
  await lockSettings(
    tx,
    scope,
    stored.flatMap(({ settingUUID }) => settingUUID ?? []),
  );
  const edits = await prepareForStart(tx, scope, stored);
  if (typeof edits === 'string') return edits;
  try {
    const present = await checkedAround(tx, scope, edits);
    if (edits.some((edit) => conflictOf(edit, present) !== null)) return 'settingChanged';
  } catch (error) {
    if (error instanceof Failure) return 'notValid';
    throw error;
  }
  await writeEdits(tx, scope, id, edits, createdByName, now);
  await setBegun(tx, scope, id, now);
  return 'started';
}
