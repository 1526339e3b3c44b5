import type { ChangeState, RolloutAction } from '@airloom/contract/configuration/configuration.states';
import { sql } from 'kysely';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { isControllable } from '../changes/change-control.ts';
import { changeWithinReach, editsOfChange } from '../changes/changes.repository.ts';
import { endNotStarted, retryFailed } from './devices/change-devices.repository.ts';

/** The state after an action; null when the action does not fit. */
export function stateAfter(state: ChangeState, action: RolloutAction): ChangeState | null {
  switch (action) {
    case 'pause':
      return state === 'rollingOut' || state === 'paused' ? 'paused' : null;
    case 'resume':
      return state === 'rollingOut' || state === 'paused' ? 'rollingOut' : null;
    case 'cancel':
      // Only offline devices are left: they do not get it any more.
      return state === 'done' || state === 'doneWithFailures' ? state : 'cancelled';
    case 'retryFailed':
      // A paused rollout stays paused; the retried devices wait.
      if (state === 'paused') return state;
      return state === 'rollingOut' || state === 'doneWithFailures' ? 'rollingOut' : null;
  }
}

interface Rollout {
  readonly id: string;
  readonly number: number;
  readonly state: ChangeState;
  readonly siteIds: string[];
  readonly organizationIds: string[];
}

/** Returns whether anything changed. Only a person who could apply a change controls its rollout. */
export async function changeRollout(
  platform: Pick<Platform, 'database' | 'now'>,
  bus: Bus,
  scope: Scope,
  { changeUUID, action }: { readonly changeUUID: string; readonly action: RolloutAction },
): Promise<boolean> {
  const now = platform.now();
  const isChanged = await platform.database.withTenant(scope, async (tx) => {
    const change = await lockRollout(tx, scope, changeUUID);
    const { id, number, state, siteIds, organizationIds } = change;
    const next = stateAfter(state, action);
    if (next === null) throw new Failure('changeStateConflict');
    const key = { tenant: scope.tenant, id };
    const retried = action === 'retryFailed' ? await retryFailed(tx, key, now) : 0;
    const cancelled = action === 'cancel' ? await endNotStarted(tx, key, 'cancelled', now) : 0;
    const isOver = state === 'done' || state === 'doneWithFailures';
    if (action === 'cancel' && isOver && cancelled === 0) throw new Failure('changeStateConflict');
    if (state === next && retried + cancelled === 0) return false;
    // The engine ends it once no device is in between; one that never started has ended.
    const endedAt = state === 'scheduled' && next === 'cancelled' ? now : null;
    await tx.run(sql`
      update configuration_change set state = ${next}, ended_at = ${endedAt}, due_at = ${now},
        wave = case when ${retried > 0} then 1 else wave end,
        reviewed_placements = case when ${next} = 'cancelled' then '{}' else reviewed_placements end
      where tenant_id = ${scope.tenant} and id = ${id}`);
    const changes = audit.values({ changeState: state }, { changeState: next });
    const place = { sites: siteIds, organizations: organizationIds };
    await recordOperation(tx, scope, audit.object('change', { id, name: `#${number}` }, place, changes));
    return true;
  });
  if (isChanged) {
    bus.publish('changes.due', {});
    bus.publish('changes.changed', { tenant: scope.tenant, changeIds: [changeUUID] });
  }
  return isChanged;
}

/** @throws {Failure} when the person does not see it, or may not control it */
async function lockRollout(tx: Transaction, scope: Scope, id: string): Promise<Rollout> {
  const change = await tx.first(sql<Rollout>`
    select id, number, state, site_ids as "siteIds", organization_ids as "organizationIds" from configuration_change
    where tenant_id = ${scope.tenant} and id = ${id} and ${changeWithinReach(scope)} for update`);
  if (change === undefined) throw new Failure('notFound');
  const edits = await editsOfChange(tx, scope, id);
  if (!(await isControllable(tx, scope, change, edits))) throw new Failure('permissionDenied');
  return change;
}
