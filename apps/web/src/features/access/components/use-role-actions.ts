import { accessCalls } from '@airloom/contract/access/access.calls';
import { ACCESS_ERRORS } from '@airloom/contract/access/access.errors';
import type { Role } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { showFailure } from '../../../shared/api/on-failure.ts';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm, showAlert } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { ROLE_CALLS } from '../access.queries.ts';

interface Options {
  edit(role: Role): void;
  onDeleted(role: Role): void;
}

/** Actions on a custom role; built-in ones cannot be changed. */
export function useRoleActions({ edit, onDeleted }: Options): (role: Role) => Action[] {
  const { t } = useTranslation();

  /** Open invitations use a role too, and only the server counts them. */
  async function attempt(role: Role): Promise<void> {
    try {
      await call(accessCalls.deleteRole, { roleUUID: role.roleUUID }, { quiet: true });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (!error.is(ACCESS_ERRORS.roleInUse)) return showFailure(error);
      return showAlert({
        title: t('access.role.inUseTitle', { name: role.name }),
        text: t('access.role.inUse'),
        action: t('ui.ok'),
      });
    }
    await refreshCalls(...ROLE_CALLS);
    onDeleted(role);
    toast.success(t('access.role.deleted', { name: role.name }));
  }

  async function remove(role: Role): Promise<void> {
    const sure = await confirm({
      title: t('access.role.deleteTitle', { name: role.name }),
      text: t('access.role.deleteText'),
      action: t('access.role.delete'),
      danger: true,
    });
    if (sure) await attempt(role);
  }

  return (role) => {
    if (role.builtIn) return [];
    const above = role.grantable ? undefined : t('access.role.blockedAbove');
    const inUse = role.userCount > 0 ? t('access.role.blockedInUse', { count: role.userCount }) : undefined;
    return [
      {
        id: 'editRole',
        frequent: true,
        label: t('access.role.edit'),
        icon: 'edit',
        needs: 'role_manage:operate',
        blocked: above,
        run: () => edit(role),
      },
      {
        id: 'deleteRole',
        label: t('access.role.delete'),
        icon: 'delete',
        danger: true,
        needs: 'role_manage:operate',
        blocked: above ?? inUse,
        run: () => void remove(role),
      },
    ];
  };
}
