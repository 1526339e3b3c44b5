import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Webhook } from '@airloom/contract/notices/notices.model';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../shared/api/query-client.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import { rowsOnPage } from '../rows-on-page.ts';
import './notices.css';
import { OnSwitch } from './OnSwitch.tsx';
import { TONES, useDeliveryTexts } from './use-delivery-texts.ts';
import { useMayChangeWebhooks } from './use-may-change-webhooks.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import { type Made, WebhookSecret } from './WebhookSecret.tsx';

const WebhookDrawer = lazy(() => import('./WebhookDrawer.tsx'));

function LastTry({ last }: Pick<Webhook, 'last'>) {
  const { t } = useTranslation();
  const words = useDeliveryTexts();
  if (last === null) return <StatusDot tone="offline">{t('notices-page.webhook.never')}</StatusDot>;
  return (
    <div className="notices-what table-lines">
      <span className="status">
        <StatusDot tone={TONES[last.state]}>{words.state(last.state)}</StatusDot>
        <TimeAgo at={last.at} />
      </span>
      <span>{words.fault(last.error)}</span>
    </div>
  );
}

interface Drawn {
  open(webhook: Webhook): void;
  turn(webhook: Webhook, on: boolean): void;
}

function useColumns({ open, turn }: Drawn): readonly Column<Webhook>[] {
  const { t } = useTranslation();
  const mayTurn = useMayChangeWebhooks();
  return [
    {
      key: 'name',
      title: 'notices-page.webhook.name',
      render: (row) => <CellOpen onOpen={() => open(row)}>{row.name}</CellOpen>,
    },
    {
      key: 'enabled',
      status: true,
      title: 'notices-page.setting.enabled',
      render: (row) => (
        <OnSwitch name={row.name} on={row.enabled} mayTurn={mayTurn} turn={(on) => turn(row, on)} />
      ),
    },
    {
      key: 'kind',
      title: 'notices-page.webhook.kind',
      render: (row) => <Clipped text={t(`notices-page.webhook.kinds.${row.kind}`)} />,
    },
    { key: 'url', title: 'notices-page.webhook.url', render: (row) => <Clipped text={row.url} /> },
    { key: 'last', title: 'notices-page.webhook.last', render: (row) => <LastTry last={row.last} /> },
    {
      key: 'createdAt',
      title: 'notices-page.webhook.createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
  ];
}

interface WebhooksTabProps {
  create: Action;
  making: { on: boolean; end(): void };
  /** Opens the delivery log of one webhook. */
  toLog(webhookUUID: string): void;
}

/** Webhooks. The open one is part of the address: `?webhook=…`, `?new=webhook`. */
export function WebhooksTab({ create, making, toLog }: WebhooksTabProps) {
  const { t } = useTranslation();
  const mayChange = useMayChangeWebhooks();
  const [opened, open] = useAddressValue('webhook');
  const [made, setMade] = useState<Made | null>(null);
  const toLogOf = ({ webhookUUID }: Webhook): void => toLog(webhookUUID);
  /** People who may not change it open its delivery log. */
  const show = (webhook: Webhook): void => (mayChange ? open(webhook.webhookUUID) : toLogOf(webhook));
  const { ofOne, turn } = useWebhookActions({ edit: show, onMade: setMade, toLog: toLogOf });
  const columns = useColumns({ open: show, turn });
  const table = useTable();
  const all = callQuery(noticeCalls.listWebhooks, {});
  const query = useQuery({
    ...all,
    select: (rows) => rowsOnPage(rows, table, ({ name, url }) => [name, url]),
  });
  const { data: edited } = useQuery({
    ...all,
    select: (rows) => rows.find(({ webhookUUID }) => webhookUUID === opened),
  });
  return (
    <>
      <p className="notices-lead">{t('notices-page.webhook.lead')}</p>
      <DataTable
        name="webhooks"
        label={t('notices-page.tab.webhooks')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.webhookUUID}
        rowName={(row) => row.name}
        rowActions={ofOne}
        onOpen={show}
        empty={
          <EmptyState
            icon="external"
            title={t('notices-page.webhook.empty')}
            text={t('notices-page.webhook.emptyText')}
            action={create}
          />
        }
      />
      <Suspense>
        {edited && mayChange && (
          <WebhookDrawer
            key={edited.webhookUUID}
            webhook={edited}
            onMade={setMade}
            onClose={() => open(null)}
          />
        )}
        {making.on && mayChange && <WebhookDrawer webhook={null} onMade={setMade} onClose={making.end} />}
      </Suspense>
      {made && <WebhookSecret {...made} onDone={() => setMade(null)} />}
    </>
  );
}
