import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import type { RouteDef } from '../shared/routing/route-def.ts';

function isRouteDef(handle: unknown): handle is RouteDef {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

function usePageTitle(): void {
  const { t } = useTranslation();
  const matches = useMatches();
  const def = matches.map((match) => match.handle).findLast(isRouteDef);
  useEffect(() => {
    document.title = def ? `${t(def.title)} - ${t('ui.product')}` : t('ui.product');
  }, [def, t]);
}

export function Root() {
  usePageTitle();
  return <Outlet />;
}
