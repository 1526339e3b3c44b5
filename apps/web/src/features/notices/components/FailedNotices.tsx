import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { useAllowedActions } from '../../../shared/ui/actions/use-actions.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import type { readFilters } from '../delivery-reason.ts';
import { LOG_CALLS } from '../notices.queries.ts';

interface FailedNoticesProps {
  filters: Omit<ReturnType<typeof readFilters>, 'state'>;
  search: string;
}

/** After a mail server or receiver was down: retries all failed notices that match the filters. */
export function FailedNotices({ filters, search }: FailedNoticesProps) {
  const { t } = useTranslation();
  const { data } = useCall(noticeCalls.listDeliveries, {
    ...filters,
    search,
    state: 'failed',
    page: 1,
    size: 1,
  });
  const sending = useCommand(noticeCalls.retryFailedDeliveries, { refresh: LOG_CALLS });
  const count = data?.total ?? 0;
  const label = t('notices-page.log.allAgain', { count });

  async function sendAll(): Promise<void> {
    const sure = await confirm({
      title: label,
      text: t('notices-page.log.allAgainText'),
      action: t('notices-page.log.again'),
    });
    if (!sure) return;
    const { notices } = await sending.run({ ...filters, search });
    toast.success(t('notices-page.log.allSentAgain', { count: notices }));
  }

  const actions = useAllowedActions([
    {
      id: 'sendFailedAgain',
      label,
      icon: 'refresh',
      needs: 'alarm_index:operate',
      run: () => void ignoreCallFailure(sendAll()),
    },
  ]);
  if (count === 0 || actions.length === 0) return null;
  return (
    <div className="page-actions">
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </div>
  );
}
