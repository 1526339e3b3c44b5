import type { ComponentType, ReactNode } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  useLoaderData,
} from 'react-router';
import { loadTexts } from '../shared/i18n/i18n.ts';
import type { RouteDef } from '../shared/routing/route-def.ts';
import type { SiteType } from '../shared/session/current-site.ts';
import { admit, missingFor } from './admit.ts';
import { CrashPage } from './pages/CrashPage.tsx';
import { Root } from './Root.tsx';
import { loadRoutes, routeTable } from './route-table.ts';
import { flattenRoutes } from './routing/match-route.ts';
import { flattenContributions } from './routing/merge-routes.ts';
import { Splash } from './Splash.tsx';

interface LoadedPage {
  Page: ComponentType;
  /** Wraps pages for one type of selection. */
  frame?: { Frame: ComponentType<{ siteType: SiteType; children: ReactNode }>; siteType: SiteType };
}

async function loadDenied(missing: string): Promise<LoadedPage> {
  const { Denied } = await import('../shared/ui/feedback/Denied.tsx');
  return { Page: () => <Denied missing={missing} /> };
}

/** Pages load after the guard admits the person; without a session only the sign-in loads. */
function pageLoader(def: RouteDef | null) {
  return async ({ request }: { request: Request }): Promise<LoadedPage> => {
    const missing = missingFor(new URL(request.url).pathname);
    if (missing !== null) return loadDenied(missing);
    if (!def?.page) throw new Error('the guard let through a path without a page');
    const feature = routeTable().features.find((candidate) =>
      flattenContributions(candidate.routes).includes(def),
    );
    const [module] = await Promise.all([def.page(), loadTexts(feature?.messages ?? [])]);
    if (def.siteType === undefined || def.siteType === 'any') return { Page: module.default };
    const { ForSelection } = await import('./ForSelection.tsx');
    return { Page: module.default, frame: { Frame: ForSelection, siteType: def.siteType } };
  };
}

async function loadShell(): Promise<LoadedPage> {
  const [{ Shell }] = await Promise.all([import('./shell/Shell.tsx'), loadTexts(['shell', 'access'])]);
  return { Page: Shell };
}

function Loaded() {
  const { Page, frame } = useLoaderData<LoadedPage>();
  if (!frame) return <Page />;
  return (
    <frame.Frame siteType={frame.siteType}>
      <Page />
    </frame.Frame>
  );
}

function screen(def: RouteDef): RouteObject {
  return { path: def.path, handle: def, loader: pageLoader(def), Component: Loaded };
}

/** Ids of the routes that pages are added to. */
const ROOT = 'root';
const SHELL = 'shell';

function screens(isPublic: boolean): RouteObject[] {
  return flattenRoutes(routeTable().routes)
    .filter((route) => route.page && (route.public ?? false) === isPublic)
    .map(screen);
}

/** Routes behind the sign-in are added on the first path that no public route matches. */
function addInsideRoutes(): PatchRoutesOnNavigationFunction {
  const known = new Set(screens(true).map(({ path }) => path));
  let added = false;
  return async ({ patch, signal }) => {
    if (added) return;
    await loadRoutes();
    // A navigation that another one replaced adds nothing: the router ignores its patch.
    if (added || signal.aborted) return;
    added = true;
    patch(
      ROOT,
      screens(true).filter(({ path }) => !known.has(path)),
    );
    patch(SHELL, screens(false));
  };
}

/** Starts the first navigation immediately. */
export function createRouter(): DataRouter {
  return createBrowserRouter(
    [
      {
        id: ROOT,
        path: '/',
        middleware: [admit],
        Component: Root,
        HydrateFallback: Splash,
        ErrorBoundary: CrashPage,
        children: [
          ...screens(true),
          {
            id: SHELL,
            loader: loadShell,
            shouldRevalidate: () => false,
            Component: Loaded,
            children: [
              // The guard always redirects from here.
              { index: true, element: null },
              { path: '*', loader: pageLoader(null), Component: Loaded },
            ],
          },
        ],
      },
    ],
    { patchRoutesOnNavigation: addInsideRoutes() },
  );
}
