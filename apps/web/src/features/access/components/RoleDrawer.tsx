import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { PermissionTree } from './PermissionTree.tsx';
import { RoleKind } from './RoleKind.tsx';
import { RoleUsers } from './RoleUsers.tsx';
import { REACH_TEXTS } from './reach-texts.ts';

interface RoleDrawerProps {
  role: Role;
  actions: readonly Action[];
  onClose(): void;
}

function Permissions({ role }: { role: Role }) {
  const tree = useCall(accessCalls.permissionTree, { roleUUID: role.roleUUID });
  if (tree.error) return <FailedState error={tree.error} retry={() => void tree.refetch()} />;
  if (tree.isPending) return <Skeleton rows={8} height={20} />;
  return <PermissionTree nodes={tree.data} held={role.permissions} />;
}

export function RoleDrawer({ role, actions, onClose }: RoleDrawerProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  return (
    <DetailDrawer
      wide
      title={roleName(role.key, role.name)}
      actions={actions}
      onClose={onClose}
      facts={[
        { label: 'access.role.alias', value: role.alias },
        { label: 'access.role.mainAccount', value: role.mainAccount },
        { label: 'access.role.kind', value: <RoleKind role={role} /> },
        { label: 'access.role.users', value: <RoleUsers role={role} /> },
        { label: 'access.role.reach', value: t(REACH_TEXTS[role.reach]) },
      ]}
    >
      <section className="detail-section">
        <h2>{t('access.role.permissions')}</h2>
        <Permissions role={role} />
      </section>
    </DetailDrawer>
  );
}
