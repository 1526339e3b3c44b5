import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type CurrentSite,
  findCurrent,
  organizationAsCurrent,
  SITE,
  siteAsCurrent,
} from '../../shared/session/current-site.ts';
import { EVERYTHING } from '../../shared/session/scope-address.ts';
import { openShared, siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { SiteTree } from '../../shared/tree/SiteTree.tsx';
import type { ChoiceRow, TreeRow } from '../../shared/tree/tree-rows.ts';
import { Popup, type TriggerProps } from '../../shared/ui/actions/Popup.tsx';
import { Icon } from '../../shared/ui/Icon.tsx';
import './scope-picker.css';
import { useScopeOfPage, useSelectScope } from './use-scope-of-page.ts';

const WIDTH_PX = 360;
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

interface TriggerContentProps {
  scope: CurrentSite | null;
  /** The organization of a site. */
  parent: string | undefined;
  isFixed?: boolean;
}

function TriggerContent({ scope, parent, isFixed = false }: TriggerContentProps) {
  const { t } = useTranslation();
  return (
    <>
      <Icon name={scope === null ? 'wall' : scope.type === SITE ? 'site' : 'organization'} />
      <span className="header-words">
        <span className="visually-hidden">{t('shell.picker.label')}</span>
        <span className="header-name">{scope?.name ?? t('shell.picker.all')}</span>
        {parent && <span className="header-note">{parent}</span>}
      </span>
      {!isFixed && <Icon name="down" size={14} />}
    </>
  );
}

/** Selects everything, an organization or a site for all pages. Shared sites switch the role first. */
export function ScopePicker() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const select = useSelectScope();
  const scope = useSession((state) => state.currentSite);
  const choosesScope = useSession((state) => state.choosesScope);
  const applies = useScopeOfPage() !== 'account';
  const { data: tree } = useQuery(siteTreeQuery);
  const trees = useTrees();
  const choices = useScopeChoices();
  const parent = trees.find(({ enterpriseuuid }) => enterpriseuuid === scope?.parentId)?.enterprisename;
  const hasShares = trees.some(({ enterpriseuuid }) => enterpriseuuid === MY_SHARES_UUID);

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

  if (!choosesScope && !hasShares) {
    if (scope === null) return null;
    return (
      <span className="header-button picker picker-fixed">
        <TriggerContent scope={scope} parent={parent} isFixed />
      </span>
    );
  }
  if (!applies) {
    return (
      <button
        type="button"
        className="header-button picker"
        aria-disabled="true"
        title={t('shell.picker.ofAccount')}
        aria-describedby="scope-reason"
      >
        <TriggerContent scope={null} parent={undefined} isFixed />
        <span id="scope-reason" className="visually-hidden">
          {t('shell.picker.ofAccount')}
        </span>
      </button>
    );
  }
  const renderTrigger = (props: TriggerProps) => (
    <button {...props} type="button" className="header-button picker">
      <TriggerContent scope={scope} parent={parent} />
    </button>
  );
  return (
    <Popup kind="dialog" label={t('shell.picker.label')} width={WIDTH_PX} renderTrigger={renderTrigger}>
      {(close) => (
        <div className="picker-panel">
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
      )}
    </Popup>
  );
}
