import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type MenuSection, menuOf } from '../../routing/menu.ts';
import { useOfferedRoutes } from '../use-routes.ts';
import { useOwnPages } from './own-pages.ts';

export function useMenu(): MenuSection[] {
  return menuOf(useOfferedRoutes());
}

function isAt(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** The section of the current page: detail pages belong to the section their path begins with. */
function sectionAt(menu: readonly MenuSection[], pathname: string): string | null {
  const found = menu.find(({ section }) => section !== null && isAt(pathname, section.path));
  return found?.section?.path ?? null;
}

/** One section is open at a time: that of the page, until another is opened. */
export function useOpenSection(
  menu: readonly MenuSection[],
): [open: string | null, toggle: (path: string) => void] {
  const { pathname } = useLocation();
  const here = sectionAt(menu, pathname);
  const [chosen, setChosen] = useState<{ at: string | null; open: string | null }>({ at: here, open: here });
  const open = chosen.at === here ? chosen.open : here;
  return [open, (path) => setChosen({ at: here, open: open === path ? null : path })];
}

/** Stores recently opened pages for the palette. */
export function useRecentPages(): void {
  const { pathname } = useLocation();
  const isPage = useMenu().some(({ links }) => links.some(({ to }) => to === pathname));
  const visit = useOwnPages((state) => state.visit);
  useEffect(() => {
    if (isPage) visit(pathname);
  }, [isPage, pathname, visit]);
}
