import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type DataRouter, type RouteObject, useLoaderData } from 'react-router';
import { loadTexts } from '../shared/i18n/i18n.ts';
import type { RouteDef } from '../shared/routing/route-def.ts';
import type { SiteType } from '../shared/session/current-site.ts';
import { admit, missingFor } from './admit.ts';
import { features } from './features.ts';
import { CrashPage } from './pages/CrashPage.tsx';
import { Root } from './Root.tsx';
import { routes } from './route-paths.ts';
import { flattenRoutes } from './routing/match-route.ts';
import { flattenContributions } from './routing/merge-routes.ts';
import { Splash } from './Splash.tsx';

interface LoadedPage {
  Page: ComponentType;
  /** Around pages made for one type of selection. */
  frame?: { Frame: ComponentType<{ siteType: SiteType; children: ReactNode }>; siteType: SiteType };
}

async function loadDenied(missing: string): Promise<LoadedPage> {
  const { Denied } = await import('../shared/ui/Denied.tsx');
  return { Page: () => <Denied missing={missing} /> };
}

/** Pages are shown after the guard has let somebody in; a stranger loads nothing but the sign-in. */
function pageLoader(def: RouteDef | null) {
  return async ({ request }: { request: Request }): Promise<LoadedPage> => {
    const missing = missingFor(new URL(request.url).pathname);
    if (missing !== null) return loadDenied(missing);
    if (!def?.page) throw new Error('the guard let through a path without a page');
    const feature = features.find((candidate) => flattenContributions(candidate.routes).includes(def));
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

const screens = flattenRoutes(routes).filter((route) => route.page);

/** Begins with the first navigation at once. */
export function createRouter(): DataRouter {
  return createBrowserRouter([
    {
      path: '/',
      middleware: [admit],
      Component: Root,
      HydrateFallback: Splash,
      ErrorBoundary: CrashPage,
      children: [
        ...screens.filter((route) => route.public).map(screen),
        {
          loader: loadShell,
          shouldRevalidate: () => false,
          Component: Loaded,
          children: [
            // The guard sends everybody on from here.
            { index: true, element: null },
            ...screens.filter((route) => !route.public).map(screen),
            { path: '*', loader: pageLoader(null), Component: Loaded },
          ],
        },
      ],
    },
  ]);
}
