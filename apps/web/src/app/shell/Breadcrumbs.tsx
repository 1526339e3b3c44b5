import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../shared/ui/Icon.tsx';
import { matchRoute } from '../routing/match-route.ts';
import './breadcrumbs.css';
import { useRoutes } from './use-routes.ts';

/** Path to this page; none for a top-level page. */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const way = matchRoute(useRoutes(), pathname);
  const here = way.at(-1);
  const above = way.slice(0, -1).filter((route) => route.title !== here?.title);
  if (!here || above.length === 0) return null;
  return (
    <nav className="crumbs" aria-label={t('shell.breadcrumbs')}>
      <ol>
        {above.map((route) => (
          <li key={route.path}>
            <Link to={route.redirect ?? route.path}>{t(route.title)}</Link>
            <Icon name="right" size={12} />
          </li>
        ))}
        <li aria-current="page">{t(here.title)}</li>
      </ol>
    </nav>
  );
}
