import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router';
import { isFromBigScreen } from '../../shared/routing/from-big-screen.ts';
import { setBigScreenMode } from '../../shared/session/big-screen-mode.ts';
import { reconcileSite, siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { keepDark } from '../../shared/theme/theme-store.ts';
import { IconButton } from '../../shared/ui/actions/IconButton.tsx';
import { useLayerRouter } from '../../shared/ui/layers.ts';
import { Logo } from '../../shared/ui/layout/Logo.tsx';
import { HOME } from '../routing/decide.ts';
import { matchRoute } from '../routing/match-route.ts';
import { jumpTargets } from '../routing/menu.ts';
import { BackToBigScreen } from './BackToBigScreen.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { besidePages } from './beside-pages.ts';
import { Header } from './Header.tsx';
import type { Command } from './keyboard.ts';
import { Notices } from './Notices.tsx';
import { Sidebar } from './navigation/Sidebar.tsx';
import { useSidebar } from './navigation/sidebar-store.ts';
import { useRecentPages } from './navigation/use-menu.ts';
import './shell.css';
import { useKeyboard } from './use-keyboard.ts';
import { useOfferedRoutes, useRoutes } from './use-routes.ts';
import { useScopeInAddress } from './use-scope-of-page.ts';

const CommandPalette = besidePages(
  () => import('./palette/CommandPalette.tsx'),
  ['alarms', 'terminal-pages'],
);
const KeyboardHelp = lazy(() => import('./KeyboardHelp.tsx'));

function useCurrentSiteKept(): void {
  const { data: tree } = useQuery(siteTreeQuery);
  useEffect(() => {
    if (tree) reconcileSite(tree);
  }, [tree]);
}

/**
 * Messages of failed calls must be readable while the server is out of reach, so they are loaded before: once the page is
 * drawn, which does not wait for them.
 */
function useFeedbackLoaded(): void {
  useEffect(() => void import('../../shared/ui/feedback/feedback.tsx'), []);
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>('main input[type="search"]');
  search?.focus();
  return search !== null;
}

/** A new page starts at the top, for screen readers too. */
function useFocusOnTurn(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** A big screen fills the window and is dark, without idle timeout; so are pages opened from it. */
function useBigScreen(): { fills: boolean; isDetail: boolean } {
  const { pathname, state } = useLocation();
  const fills = matchRoute(useRoutes(), pathname).at(-1)?.bigScreen === true;
  const isDetail = !fills && isFromBigScreen(state);
  useLayoutEffect(() => {
    keepDark(fills || isDetail);
    setBigScreenMode(fills || isDetail);
    return () => {
      keepDark(false);
      setBigScreenMode(false);
    };
  }, [fills, isDetail]);
  return { fills, isDetail };
}

export function Shell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The rendered address: the browser's address is ahead of it while a page loads.
  const address = `${pathname}${search}`;
  const turning = useNavigation().state !== 'idle';
  const sidebar = useSidebar();
  const jumps = jumpTargets(useOfferedRoutes());
  const account = useSession((state) => state.currentRole?.accountUUID);
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useCurrentSiteKept();
  useScopeInAddress();
  useRecentPages();
  useFocusOnTurn();
  useFeedbackLoaded();
  useLayerRouter();
  const bigScreen = useBigScreen();

  useKeyboard((command: Command) => {
    const jump = command.do === 'jump' ? jumps.get(command.keys) : undefined;
    if (command.do === 'palette') setOpen('palette');
    else if (command.do === 'help') setOpen('keys');
    else if (command.do === 'search') return focusSearch();
    else if (jump) void navigate(jump.redirect ?? jump.path);
    else return false;
    return true;
  });

  const dialogs = (
    <Suspense>
      {open === 'palette' && (
        <CommandPalette onClose={() => setOpen(null)} showKeys={() => setOpen('keys')} />
      )}
      {open === 'keys' && <KeyboardHelp onClose={() => setOpen(null)} />}
    </Suspense>
  );

  if (bigScreen.fills) {
    return (
      <main id="main" tabIndex={-1} aria-busy={turning} data-address={address}>
        <Outlet key={account} />
        {dialogs}
      </main>
    );
  }
  return (
    <div className="shell" data-icons={sidebar.iconsOnly}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <aside className="sidebar">
        <div className="sidebar-head">
          <Link to={HOME} className="sidebar-home">
            <Logo markOnly={sidebar.iconsOnly} />
          </Link>
        </div>
        <Sidebar iconsOnly={sidebar.iconsOnly} />
        <div className="sidebar-foot">
          <IconButton
            icon={sidebar.iconsOnly ? 'expand' : 'collapse'}
            label={sidebar.iconsOnly ? t('shell.expand') : t('shell.collapse')}
            onClick={sidebar.toggle}
          />
        </div>
      </aside>
      <Header openPalette={() => setOpen('palette')} showKeys={() => setOpen('keys')} />
      <main id="main" className="main" tabIndex={-1} aria-busy={turning} data-address={address}>
        <Notices />
        {bigScreen.isDetail && <BackToBigScreen />}
        <Breadcrumbs />
        {/* Another account is another world: nothing of the last one may linger in a page's state. */}
        <Outlet key={account} />
      </main>
      {turning && <div className="turning" aria-hidden />}
      <ScrollRestoration getKey={(location) => `${location.pathname}${location.key}`} />
      {dialogs}
    </div>
  );
}
