import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { organizationAsCurrent, SITE, siteAsCurrent } from '../../shared/session/current-site.ts';
import { changeSite, openShared, siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { SiteTree } from '../../shared/tree/SiteTree.tsx';
import type { TreeRow } from '../../shared/tree/tree-rows.ts';
import { Popup } from '../../shared/ui/actions/Popup.tsx';
import { Icon } from '../../shared/ui/Icon.tsx';
import './site-picker.css';

const WIDTH_PX = 360;
const HEIGHT_PX = 400;
const NO_TREES: readonly EnterpriseNode[] = [];

function isShares(row: TreeRow): boolean {
  return row.organization.enterpriseuuid === MY_SHARES_UUID;
}

/** Selects the organization or site. Shared sites switch the role first. */
export function SitePicker() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = useSession((state) => state.currentSite);
  const { data: tree } = useQuery(siteTreeQuery);
  const trees = tree?.trees ?? NO_TREES;
  const named = useMemo(
    () =>
      trees.map((organization) =>
        organization.enterpriseuuid === MY_SHARES_UUID
          ? { ...organization, enterprisename: t('shell.picker.shares') }
          : organization,
      ),
    [trees, t],
  );
  const parent = trees.find((organization) => organization.enterpriseuuid === current?.parentId);

  async function pick(row: TreeRow): Promise<void> {
    if (row.kind === 'organization') changeSite(organizationAsCurrent(row.organization));
    else if (!isShares(row)) changeSite(siteAsCurrent(row.organization, row.site));
    else {
      await openShared(row.site);
      await navigate('/');
    }
  }

  return (
    <Popup
      kind="dialog"
      label={t('shell.picker.label')}
      width={WIDTH_PX}
      renderTrigger={(props) => (
        <button {...props} type="button" className="header-button picker">
          <Icon name={current?.type === SITE ? 'site' : 'organization'} />
          <span className="header-words">
            <span className="visually-hidden">{t('shell.picker.label')}</span>
            <span className="header-name">{current?.name ?? t('shell.picker.none')}</span>
            {parent && <span className="header-note">{parent.enterprisename}</span>}
          </span>
          <Icon name="down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <div className="picker-panel">
          <SiteTree
            trees={named}
            label={t('shell.picker.label')}
            current={current?.id}
            height={HEIGHT_PX}
            pickable={(row) => row.kind === 'site' || !isShares(row)}
            onPick={(row) => {
              close();
              void pick(row);
            }}
          />
        </div>
      )}
    </Popup>
  );
}
