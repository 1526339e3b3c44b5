import { reportCalls, type ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useQuota } from '../../../shared/session/use-quota.ts';
import { ActionMenu } from '../../../shared/ui/actions/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { ReportForm } from './ReportForm.tsx';
import { usePageNames } from './use-page-names.ts';
import { useScheduleText } from './use-schedule-text.ts';

export const REPORT_LIST = [reportCalls.listReports];
/** Polls, because mails are sent in the background. */
const FOLLOW_MS = 5_000;
const NO_FACTS: readonly never[] = [];

function useReportActions(edit: (report: ScheduledReport) => void): (report: ScheduledReport) => Action[] {
  const { t } = useTranslation();
  const sending = useCommand(reportCalls.sendReport, { refresh: REPORT_LIST });
  const deleting = useCommand(reportCalls.deleteReport, { refresh: REPORT_LIST });

  async function send({ reportUUID, emails }: ScheduledReport): Promise<void> {
    await sending.run({ reportUUID });
    toast.success(t('statistics.reports.sending', { count: emails.length }));
  }

  async function remove({ reportUUID, name }: ScheduledReport): Promise<void> {
    const sure = await confirm({
      title: t('statistics.reports.deleteTitle', { name }),
      text: t('statistics.reports.deleteText'),
      action: t('statistics.reports.delete'),
      danger: true,
    });
    if (!sure) return;
    await deleting.run({ reportUUID });
    toast.success(t('statistics.reports.deleted', { name }));
  }

  return (report) => [
    {
      id: 'send',
      label: t('statistics.reports.send'),
      icon: 'send',
      needs: 'statistics:operate',
      run: () => void ignoreCallFailure(send(report)),
    },
    {
      id: 'edit',
      label: t('statistics.reports.edit'),
      icon: 'edit',
      needs: 'statistics:operate',
      run: () => edit(report),
    },
    {
      id: 'delete',
      label: t('statistics.reports.delete'),
      icon: 'delete',
      danger: true,
      needs: 'statistics:operate',
      run: () => void ignoreCallFailure(remove(report)),
    },
  ];
}

/** Content, recipients and schedule of a report as text. */
function Report({ report, actions }: { report: ScheduledReport; actions: readonly Action[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  const pages = usePageNames();
  const rhythm = useScheduleText();
  const { name, nextAt, lastAt, lastError, timeZone, placeName, emails } = report;
  return (
    <li className="statistics-report card">
      <strong>{name}</strong>
      <ActionMenu label={t('ui.table.actionsOf', { name })} actions={actions} />
      <div className="statistics-report-facts">
        <p>{rhythm(report)}</p>
        <p className="statistics-quiet">
          {[
            placeName === '' ? t('statistics.scope.everything') : placeName,
            format.list(report.pages.map((page) => pages[page])),
          ].join(' · ')}
        </p>
        <p className="statistics-quiet">{t('statistics.reports.to', { emails: format.list(emails) })}</p>
        <p>
          {nextAt === null ? (
            <StatusDot tone="offline">{t('statistics.reports.off')}</StatusDot>
          ) : (
            t('statistics.reports.next', {
              time: format.dateTime(nextAt, timeZone),
              ago: format.ago(nextAt, clock),
            })
          )}
        </p>
        {lastError !== '' && (
          <p>
            <StatusDot tone="error">{t('statistics.reports.failed')}</StatusDot> {lastError}
          </p>
        )}
        {lastAt !== null && lastError === '' && (
          <p>
            <StatusDot tone="ok">
              {t('statistics.reports.last', { time: format.dateTime(lastAt, timeZone) })}
            </StatusDot>
          </p>
        )}
      </div>
    </li>
  );
}

/** List of scheduled reports, with a form for a new one. */
export default function ReportsDrawer({ page, onClose }: { page: StatisticsPage; onClose(): void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ScheduledReport | 'new' | null>(null);
  const query = useCall(reportCalls.listReports, {}, { every: FOLLOW_MS });
  const actionsOf = useReportActions(setOpen);
  const maximum = useQuota('reports');
  const make: Action = {
    id: 'newReport',
    label: t('statistics.reports.new'),
    icon: 'plus',
    primary: true,
    needs: 'statistics:operate',
    blocked: (query.data?.length ?? 0) >= maximum ? t('statistics.reports.tooMany', { maximum }) : undefined,
    run: () => setOpen('new'),
  };

  function list() {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) return <Skeleton rows={3} height={72} />;
    if (query.data.length === 0) {
      return (
        <EmptyState
          icon="mail"
          title={t('statistics.reports.empty')}
          text={t('statistics.reports.emptyText')}
          action={make}
        />
      );
    }
    return (
      <ul className="statistics-reports">
        {query.data.map((report) => (
          <Report key={report.reportUUID} report={report} actions={actionsOf(report)} />
        ))}
      </ul>
    );
  }

  return (
    <>
      <DetailDrawer
        title={t('statistics.reports.title')}
        facts={NO_FACTS}
        actions={query.data && query.data.length > 0 ? [make] : []}
        onClose={onClose}
      >
        {list()}
      </DetailDrawer>
      {open !== null && (
        <ReportForm page={page} report={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
