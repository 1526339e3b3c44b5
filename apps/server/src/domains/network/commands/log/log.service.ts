import type { CommandBatch, DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import type { Page } from '@airloom/contract/paging';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { may, type Scope } from '../../../../platform/scope.ts';
import * as repository from './log.repository.ts';
import * as rows from './log-rows.repository.ts';

export function countBatches({ database }: Platform, scope: Scope) {
  return database.withTenant(scope, (tx) => repository.countBatches(tx, scope));
}

export function listBatches(
  { database }: Platform,
  scope: Scope,
  request: repository.BatchesRequest,
): Promise<Page<CommandBatch>> {
  return database.withTenant(scope, (tx) => repository.listBatches(tx, scope, request));
}

export function viewBatch({ database }: Platform, scope: Scope, id: string): Promise<CommandBatch> {
  return database.withTenant(scope, async (tx) => {
    const batch = await repository.findBatch(tx, scope, id);
    if (batch === null) throw new Failure('notFound');
    return batch;
  });
}

export function listBatchCommands(
  { database }: Platform,
  scope: Scope,
  request: rows.DetailRequest,
): Promise<Page<DeviceCommandRow>> {
  return database.withTenant(scope, async (tx) => {
    if ((await repository.batchName(tx, scope, request.cfgUUID)) === null) throw new Failure('notFound');
    return rows.listBatchCommands(tx, scope, request);
  });
}

export function listDeviceCommands(
  { database }: Platform,
  scope: Scope,
  request: PageRequest & { readonly deviceUUID: string },
): Promise<Page<DeviceCommandRow>> {
  return database.withTenant(scope, async (tx) => {
    const page = await rows.listDeviceCommands(tx, scope, request);
    if (page === null) throw new Failure('notFound');
    return page;
  });
}

/** Marks belong to a person: the permission to see devices is sufficient. */
function requireDevices(scope: Scope): void {
  const missing = 'device_manage';
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
}

/** Running batches are skipped: their result has not been seen. Returns whether anything changed. */
export function markViewed(platform: Platform, scope: Scope, ids: readonly string[]): Promise<boolean> {
  return setMarks(platform, scope, ids, false);
}

export function removeFromLog(platform: Platform, scope: Scope, ids: readonly string[]): Promise<boolean> {
  return setMarks(platform, scope, ids, true);
}

function setMarks(
  { database }: Platform,
  scope: Scope,
  ids: readonly string[],
  hidden: boolean,
): Promise<boolean> {
  requireDevices(scope);
  return database.withTenant(scope, async (tx) => {
    const found = await repository.findMarkable(tx, scope, ids);
    if (found.length !== new Set(ids).size) throw new Failure('notFound');
    if (hidden && found.some(({ running }) => running)) throw new Failure('commandRunning');
    const over = found.filter(({ running }) => !running).map(({ id }) => id);
    const marked = await repository.mark(tx, scope, over, hidden);
    if (marked === 0) return false;
    const marks = found.filter(({ id }) => over.includes(id));
    const changes = audit.values(null, { [hidden ? 'removed' : 'viewed']: true });
    await recordOperation(
      tx,
      scope,
      marks.map(({ id, command }) => audit.object('command', { id, name: command }, {}, changes)),
    );
    return true;
  });
}
