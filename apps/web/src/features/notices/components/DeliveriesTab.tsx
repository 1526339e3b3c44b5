import { NOTICE_MODES } from '@airloom/contract/alarms/alarms.model';
import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import { NOTICE_STATES } from '@airloom/contract/notices/notices.states';
import { useTranslation } from 'react-i18next';
import { useModeNames } from '../../../shared/alarms/use-mode-names.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ChoiceFilter, LinkedFilter, TimeFilter } from '../../../shared/logs/LogFilters.tsx';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { type TableState, useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { canSendAgain, FILTERS, type FilterName, readFilters } from '../delivery-reason.ts';
import { LOG_CALLS } from '../notices.queries.ts';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { FailedNotices } from './FailedNotices.tsx';
import './notices.css';
import { TONES, useDeliveryTexts } from './use-delivery-texts.ts';

function Filters({ table }: { table: TableState<FilterName> }) {
  const { t } = useTranslation();
  const words = useDeliveryTexts();
  const modes = useModeNames();
  const { data: webhooks } = useCall(noticeCalls.listWebhooks, {});
  return (
    <>
      <ChoiceFilter
        table={table}
        name="state"
        label={t('notices-page.log.state')}
        any={t('alarms.page.anyState')}
        choices={NOTICE_STATES.map((value) => ({ value, label: words.state(value) }))}
      />
      <ChoiceFilter
        table={table}
        name="mode"
        label={t('notices-page.log.mode')}
        any={t('notices-page.log.anyMode')}
        choices={NOTICE_MODES.map((value) => ({ value, label: modes[value] }))}
      />
      {webhooks && webhooks.length > 0 && (
        <ChoiceFilter
          table={table}
          name="webhookUUID"
          label={t('notices-page.setting.webhooks')}
          any={t('notices-page.log.anyWebhook')}
          choices={webhooks.map(({ webhookUUID, name }) => ({ value: webhookUUID, label: name }))}
        />
      )}
      <LinkedFilter table={table} name="alarmUUID" label={t('notices-page.log.oneAlarm')} />
      <TimeFilter table={table} />
    </>
  );
}

function useColumns(open: (row: Delivery) => void): readonly Column<Delivery>[] {
  const format = useFormat();
  const words = useDeliveryTexts();
  const modes = useModeNames();
  return [
    {
      key: 'what',
      title: 'notices-page.log.what',
      render: (row) => (
        <div className="notices-what table-lines">
          <CellOpen onOpen={() => open(row)}>{words.step(row)}</CellOpen>
          <span>{words.about(row)}</span>
        </div>
      ),
    },
    { key: 'mode', title: 'notices-page.log.mode', render: (row) => modes[row.mode] },
    { key: 'to', title: 'notices-page.log.to', render: (row) => <Clipped text={words.to(row)} /> },
    {
      key: 'state',
      status: true,
      title: 'notices-page.log.state',
      render: (row) => (
        <div className="notices-what table-lines">
          <StatusDot tone={TONES[row.state]}>{words.state(row.state)}</StatusDot>
          <span>{words.story(row)}</span>
        </div>
      ),
    },
    {
      key: 'attempts',
      title: 'notices-page.log.attempts',
      align: 'end',
      extra: true,
      render: (row) => format.number(row.attempts),
    },
    {
      key: 'dueAt',
      title: 'notices-page.log.next',
      extra: true,
      render: (row) => row.dueAt && <DateTime at={row.dueAt} />,
    },
    {
      key: 'createdAt',
      title: 'notices-page.log.createdAt',
      sort: 'createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
    {
      key: 'because',
      title: 'notices-page.log.because',
      render: (row) => <Clipped text={words.because(row)} />,
    },
    {
      key: 'endedAt',
      title: 'notices-page.log.ended',
      extra: true,
      render: (row) => row.endedAt && <DateTime at={row.endedAt} />,
    },
  ];
}

/** Delivery log. The open notice is part of the address: `?notice=…`. */
export function DeliveriesTab({ create }: { create: Action }) {
  const { t } = useTranslation();
  const words = useDeliveryTexts();
  const [opened, open] = useAddressValue('notice');
  const show = (row: Delivery): void => open(row.noticeUUID);
  const columns = useColumns(show);
  const table = useTable({ filters: FILTERS });
  const { state, ...filters } = readFilters(table.filters);
  const query = useCall(
    noticeCalls.listDeliveries,
    { ...table.input, ...filters, state },
    { keepPrevious: true },
  );
  const sending = useCommand(noticeCalls.retryDelivery, {
    refresh: LOG_CALLS,
    onDone: () => toast.success(t('notices-page.log.sentAgain')),
  });
  const actionsOf = (row: Delivery): Action[] =>
    canSendAgain(row)
      ? [
          {
            id: 'sendNoticeAgain',
            frequent: true,
            label: t('notices-page.log.again'),
            icon: 'refresh',
            needs: 'alarm_index:operate',
            run: () => sending.start({ noticeUUID: row.noticeUUID }),
          },
        ]
      : [];
  const looked = query.data?.rows.find(({ noticeUUID }) => noticeUUID === opened);
  return (
    <>
      <FailedNotices filters={filters} search={table.input.search} />
      <DataTable
        name="noticeDeliveries"
        label={t('notices-page.tab.log')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.noticeUUID}
        rowName={(row) => [words.step(row), words.about(row), words.to(row)].filter(Boolean).join(' ')}
        rowActions={actionsOf}
        onOpen={show}
        searchHint={t('notices-page.log.search')}
        views
        filters={<Filters table={table} />}
        empty={
          <EmptyState
            icon="log"
            title={t('notices-page.log.empty')}
            text={t('notices-page.log.emptyText')}
            action={create}
          />
        }
      />
      {looked && <DeliveryDrawer delivery={looked} actions={actionsOf(looked)} onClose={() => open(null)} />}
    </>
  );
}
