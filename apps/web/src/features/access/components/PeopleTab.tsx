import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role, SubAccount } from '@airloom/contract/access/access.model';
import { Select, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import './access.css';
import { Contact } from './Contact.tsx';
import { PersonDrawer } from './PersonDrawer.tsx';
import { PersonForm } from './PersonForm.tsx';
import { PersonStatus } from './PersonStatus.tsx';
import { useAccessColumns } from './use-access-columns.tsx';
import { usePersonActions } from './use-person-actions.ts';

const FILTERS = ['roleUUID'] as const;

interface PeopleTabProps {
  roles: readonly Role[];
  invite: Action;
}

export function PeopleTab({ roles, invite }: PeopleTabProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const table = useTable({ filters: FILTERS });
  const roleUUID = table.filter('roleUUID');
  const query = useCall(accessCalls.listSubAccounts, { ...table.input, roleUUID }, { keepPrevious: true });
  const [opened, setOpened] = useState<SubAccount | null>(null);
  const [edited, setEdited] = useState<SubAccount | null>(null);
  const actionsOf = usePersonActions({ roles, edit: setEdited, onRemoved: () => setOpened(null) });
  const shown =
    opened && (query.data?.rows.find((row) => row.subAccountUUID === opened.subAccountUUID) ?? opened);
  const access = useAccessColumns<SubAccount>(({ reach }) => ({
    all: reach.all,
    total: reach.enterpriseUUIDs.length + reach.siteUUIDs.length,
  }));

  const columns: readonly Column<SubAccount>[] = [
    {
      key: 'name',
      title: 'access.person.name',
      sort: 'userName',
      render: (row) => (
        <span className="access-name">
          <CellOpen onOpen={() => setOpened(row)}>{row.userName}</CellOpen>
          {row.self && <Tag>{t('access.person.self')}</Tag>}
          {row.mainAccount && <Tag>{t('access.person.mainAccount')}</Tag>}
        </span>
      ),
    },
    { key: 'nickname', title: 'access.person.nickname', render: (row) => <Clipped text={row.nickname} /> },
    {
      key: 'alias',
      title: 'access.person.alias',
      extra: true,
      render: (row) => <Clipped text={row.alias} />,
    },
    { key: 'contact', title: 'access.person.contact', render: (row) => <Contact person={row} /> },
    ...access,
    {
      key: 'lastSeen',
      title: 'access.person.lastSeen',
      render: (row) => (row.lastSeenAt ? <TimeAgo at={row.lastSeenAt} /> : t('access.person.never')),
    },
    {
      key: 'status',
      status: true,
      title: 'access.person.status',
      render: (row) => <PersonStatus person={row} />,
    },
    {
      key: 'since',
      title: 'access.person.since',
      sort: 'createdAt',
      extra: true,
      render: (row) => <DateTime at={row.createdAt} />,
    },
  ];

  return (
    <>
      <DataTable
        name="people"
        label={t('access.person.tab')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.subAccountUUID}
        rowName={(row) => row.userName}
        rowActions={actionsOf}
        onOpen={(row) => setOpened(row)}
        filters={
          <Select
            className="access-filter"
            aria-label={t('access.person.role')}
            placeholder={t('access.person.allRoles')}
            allowClear
            showSearch={CHOICE_SEARCH}
            options={roles.map((role) => ({ value: role.roleUUID, label: roleName(role.key, role.name) }))}
            value={roleUUID ?? null}
            onChange={(value) => table.setFilter('roleUUID', value ?? undefined)}
          />
        }
        empty={<EmptyState icon="people" title={t('access.person.empty')} action={invite} />}
      />
      {shown && <PersonDrawer person={shown} actions={actionsOf(shown)} onClose={() => setOpened(null)} />}
      {edited && (
        <PersonForm
          key={edited.subAccountUUID}
          person={edited}
          roles={roles}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
