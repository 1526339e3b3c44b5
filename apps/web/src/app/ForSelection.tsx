import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../shared/form/choice-search.ts';
import { findCurrent, ORGANIZATION, type SiteType } from '../shared/session/current-site.ts';
import { changeSite, siteTreeQuery } from '../shared/session/session-actions.ts';
import { useSession } from '../shared/session/session-store.ts';
import { useScope } from '../shared/session/use-place.ts';
import { EmptyState } from '../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../shared/ui/feedback/Skeleton.tsx';
import './for-selection.css';
import { fitsSelection } from './routing/filter-routes.ts';

/** Alternatives: organizations, or the sites of the selected organization, or all sites. */
function useChoices(siteType: SiteType) {
  const { data: tree, error, refetch } = useQuery(siteTreeQuery);
  const selected = useSession((state) => state.currentSite?.id);
  const own = tree?.trees.filter(({ enterpriseuuid }) => enterpriseuuid !== MY_SHARES_UUID) ?? [];
  const choices =
    siteType === ORGANIZATION
      ? own.map(({ enterpriseuuid, enterprisename }) => ({ value: enterpriseuuid, label: enterprisename }))
      : own
          .filter(({ enterpriseuuid }) => selected === undefined || enterpriseuuid === selected)
          .flatMap(({ sites, enterprisename }) =>
            sites.map(({ siteuuid, sitename }) => ({
              value: siteuuid,
              label: selected === undefined && own.length > 1 ? `${sitename} · ${enterprisename}` : sitename,
            })),
          );
  function choose(id: string): void {
    const current = tree ? findCurrent(tree, id) : null;
    if (current) changeSite(current);
  }
  return {
    choices,
    choose,
    isLoading: tree === undefined && error === null,
    error: tree ? null : error,
    refetch,
  };
}

function OtherSelection({ siteType }: { siteType: SiteType }) {
  const { t } = useTranslation();
  const { choices, choose, isLoading, error, refetch } = useChoices(siteType);
  const isSite = siteType !== ORGANIZATION;
  if (isLoading) return <Skeleton rows={4} />;
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (choices.length === 0)
    return (
      <div className="card">
        <EmptyState
          icon={isSite ? 'site' : 'organization'}
          title={isSite ? t('shell.selection.site.none') : t('shell.selection.organization.none')}
          text={isSite ? t('shell.selection.site.noneText') : t('shell.selection.organization.noneText')}
        />
      </div>
    );
  const label = isSite ? t('shell.selection.site.choose') : t('shell.selection.organization.choose');
  return (
    <div className="card">
      <EmptyState
        icon={isSite ? 'site' : 'organization'}
        title={isSite ? t('shell.selection.site.title') : t('shell.selection.organization.title')}
        text={isSite ? t('shell.selection.site.text') : t('shell.selection.organization.text')}
      />
      <div className="selection-choice">
        <Select<string>
          aria-label={label}
          placeholder={label}
          options={choices}
          showSearch={CHOICE_SEARCH}
          onChange={choose}
        />
      </div>
    </div>
  );
}

/** Shows a page for an organization or a site, or offers a matching selection. */
export function ForSelection({ siteType, children }: { siteType: SiteType; children: ReactNode }) {
  const scope = useScope();
  const fits = scope !== null && fitsSelection({ siteType }, scope.type);
  return fits ? children : <OtherSelection siteType={siteType} />;
}
