import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import type { RouteDef } from '../shared/routing/route-def.ts';
import { ReconnectingBanner } from './ReconnectingBanner.tsx';

function isRouteDef(handle: unknown): handle is RouteDef {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

function usePage(): RouteDef | undefined {
  return useMatches()
    .map((match) => match.handle)
    .findLast(isRouteDef);
}

function usePageTitle(def: RouteDef | undefined): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = def ? `${t(def.title)} - ${t('ui.product')}` : t('ui.product');
  }, [def, t]);
}

export function Root() {
  const page = usePage();
  usePageTitle(page);
  return (
    <>
      <Outlet />
      {/* A big screen shows since when its figures are out of date. */}
      {page?.bigScreen !== true && <ReconnectingBanner />}
    </>
  );
}
