import type { Language } from '@airloom/contract/languages';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import { NOTICE_TRANSITIONS } from '@airloom/contract/notices/notices.states';
import type { Page } from '@airloom/contract/paging';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { translatorFor } from '../../../../platform/text/text.ts';
import { countRequests } from '../planning/request-limit.ts';
import * as repository from './deliveries.repository.ts';

export async function listDeliveries(
  { database }: Platform,
  scope: Scope,
  language: Language,
  request: PageRequest & repository.DeliveryFilters,
): Promise<Page<Delivery>> {
  const text = translatorFor(language);
  const { total, rows } = await database.withTenant(scope, (tx) =>
    repository.listDeliveries(tx, scope, request),
  );
  return {
    total,
    rows: rows.map(({ shipped, ...row }) => ({
      ...row,
      because: row.because === '' && shipped !== null ? text(`alarms.shipped.${shipped}`) : row.because,
    })),
  };
}

/** Retries a failed notice, or sends a delivered one to its webhook again. */
export async function retry({ database, now }: Platform, scope: Scope, id: string): Promise<void> {
  await database.withTenant(scope, async (tx) => {
    const notice = await repository.lockNotice(tx, scope, id);
    if (notice === undefined) throw new Failure('notFound');
    const isFailed = NOTICE_TRANSITIONS[notice.state].includes('waiting');
    if (!isFailed && !(notice.state === 'sent' && notice.mode === 'webhook')) {
      throw new Failure('noticeNotRetried');
    }
    await countRequests(tx, scope, 1, now());
    if (isFailed) await repository.retryNotice(tx, scope.tenant, id, now());
    else await repository.resendNotice(tx, scope.tenant, id, now());
    await recordOperation(
      tx,
      scope,
      audit.object('notice', { id, name: notice.to }, { sites: [notice.site_id] }),
    );
  });
}

/** Retries all failed notices that match the filters. Returns how many. */
export function retryFailed(
  { database, now }: Platform,
  scope: Scope,
  filters: repository.FailedFilters,
): Promise<number> {
  return database.withTenant(scope, async (tx) => {
    const retried = await repository.retryFailedNotices(tx, scope, filters, now());
    if (retried.length === 0) return 0;
    await countRequests(tx, scope, new Set(retried.map(({ messageId }) => messageId)).size, now());
    await recordOperation(
      tx,
      scope,
      retried.map(({ id, address, siteId }) =>
        audit.object('notice', { id, name: address }, { sites: [siteId] }),
      ),
    );
    return retried.length;
  });
}
