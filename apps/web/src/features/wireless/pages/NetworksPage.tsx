import { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import type { WirelessNetworkRow } from '@airloom/contract/wireless/wireless.model';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { PendingSite } from '../components/PendingSite.tsx';
import { useEditBlock } from '../components/use-edit-block.ts';
import { type Revealed, useNetworkActions } from '../components/use-network-actions.ts';
import { useNetworkColumns } from '../components/use-network-columns.tsx';
import { editAddress, NETWORK_FORM } from '../wireless-pages.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('../components/ImportDialog.tsx')).ImportDialog,
}));
const RevealedDialog = lazy(() => import('../components/RevealedDialog.tsx'));

/** Clients and access points on air change with reports, about once a minute. */
const READ_AGAIN_MS = 30_000;

/** Wireless networks of the selected organization or site. */
export default function NetworksPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = usePlace();
  const scope = useScope();
  const blocked = useEditBlock('wirelessNetwork')('site');
  const [revealed, show] = useState<Revealed | null>(null);
  const [importing, setImporting] = useState(false);
  const [pendingAt, setPendingAt] = useState<string | null>(null);
  const { review, start, dialog } = useChangeReview();
  const { ofOne, turn } = useNetworkActions({ review, show });

  function reviewPending(row: WirelessNetworkRow): void {
    const siteUUID = place.siteUUID ?? (row.place.level === 'site' ? row.place.uuid : undefined);
    if (siteUUID === undefined) setPendingAt(row.place.uuid);
    else start({ kind: 'pending', siteUUID });
  }

  const columns = useNetworkColumns({ turn, reviewPending });
  const table = useTable();
  const query = useCall(
    wirelessCalls.listWirelessNetworks,
    { ...table.input, ...place },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const create: Action = {
    id: 'newNetwork',
    label: t('wireless.action.new'),
    icon: 'plus',
    primary: true,
    blocked,
    run: () => void navigate(NETWORK_FORM),
  };
  const imported: Action = {
    id: 'importConfiguration',
    label: t('wireless.import.action'),
    icon: 'upload',
    blocked,
    run: () => setImporting(true),
  };
  return (
    <>
      <PageHeader
        title={t('nav.wirelessNetconfig')}
        lead={scope === null ? t('wireless.list.leadAll') : t('wireless.list.lead', { name: scope.name })}
        actions={[imported, create]}
      />
      <DraftBar />
      <DataTable
        name="wirelessNetworks"
        label={t('nav.wirelessNetconfig')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.networkUUID}
        rowName={(row) => row.ssid}
        rowActions={ofOne}
        onOpen={(row) => void navigate(editAddress(row))}
        empty={
          <EmptyState
            icon="ap"
            title={t('wireless.list.empty')}
            text={t('wireless.list.emptyText')}
            action={create}
          />
        }
      />
      <Suspense>
        {revealed && <RevealedDialog revealed={revealed} onClose={() => show(null)} />}
        {importing && (
          <ImportDialog
            onReview={(edits) => {
              setImporting(false);
              start({ kind: 'edits', edits });
            }}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
      {pendingAt !== null && (
        <PendingSite
          organizationUUID={pendingAt}
          onChoose={(siteUUID) => {
            setPendingAt(null);
            start({ kind: 'pending', siteUUID });
          }}
          onClose={() => setPendingAt(null)}
        />
      )}
      {dialog}
    </>
  );
}
