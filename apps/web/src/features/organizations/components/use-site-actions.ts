import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { addDeviceTo } from '../../../shared/devices/add-device.ts';
import { useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { withScope } from '../../../shared/session/scope-address.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { BIN_DAYS } from '../bin-days.ts';
import { REFRESHED_CALLS } from '../refreshed-calls.ts';
import { useRestore } from './use-restore.ts';

interface Options {
  edit(site: Site): void;
  onDeleted(site: Site): void;
}

/** Actions on a site, for its row and its drawer alike. */
export function useSiteActions({ edit, onDeleted }: Options): (site: Site) => Action[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayDelete = useMayMakeSites();
  const deletion = useCommand(organizationCalls.deleteSite, { refresh: REFRESHED_CALLS });
  const { offerUndo } = useRestore();

  async function remove(site: Site): Promise<void> {
    const { siteUUID, name } = site;
    const sure = await confirm({
      title: t('organizations.site.deleteTitle', { name }),
      text: t('organizations.site.deleteText', { count: BIN_DAYS }),
      action: t('organizations.site.delete'),
      danger: true,
    });
    if (!sure) return;
    await deletion.run({ siteUUID });
    onDeleted(site);
    offerUndo({ id: siteUUID, kind: 'site', name }, t('organizations.site.deleted', { name }));
  }

  return (site) => [
    {
      id: 'viewSite',
      label: t('organizations.site.view'),
      icon: 'home',
      run: () => void navigate(withScope('/home/index', site.siteUUID)),
    },
    {
      id: 'addDevices',
      label: t('organizations.site.addDevice'),
      icon: 'plus',
      needs: 'device_manage:operate',
      run: () => void navigate(addDeviceTo(site.siteUUID)),
    },
    {
      id: 'editSite',
      frequent: true,
      label: t('organizations.site.editAction'),
      icon: 'edit',
      needs: 'site_manage:operate',
      run: () => edit(site),
    },
    ...(mayDelete
      ? [
          {
            id: 'deleteSite',
            label: t('organizations.site.delete'),
            icon: 'delete',
            danger: true,
            run: () => void ignoreCallFailure(remove(site)),
          } satisfies Action,
        ]
      : []),
  ];
}
