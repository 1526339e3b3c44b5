import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { ORGANIZATION_ERRORS } from '@airloom/contract/organizations/organizations.errors';
import type { Enterprise } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { showFailure } from '../../../shared/api/on-failure.ts';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { useMayChangeOrganizations, useMayMakeOrganizations } from '../../../shared/session/account-reach.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm, showAlert } from '../../../shared/ui/feedback/confirm.ts';
import { BIN_DAYS } from '../bin-days.ts';
import { useOrganizationInView } from '../organizations.queries.ts';
import { REFRESHED_CALLS } from '../refreshed-calls.ts';
import { useRestore } from './use-restore.ts';

/** Errors with an explanation of their own. */
const REFUSALS = ['organizationHasSites', 'organizationInView'] as const;

interface Options {
  edit(organization: Enterprise): void;
  onDeleted(organization: Enterprise): void;
}

/** Actions on an organization, for its row and its drawer alike. */
export function useOrganizationActions({ edit, onDeleted }: Options): (organization: Enterprise) => Action[] {
  const { t } = useTranslation();
  const inView = useOrganizationInView();
  const mayMake = useMayMakeOrganizations();
  const mayChange = useMayChangeOrganizations();
  const { offerUndo } = useRestore();

  function refuse(organization: Enterprise, because: (typeof REFUSALS)[number]) {
    return showAlert({
      title: t('organizations.organization.refusedTitle', { name: organization.name }),
      text: t(
        because === 'organizationHasSites'
          ? 'organizations.organization.hasSites'
          : 'organizations.organization.inView',
      ),
      action: t('ui.ok'),
    });
  }

  async function attempt(organization: Enterprise): Promise<void> {
    const { enterpriseUUID, name } = organization;
    try {
      await call(organizationCalls.deleteEnterprise, { enterpriseUUID }, { quiet: true });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const reason = REFUSALS.find((key) => error.is(ORGANIZATION_ERRORS[key]));
      if (reason) await refuse(organization, reason);
      else showFailure(error);
      return;
    }
    await refreshCalls(...REFRESHED_CALLS);
    onDeleted(organization);
    offerUndo(
      { id: enterpriseUUID, kind: 'organization', name },
      t('organizations.organization.deleted', { name }),
    );
  }

  /** Known refusals are shown before the confirmation. */
  async function remove(organization: Enterprise): Promise<void> {
    if (organization.siteCount > 0) return refuse(organization, 'organizationHasSites');
    if (organization.enterpriseUUID === inView) return refuse(organization, 'organizationInView');
    const sure = await confirm({
      title: t('organizations.organization.deleteTitle', { name: organization.name }),
      text: t('organizations.organization.deleteText', { count: BIN_DAYS }),
      action: t('organizations.organization.delete'),
      danger: true,
    });
    if (sure) await attempt(organization);
  }

  return (organization) => [
    ...(mayChange
      ? [
          {
            id: 'editOrganization',
            frequent: true,
            label: t('organizations.organization.editAction'),
            icon: 'edit',
            run: () => edit(organization),
          } satisfies Action,
        ]
      : []),
    ...(mayMake
      ? [
          {
            id: 'deleteOrganization',
            label: t('organizations.organization.delete'),
            icon: 'delete',
            danger: true,
            run: () => void remove(organization),
          } satisfies Action,
        ]
      : []),
  ];
}
