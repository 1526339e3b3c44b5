import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { SiteTree } from '../../../shared/tree/SiteTree.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import './home.css';
import { useLookAt } from './use-look-at.ts';

const HEIGHT_PX = 420;

function Tree() {
  const { t } = useTranslation();
  const current = useSession((state) => state.currentSite);
  const tree = useQuery(siteTreeQuery);
  const lookAt = useLookAt();
  // The server named the shares in the language of the moment it was asked.
  const trees = useMemo(
    () =>
      tree.data?.trees.map((node) =>
        node.enterpriseuuid === MY_SHARES_UUID ? { ...node, enterprisename: t('shell.picker.shares') } : node,
      ),
    [tree.data, t],
  );
  if (tree.error) return <FailedState error={tree.error} retry={() => void tree.refetch()} />;
  if (!trees) return <Skeleton rows={8} height={20} />;
  return (
    <SiteTree
      trees={trees}
      label={t('home.tree.title')}
      current={current?.id}
      height={HEIGHT_PX}
      pickable={(row) => row.kind === 'site' || row.id !== MY_SHARES_UUID}
      onPick={(row) => {
        if (row.kind === 'organization') lookAt.organization(row.organization);
        else void ignoreCallFailure(lookAt.site(row.organization, row.site));
      }}
    />
  );
}

export function TreeCard() {
  const { t } = useTranslation();
  return (
    <section className="card home-card" aria-labelledby="home-tree-title">
      <header className="home-card-head">
        <h2 id="home-tree-title">{t('home.tree.title')}</h2>
        <span className="home-quiet">{t('home.tree.hint')}</span>
      </header>
      <Tree />
    </section>
  );
}
