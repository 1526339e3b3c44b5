import type { CancelReason } from '@airloom/contract/configuration/configuration.states';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { scopesOf } from '../../../people/access/index.ts';
import { lockSettings } from '../../settings/index.ts';
import { prepareForStart } from '../edits/change-edits.ts';
import { conflictOf } from '../edits/conflicts.ts';
import { checkedAround } from '../edits/prepare-change.ts';
import { isControllable } from './change-control.ts';
import { editsOfChange, lockChanges, setBegun } from './changes.repository.ts';
import { appliedEdits } from './inverse-edits.ts';
import { writeEdits } from './write-edits.ts';

export interface StartedChange {
  readonly tenant: string;
  readonly id: string;
  readonly siteIds: readonly string[];
  readonly createdBy: string;
  readonly createdByName: string;
}

/** Whether the author of a change could still apply it. */
async function isPermitted(
  tx: Transaction,
  { tenant, id, siteIds, createdBy }: StartedChange,
): Promise<boolean> {
  const edits = await editsOfChange(tx, { tenant }, id);
  const origin = { address: '', call: 'startChange', requestId: '' };
  for (const scope of await scopesOf(tx, tenant, createdBy))
    if (await isControllable(tx, { ...scope, origin }, { id, siteIds }, edits)) return true;
  return false;
}

/** Puts the settings of a scheduled change into force, or returns why it cannot start; then nothing is written. */
export async function startChange(
  tx: Transaction,
  change: StartedChange,
  now: Date,
): Promise<'started' | CancelReason> {
  const { tenant, id, createdByName } = change;
  const scope: TenantScope = { tenant };
  await lockChanges(tx, scope);
  if (!(await isPermitted(tx, change))) return 'authorNotPermitted';
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
