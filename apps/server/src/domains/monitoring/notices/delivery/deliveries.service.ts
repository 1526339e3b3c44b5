import type { Language } from '@airloom/contract/languages';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import { NOTICE_TRANSITIONS } from '@airloom/contract/notices/notices.states';
import type { Page } from '@airloom/contract/paging';
import { recordOperation } from '../../../../platform/audit.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { translatorFor } from '../../../../platform/text/text.ts';
import { countAsked } from '../planning/asked.ts';
import * as repository from './deliveries.repository.ts';

export async function listDeliveries(
  { database }: Platform,
  scope: Scope,
  language: Language,
  request: PageRequest & repository.DeliveryFilters,
): Promise<Page<Delivery>> {
  const say = translatorFor(language);
  const { total, rows } = await database.withTenant(scope, (tx) =>
    repository.listDeliveries(tx, scope, request),
  );
  return {
    total,
    rows: rows.map(({ shipped, ...row }) => ({
      ...row,
      because: row.because === '' && shipped !== null ? say(`alarms.shipped.${shipped}`) : row.because,
    })),
  };
}

/** Tries a failed one again, or tells a webhook once more what it was told. */
export async function retry({ database, now }: Platform, scope: Scope, id: string): Promise<void> {
  await database.withTenant(scope, async (tx) => {
    const notice = await repository.holdNotice(tx, scope, id);
    if (notice === undefined) throw new Failure('notFound');
    const isFailed = NOTICE_TRANSITIONS[notice.state].includes('waiting');
    if (!isFailed && !(notice.state === 'sent' && notice.mode === 'webhook')) {
      throw new Failure('noticeNotRetried');
    }
    await countAsked(tx, scope, 1, now());
    if (isFailed) await repository.tryAgain(tx, scope.tenant, id, now());
    else await repository.sendOnceMore(tx, scope.tenant, id, now());
    await recordOperation(tx, scope, { target: `notice to ${notice.to}`, after: { sentAgain: true } });
  });
}

/** Whatever failed, as the log shows it with these filters. Tells how many. */
export function retryFailed(
  { database, now }: Platform,
  scope: Scope,
  filters: repository.FailedFilters,
): Promise<number> {
  return database.withTenant(scope, async (tx) => {
    const { notices, messages } = await repository.tryFailedAgain(tx, scope, filters, now());
    if (notices === 0) return 0;
    await countAsked(tx, scope, messages, now());
    await recordOperation(tx, scope, { target: 'failed notices', after: { sentAgain: notices } });
    return notices;
  });
}
