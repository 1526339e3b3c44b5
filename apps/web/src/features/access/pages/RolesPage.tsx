import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role } from '@airloom/contract/access/access.model';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { callQuery } from '../../../shared/api/query-client.ts';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import '../components/access.css';
import { RoleDrawer } from '../components/RoleDrawer.tsx';
import { RoleForm } from '../components/RoleForm.tsx';
import { RoleKind } from '../components/RoleKind.tsx';
import { RoleUsers } from '../components/RoleUsers.tsx';
import { REACH_WORDS } from '../components/reach-texts.ts';
import { roleAbout } from '../components/role-about.ts';
import { useRoleActions } from '../components/use-role-actions.ts';

export default function RolesPage() {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const table = useTable();
  // An account has few roles: all are loaded, and searched here by their translated names.
  const wanted = table.search.trim().toLowerCase();
  const query = useQuery({
    ...callQuery(accessCalls.listRoles, {}),
    select(roles) {
      const rows = roles.filter((role) =>
        [roleName(role.key, role.name), role.alias].some((name) => name.toLowerCase().includes(wanted)),
      );
      return { total: rows.length, rows };
    },
  });
  const [creating, setCreating] = useAddressFlag('new');
  const mayCreate = useHolds('role_manage:operate');
  const [edited, setEdited] = useState<Role | null>(null);
  const [opened, setOpened] = useState<Role | null>(null);
  const actionsOf = useRoleActions({ edit: setEdited, onDeleted: () => setOpened(null) });
  const shown = opened && (query.data?.rows.find((role) => role.roleUUID === opened.roleUUID) ?? opened);

  const create: Action = {
    id: 'newRole',
    label: t('access.role.new'),
    icon: 'plus',
    primary: true,
    needs: 'role_manage:operate',
    run: () => setCreating(true),
  };

  const columns: readonly Column<Role>[] = [
    {
      key: 'name',
      title: 'access.role.name',
      render: (role) => {
        const about = roleAbout(role.key);
        return (
          <div className="table-lines access-role-name">
            <CellOpen onOpen={() => setOpened(role)}>{roleName(role.key, role.name)}</CellOpen>
            {about && <div className="access-small">{t(about)}</div>}
          </div>
        );
      },
    },
    { key: 'alias', title: 'access.role.alias', render: (role) => <Clipped text={role.alias} /> },
    { key: 'kind', title: 'access.role.kind', render: (role) => <RoleKind role={role} /> },
    {
      key: 'users',
      title: 'access.role.users',
      align: 'end',
      render: (role) => <RoleUsers role={role} />,
    },
    { key: 'reach', title: 'access.role.reach', render: (role) => t(REACH_WORDS[role.reach]) },
    {
      key: 'mainAccount',
      title: 'access.role.mainAccount',
      render: (role) => <Clipped text={role.mainAccount} />,
    },
  ];

  return (
    <>
      <PageHeader title={t('nav.role')} lead={t('access.role.lead')} actions={[create]} />
      <DataTable
        name="roles"
        label={t('nav.role')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(role) => role.roleUUID}
        rowName={(role) => roleName(role.key, role.name)}
        rowActions={actionsOf}
        onOpen={(role) => setOpened(role)}
        empty={<EmptyState icon="role" title={t('access.role.empty')} action={create} />}
      />
      {shown && <RoleDrawer role={shown} actions={actionsOf(shown)} onClose={() => setOpened(null)} />}
      {edited && <RoleForm key={edited.roleUUID} existing={edited} onClose={() => setEdited(null)} />}
      {creating && mayCreate && <RoleForm existing={null} onClose={() => setCreating(false)} />}
    </>
  );
}
