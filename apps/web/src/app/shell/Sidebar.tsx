import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useMatch } from 'react-router';
import { Icon } from '../../shared/ui/Icon.tsx';
import { type MenuLink, menuOf } from '../routing/menu.ts';
import './sidebar.css';
import { useOfferedRoutes } from './use-routes.ts';

function SidebarLink({
  link,
  iconsOnly,
  onGo,
}: {
  link: MenuLink;
  iconsOnly: boolean;
  onGo?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const title = t(link.route.title);
  const item = useRef<HTMLLIElement>(null);
  const isHere = useMatch({ path: link.to, end: false }) !== null;
  // However one came here, the entry of the page one is on can be seen.
  useEffect(() => {
    if (isHere) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <li ref={item}>
      <NavLink
        to={link.to}
        className="nav-link"
        {...(iconsOnly ? { title } : {})}
        {...(onGo ? { onClick: onGo } : {})}
      >
        <Icon name={link.route.icon ?? 'right'} />
        <span className={iconsOnly ? 'visually-hidden' : 'nav-word'}>{title}</span>
      </NavLink>
    </li>
  );
}

interface SidebarProps {
  iconsOnly: boolean;
  /** After a link was followed. */
  onGo?: () => void;
}

export function Sidebar({ iconsOnly, onGo }: SidebarProps) {
  const { t } = useTranslation();
  const menu = menuOf(useOfferedRoutes());
  return (
    <nav className="nav" aria-label={t('shell.navigation')}>
      {menu.map(({ section, links }) => (
        <div key={section?.path ?? links[0]?.to} className="nav-section">
          {section && !iconsOnly && <p className="nav-heading">{t(section.title)}</p>}
          <ul>
            {links.map((link) => (
              <SidebarLink key={link.to} link={link} iconsOnly={iconsOnly} onGo={onGo} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
