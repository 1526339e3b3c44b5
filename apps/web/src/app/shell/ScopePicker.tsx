import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentSite, SITE } from '../../shared/session/current-site.ts';
import { siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { Popup, type TriggerProps } from '../../shared/ui/actions/Popup.tsx';
import { Icon } from '../../shared/ui/Icon.tsx';
import './scope-picker.css';
import { useScopeOfPage } from './use-scope-of-page.ts';

const loadList = () => import('./ScopeList.tsx');
const ScopeList = lazy(loadList);
const WIDTH_PX = 360;

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

/** Selects everything, an organization or a site for all pages. */
export function ScopePicker() {
  const { t } = useTranslation();
  const scope = useSession((state) => state.currentSite);
  const choosesScope = useSession((state) => state.choosesScope);
  const applies = useScopeOfPage() !== 'account';
  const { data: tree } = useQuery(siteTreeQuery);
  const trees = tree?.trees ?? [];
  const parent = trees.find(({ enterpriseuuid }) => enterpriseuuid === scope?.parentId)?.enterprisename;
  const hasShares = trees.some(({ enterpriseuuid }) => enterpriseuuid === MY_SHARES_UUID);

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
    <button
      {...props}
      type="button"
      className="header-button picker"
      onPointerEnter={() => void loadList().catch(() => undefined)}
      onFocus={() => void loadList().catch(() => undefined)}
    >
      <TriggerContent scope={scope} parent={parent} />
    </button>
  );
  return (
    <Popup kind="dialog" label={t('shell.picker.label')} width={WIDTH_PX} renderTrigger={renderTrigger}>
      {(close) => (
        <Suspense>
          <ScopeList close={close} />
        </Suspense>
      )}
    </Popup>
  );
}
