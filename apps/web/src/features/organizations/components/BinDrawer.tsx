import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { BinItem } from '@airloom/contract/organizations/organizations.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useMayMakeOrganizations, useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { SideDrawer } from '../../../shared/ui/layout/SideDrawer.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { BIN_DAYS } from '../bin-days.ts';
import './organizations.css';
import { useRestore } from './use-restore.ts';

function RestoreButton({ item }: { item: BinItem }) {
  const { t } = useTranslation();
  const { restore, pending } = useRestore();
  const mayMakeOrganizations = useMayMakeOrganizations();
  const mayMakeSites = useMayMakeSites();
  if (item.kind === 'organization' ? !mayMakeOrganizations : !mayMakeSites) return null;
  return (
    <Button
      size="small"
      icon={<Icon name="restore" size={14} />}
      loading={pending}
      onClick={() => restore(item)}
    >
      {t('organizations.bin.restore')}
    </Button>
  );
}

/** Deleted organizations and sites that can be restored. */
export function BinDrawer({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const table = useTable({ prefix: 'bin.' });
  const query = useCall(organizationCalls.listBin, table.input, { keepPrevious: true });
  const columns: readonly Column<BinItem>[] = [
    {
      key: 'name',
      title: 'organizations.bin.name',
      render: (item) => (
        <div className="table-lines">
          <div>{item.name}</div>
          <div className="organizations-quiet">
            {item.kind === 'organization'
              ? t('organizations.bin.kindOrganization')
              : [t('organizations.bin.kindSite'), item.enterpriseName].join(' · ')}
          </div>
        </div>
      ),
    },
    {
      key: 'deletedAt',
      title: 'organizations.bin.deletedAt',
      sort: 'deletedAt',
      render: (item) => (
        <div className="table-lines">
          <TimeAgo at={item.deletedAt} />
          <div className="organizations-quiet">{item.deletedBy}</div>
        </div>
      ),
    },
    {
      key: 'restore',
      title: 'organizations.bin.restore',
      align: 'end',
      render: (item) => <RestoreButton item={item} />,
    },
  ];
  return (
    <SideDrawer title={t('organizations.bin.title')} wide onClose={onClose}>
      <p className="organizations-quiet organizations-bin-lead">
        {t('organizations.bin.lead', { count: BIN_DAYS })}
      </p>
      <DataTable
        name="bin"
        label={t('organizations.bin.title')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(item) => item.id}
        empty={<EmptyState icon="delete" title={t('organizations.bin.empty')} />}
      />
    </SideDrawer>
  );
}
