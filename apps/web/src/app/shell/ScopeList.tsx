import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { findCurrent, organizationAsCurrent, siteAsCurrent } from '../../shared/session/current-site.ts';
import { EVERYTHING } from '../../shared/session/scope-address.ts';
import { openShared, siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { SiteTree } from '../../shared/tree/SiteTree.tsx';
import type { ChoiceRow, TreeRow } from '../../shared/tree/tree-rows.ts';
import { useSelectScope } from './use-scope-of-page.ts';

const HEIGHT_PX = 400;
const NO_TREES: readonly EnterpriseNode[] = [];
/** Rows of recent scopes have the id of the scope after this. */
const RECENT = 'recent-';

function isShares({ organization }: TreeRow): boolean {
  return organization.enterpriseuuid === MY_SHARES_UUID;
}

function useTrees(): readonly EnterpriseNode[] {
  const { t } = useTranslation();
  const { data: tree } = useQuery(siteTreeQuery);
  const trees = tree?.trees ?? NO_TREES;
  return useMemo(
    () =>
      trees.map((organization) =>
        organization.enterpriseuuid === MY_SHARES_UUID
          ? { ...organization, enterprisename: t('shell.picker.shares') }
          : organization,
      ),
    [trees, t],
  );
}

/** Everything, then the scopes that were selected before. */
function useScopeChoices(): readonly ChoiceRow[] {
  const { t } = useTranslation();
  const { data: tree } = useQuery(siteTreeQuery);
  const recent = useSession((state) => state.recentScopes);
  return useMemo(() => {
    const nameOf = (id: string) =>
      tree?.trees.find(({ enterpriseuuid }) => enterpriseuuid === id)?.enterprisename;
    const found = recent.flatMap((id) => (tree && findCurrent(tree, id)) ?? []);
    return [
      { kind: 'choice', id: EVERYTHING, name: t('shell.picker.all'), icon: 'wall' },
      ...found.map(
        ({ id, name, parentId }): ChoiceRow => ({
          kind: 'choice',
          id: `${RECENT}${id}`,
          name,
          icon: 'clock',
          note: nameOf(parentId),
        }),
      ),
    ];
  }, [t, tree, recent]);
}

/** All scopes to choose from, fetched when the picker opens. Shared sites switch the role first. */
export default function ScopeList({ close }: { close(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const select = useSelectScope();
  const scope = useSession((state) => state.currentSite);
  const choosesScope = useSession((state) => state.choosesScope);
  const { data: tree } = useQuery(siteTreeQuery);
  const trees = useTrees();
  const choices = useScopeChoices();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);

  async function pick(row: TreeRow): Promise<void> {
    if (row.kind === 'organization') select(organizationAsCurrent(row.organization));
    else if (!isShares(row)) select(siteAsCurrent(row.organization, row.site));
    else {
      await openShared(row.site);
      await navigate('/');
    }
  }

  function choose({ id }: ChoiceRow): void {
    select(id === EVERYTHING || !tree ? null : findCurrent(tree, id.slice(RECENT.length)));
  }

  return (
    <div className="picker-panel" ref={panel}>
      <SiteTree
        trees={trees}
        label={t('shell.picker.label')}
        current={scope?.id ?? EVERYTHING}
        height={HEIGHT_PX}
        choices={choosesScope ? choices : []}
        pickable={(row) => row.kind === 'site' || !isShares(row)}
        onChoose={(choice) => {
          close();
          choose(choice);
        }}
        onPick={(row) => {
          close();
          void pick(row);
        }}
      />
    </div>
  );
}
