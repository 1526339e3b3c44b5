import { Readable } from 'node:stream';
import type { ExportedTable } from '@airloom/contract/export-call';
import { LIMITS } from '@airloom/contract/limits';
import { publishEvent } from '../events/outbox.ts';
import { requireExportQuota } from '../files/export-quota.ts';
import type { ExportKind } from '../files/file-kinds.ts';
import { StoredFiles } from '../files/stored-files.ts';
import { PATHS } from '../http/paths.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';
import { type SheetWork, whileSeen } from './sheet-work.ts';

/** Stores what `bytes` makes as a temporary file that only the caller can download. `bytes` counts the rows it writes. */
export async function exportFile(
  platform: Platform,
  scope: Scope,
  kind: ExportKind,
  bytes: (progress: SheetWork) => AsyncIterable<Buffer>,
): Promise<ExportedTable> {
  return whileSeen(platform, scope, 'export', async (progress) => {
    await platform.database.withTenant(scope, (tx) => requireExportQuota(tx, platform.quotas, scope));
    const files = new StoredFiles(platform);
    const { id } = await files.store(scope, kind, Readable.from(bytes(progress)));
    const { call } = scope.origin;
    const rows = progress.done;
    await platform.database.withTenant(scope, async (tx) => {
      await progress.end(tx, { done: rows, refused: 0, fileId: id });
      // Visitors of the demo share their messages.
      if (scope.demoSession !== null) return;
      await publishEvent(tx, scope.tenant, 'TableExported', {
        managerId: scope.manager,
        fileId: id,
        call,
        rows,
      });
    });
    platform.wakeOutbox();
    const expiresAt = new Date(platform.now().getTime() + LIMITS.sheet.keptMs);
    return { url: `${PATHS.files}/${id}`, rows, expiresAt: expiresAt.toISOString() };
  });
}
