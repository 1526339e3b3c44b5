import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { GatewayAuthForm } from '../components/GatewayAuthForm.tsx';
import { Unread } from '../components/Unread.tsx';
import { useEditBlock } from '../components/use-edit-block.ts';
import { useSettings } from '../wireless-settings.ts';

const NEW = 'new';
const SKELETON_ROWS = 6;

function authOf({ edit }: Setting) {
  return edit.kind === 'gatewayAuth' ? edit.value : null;
}

function useColumns(open: (row: Setting) => void): readonly Column<Setting>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'device',
      title: 'wireless.gateway.device',
      sort: 'name',
      render: (row) => <CellOpen onOpen={() => open(row)}>{row.place.name}</CellOpen>,
    },
    {
      key: 'enabled',
      status: true,
      title: 'wireless.gateway.enabled',
      render: (row) => (
        <StatusDot tone={authOf(row)?.enabled ? 'ok' : 'offline'}>
          {authOf(row)?.enabled ? t('wireless.on') : t('wireless.off')}
        </StatusDot>
      ),
    },
    {
      key: 'interface',
      title: 'wireless.gateway.interface',
      render: (row) => <code>{authOf(row)?.interface}</code>,
    },
    {
      key: 'server',
      title: 'wireless.gateway.server',
      render: (row) => {
        const auth = authOf(row);
        return auth && <code>{`${auth.serverAddress}:${auth.serverPort}`}</code>;
      },
    },
    {
      key: 'updatedAt',
      title: 'wireless.list.updatedAt',
      sort: 'updatedAt',
      render: (row) => <TimeAgo at={row.updatedAt} />,
    },
  ];
}

/** One gateway, or a new one; the gateway is part of the address. */
function Opened({ gateway, onClose }: { gateway: string; onClose(): void }) {
  const { t } = useTranslation();
  const all = useSettings({ kind: 'gatewayAuth', placeUUID: gateway === NEW ? undefined : gateway });
  if (!all.data) return <Unread query={all} rows={SKELETON_ROWS} />;
  const setting = gateway === NEW ? null : (all.data.rows[0] ?? null);
  return (
    <>
      <PageHeader
        title={setting?.place.name ?? t('wireless.gateway.new')}
        lead={t('wireless.gateway.lead')}
      />
      <GatewayAuthForm
        setting={setting}
        taken={gateway === NEW ? all.data.rows.map(({ place }) => place.uuid) : []}
        onClose={onClose}
      />
    </>
  );
}

function GatewayAuthList({ open }: { open(gateway: string): void }) {
  const { t } = useTranslation();
  const blocked = useEditBlock('gatewayAuth')('device');
  const { review, dialog } = useChangeReview();
  const show = (row: Setting): void => open(row.place.uuid);
  const columns = useColumns(show);
  const table = useTable();
  const query = useCall(
    settingCalls.listSettings,
    { ...table.input, kind: 'gatewayAuth' },
    { keepPrevious: true },
  );
  const create: Action = {
    id: 'newGatewayAuth',
    label: t('wireless.gateway.new'),
    icon: 'plus',
    primary: true,
    blocked,
    run: () => open(NEW),
  };

  function actionsOf(row: Setting): Action[] {
    const { edit, version } = row;
    return [
      {
        id: 'editGatewayAuth',
        frequent: true,
        label: blocked === undefined ? t('wireless.action.edit') : t('wireless.action.view'),
        icon: 'edit',
        run: () => show(row),
      },
      {
        id: 'deleteGatewayAuth',
        label: t('wireless.action.delete'),
        icon: 'delete',
        danger: true,
        blocked,
        run: () => review({ ...edit, baseVersion: version, value: null }),
      },
    ];
  }

  return (
    <>
      <PageHeader title={t('nav.wirelessGatewayAuth')} lead={t('wireless.gateway.lead')} actions={[create]} />
      <DraftBar />
      <DataTable
        name="gatewayAuth"
        label={t('nav.wirelessGatewayAuth')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.settingUUID}
        rowName={(row) => row.place.name}
        rowActions={actionsOf}
        onOpen={show}
        empty={
          <EmptyState
            icon="gateway"
            title={t('wireless.gateway.empty')}
            text={t('wireless.gateway.emptyText')}
            action={create}
          />
        }
      />
      {dialog}
    </>
  );
}

/** Guest authentication at gateways. */
export default function GatewayAuthPage() {
  const [gateway, open] = useAddressValue('gateway');
  if (gateway === null) return <GatewayAuthList open={open} />;
  return <Opened key={gateway} gateway={gateway} onClose={() => open(null)} />;
}
